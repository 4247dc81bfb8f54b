import { z } from "zod";
import type { TestCounts } from "../../../domain/test-run.ts";
import { misconfigured } from "../cause/causes.ts";
import { javascript } from "../cause/javascript.ts";
import type { Framework, Output, ReadCase, Reading, ReadLoad } from "../framework.ts";
import { plainText } from "../plain-text.ts";
import { addArguments } from "../read/command-line.ts";
import { readTree } from "../read/indented-tree.ts";
import { readJunit } from "../read/junit.ts";
import { hasDependency, hasScript } from "../read/package-json.ts";
import { relativeTo, reportOf } from "../read/paths.ts";
import { testFileIn } from "../read/summary.ts";

const Test = z.object({
  title: z.string(),
  fullTitle: z.string(),
  file: z.string().nullish(),
  err: z.object({ message: z.string().nullish(), stack: z.string().nullish() }).nullish(),
});
type Test = z.infer<typeof Test>;
const Report = z.object({
  stats: z.object({ passes: z.number(), pending: z.number(), failures: z.number() }),
  pending: z.array(Test),
  failures: z.array(Test),
  passes: z.array(Test),
});

/** Mocha takes one reporter only: the JSON one replaces what people read. */
export const mocha: Framework = {
  name: "mocha",
  runs: /\b_?mocha\b/,
  detect(facts) {
    if (hasScript(facts, /\bmocha\b/)) return "npm test";
    const configured = facts.files.some((path) => /^\.mocharc\.(?:[cm]?js|json|ya?ml)$/.test(path));
    return configured || hasDependency(facts, "mocha") ? "npx mocha" : null;
  },
  instrument(command, reportDir) {
    const flags = ["--reporter", "json", "--reporter-option", `output=${reportDir}/report.json`];
    return { command: addArguments(command, flags), env: {} };
  },
  read(output) {
    const report = reportOf(output.reports, /\.(?:json|xml)$/);
    const onScreen = report === null ? printedReport(output) : null;
    if (onScreen !== null) return onScreen;
    const read = report === null ? null : readReport(report.text, output);
    const printed = readText(output);
    if (read === null || read.cut)
      return printed === null ? read : { ...printed, cut: printed.cut || read !== null };
    return read;
  },
  // The JSON reporter goes to its file: what looks like a summary on the screen is a test's own.
  printsSummary: false,
  rules: javascript,
};

function readReport(text: string, output: Output): Reading | null {
  if (text.trimStart().startsWith("<")) return fromXunit(text, output);
  const report = parse(text);
  if (report === "other") return null;
  if (report === "cut") {
    return { cases: [], loads: [], counts: null, source: "report", cut: true, ended: false };
  }
  return {
    cases: [
      ...report.passes.map((test) => toCase(test, "passed", output)),
      ...report.failures.map((test) => toCase(test, "failed", output)),
      ...report.pending.map((test) => toCase(test, "skipped", output)),
    ],
    loads: [],
    counts: {
      passed: report.stats.passes,
      failed: report.stats.failures,
      skipped: report.stats.pending,
    },
    source: "report",
    cut: false,
    ended: true,
  };
}

/** Before 9.2 there is no option for a file: the report is the last thing that is printed. */
function printedReport(output: Output): Reading | null {
  const start = output.stdout.lastIndexOf('{\n  "stats": {');
  if (start === -1) return null;
  const end = output.stdout.lastIndexOf("\n}") + 2;
  const read = readReport(output.stdout.slice(start, end), output);
  const around = `${output.stdout.slice(0, start)}${output.stdout.slice(end)}\n${output.stderr}`;
  return read === null || read.cut ? null : { ...read, besides: around.trim() };
}

function parse(text: string): z.infer<typeof Report> | "other" | "cut" {
  try {
    const parsed = Report.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : "other";
  } catch {
    return "cut";
  }
}

const HOOK = /^"(?:before|after)(?: each| all)?" hook/;

