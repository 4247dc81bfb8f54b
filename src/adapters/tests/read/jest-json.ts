import { z } from "zod";
import { setupError } from "../cause/causes.ts";
import type { Output, ReadCase, Reading, ReadLoad } from "../framework.ts";
import { plainText } from "../plain-text.ts";
import { relativeTo } from "./paths.ts";

/** The part of jest's `--json` that we read; vitest writes the same shape. */
const Assertion = z.object({
  ancestorTitles: z.array(z.string()).default([]),
  title: z.string(),
  status: z.string(),
  failureMessages: z.array(z.string()).nullish(),
});
const Suite = z.object({
  name: z.string(),
  status: z.string(),
  message: z.string().default(""),
  assertionResults: z.array(Assertion).default([]),
});
const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number().default(0),
  numTodoTests: z.number().default(0),
  testResults: z.array(Suite),
});
type Report = z.infer<typeof Report>;
type Suite = z.infer<typeof Suite>;

/** Null when the text is another JSON; `cut` when it is no whole JSON. */
export function readJestJson(text: string, output: Output): Reading | null {
  const report = parse(text);
  if (report === "other") return null;
  if (report === "cut") {
    return { cases: [], loads: [], counts: null, source: "report", cut: true, ended: false };
  }
  return {
    cases: report.testResults.flatMap((suite) => casesOf(suite, output)),
    loads: report.testResults.flatMap((suite) => loadOf(suite, output)),
    empty: report.testResults.filter(isEmpty).map((suite) => relativeTo(output.dir, suite.name)),
    counts: {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
    },
    source: "report",
    cut: false,
    ended: true,
  };
}

function parse(text: string): Report | "other" | "cut" {
  try {
    const parsed = Report.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : "other";
  } catch {
    return "cut";
  }
}

function casesOf(suite: Suite, output: Output): ReadCase[] {
  const file = relativeTo(output.dir, suite.name);
  return suite.assertionResults.map((test) => ({
    id: [...test.ancestorTitles, test.title].join(" > "),
    file,
    outcome: outcomeOf(test.status),
    text: plainText((test.failureMessages ?? []).join("\n")),
    phase: "test",
  }));
}

function outcomeOf(status: string): ReadCase["outcome"] {
  if (status === "passed" || status === "failed") return status;
  return "skipped";
}

function isEmpty(suite: Suite): boolean {
  return isEmptySuite(suite.message);
}

/** How vitest and jest say that a file registered no test. */
export function isEmptySuite(message: string): boolean {
  return /No test (?:found in )?suite|must contain at least one test/.test(message);
}

/** A suite that failed though none of its tests did: it did not load, or a hook of it threw. */
function loadOf(suite: Suite, output: Output): ReadLoad[] {
  if (suite.status !== "failed" || isEmpty(suite)) return [];
  if (suite.assertionResults.some((test) => test.status === "failed")) return [];
  const loaded = suite.assertionResults.length > 0;
  return [
    {
      file: relativeTo(output.dir, suite.name),
      text: plainText(suite.message),
      phase: loaded ? "hook" : "load",
      ...(loaded && suite.message === "" ? { cause: setupError } : {}),
    },
  ];
}