/** The report joins suites by spaces; what stands before the title is the suite. */
function toCase(test: Test, outcome: ReadCase["outcome"], output: Output): ReadCase {
  const suite = test.fullTitle.endsWith(test.title)
    ? test.fullTitle.slice(0, -test.title.length).trim()
    : "";
  return {
    id: suite === "" ? test.title : `${suite} > ${test.title}`,
    file: relativeTo(
      output.dir,
      test.file ?? testFileIn(test.err?.stack ?? "", output.dir, "[cm]?[jt]sx?"),
    ),
    outcome,
    text: plainText(failureText(test.err?.message ?? "", test.err?.stack ?? "")),
    phase: HOOK.test(test.title) ? "hook" : "test",
  };
}

/** A stack mostly begins with the message; twice tells nobody more. */
function failureText(message: string, stack: string): string {
  return stack.includes(message) ? stack : `${message}\n${stack}`;
}

const OF_TEST = /(?:^|\/)(?:tests?|spec|__tests__)\/|[.-](?:test|spec)\./;

function fromXunit(text: string, output: Output): Reading | null {
  const junit = readJunit(text);
  if (junit === null) return null;
  return {
    cases: junit.cases.map((test) => ({
      id: test.classname === "" ? test.name : `${test.classname} > ${test.name}`,
      file: relativeTo(output.dir, test.file),
      outcome: test.status,
      text: test.text,
      phase: HOOK.test(test.name) ? "hook" : "test",
    })),
    loads: [],
    counts: null,
    source: "report",
    cut: junit.cut,
    ended: !junit.cut,
  };
}

function readText(output: Output): Reading | null {
  const text = output.stdout;
  const counts = countsIn(text);
  const loads = loadErrors(output);
  if (counts === null && loads.length === 0 && output.exitCode !== 0) return null;
  const failed = failuresIn(text);
  return {
    cases: [...failed, ...passedIn(text)],
    loads,
    counts,
    source: "text",
    // The counts come first, then what failed.
    cut: failed.length + loads.length < (counts?.failed ?? 0),
    ended: counts !== null || loads.length > 0,
  };
}

/** A file that does not load ends the run before any test. */
function loadErrors(output: Output): ReadLoad[] {
  const match = /^ ?Exception during run: ([\s\S]*)|^Error: Cannot find module ([\s\S]*)/m.exec(
    output.stderr,
  );
  if (match === null) return [];
  const frames = [...match[0].matchAll(/(\/[^\s():']+\.[cm]?[jt]sx?)/g)].map((m) =>
    relativeTo(output.dir, m[1] ?? ""),
  );
  const file = frames.find((path) => OF_TEST.test(path)) ?? "";
  const inRunner = frames.length > 0 && frames.every((path) => path.startsWith("node_modules/"));
  return [{ file, text: match[0], ...(inRunner ? { cause: misconfigured } : {}) }];
}

/** `  1) suite title:` blocks after the counts. */
function failuresIn(text: string): ReadCase[] {
  const from = text.search(/^ {2}\d+ failing$/m);
  if (from === -1) return [];
  const blocks = text
    .slice(from)
    .split(/^ {2}\d+\) /m)
    .slice(1);
  return blocks.map((block) => {
    const end = block.search(/:\n(?:\n| {4,})/);
    const head = (end === -1 ? (block.split("\n")[0] ?? "") : block.slice(0, end)).split("\n");
    const names = head.map((line) => line.trim()).filter((line) => line !== "");
    return {
      id: names.join(" > "),
      file: "",
      outcome: "failed",
      text: end === -1 ? block : block.slice(end + 1),
      phase: HOOK.test(names.at(-1) ?? "") ? "hook" : "test",
    };
  });
}

function passedIn(text: string): ReadCase[] {
  const end = text.search(/^ {2}\d+ passing\b/m);
  return readTree(end === -1 ? text : text.slice(0, end), /[✔✓] |- /).map((line) => {
    const outcome = line.mark === "-" ? "skipped" : "passed";
    return { id: line.path.join(" > "), file: "", outcome, text: "", phase: "test" };
  });
}

function countsIn(text: string): TestCounts | null {
  const last = (word: string): number | null => {
    const found = [...text.matchAll(new RegExp(`^ {2}(\\d+) ${word}\\b`, "gm"))].at(-1);
    return found === undefined ? null : Number(found[1]);
  };
  const passed = last("passing");
  if (passed === null) return null;
  return { passed, failed: last("failing") ?? 0, skipped: last("pending") ?? 0 };
}
