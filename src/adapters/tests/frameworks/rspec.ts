import { z } from "zod";
import type { TestCounts } from "../../../domain/test-run.ts";
import { crash } from "../cause/causes.ts";
import { ruby } from "../cause/ruby.ts";
import type { Framework, Output, ReadCase, Reading, ReadLoad } from "../framework.ts";
import { plainText } from "../plain-text.ts";
import { relativeTo, reportOf } from "../read/paths.ts";
import { lastMatch, numberBefore } from "../read/summary.ts";

const Example = z.object({
  full_description: z.string(),
  status: z.string(),
  file_path: z.string().default(""),
  exception: z
    .object({
      class: z.string(),
      message: z.string().nullish(),
      backtrace: z.array(z.string()).nullish(),
    })
    .nullish(),
});
type Example = z.infer<typeof Example>;
const Report = z.object({
  messages: z.array(z.string()).default([]),
  examples: z.array(Example),
  summary: z.object({
    example_count: z.number(),
    failure_count: z.number(),
    pending_count: z.number(),
  }),
});

/** RSpec: a second formatter writes JSON; SPEC_OPTS reaches wrappers such as rake. */
export const rspec: Framework = {
  name: "rspec",
  runs: /\brspec\b|\brake +spec\b/,
  detect: (facts) =>
    facts.files.includes(".rspec") || facts.files.some((path) => /^spec\/.*_spec\.rb$/.test(path))
      ? "rspec"
      : null,
  instrument: (command, reportDir) => ({
    command,
    env: { SPEC_OPTS: `--format progress --format json --out ${reportDir}/report.json` },
  }),
  read(output) {
    const report = reportOf(output.reports, /\.json$/);
    const printed = readText(output);
    const json = report === null ? "none" : parse(report.text);
    if (json === "none") return printed;
    // An empty file was opened by a process that died: it says no less than no file at all.
    if (json === "cut") return { ...(printed ?? nothingPrinted()), cut: report?.text !== "" };
    return {
      cases: json.examples.map((example) => toCase(example, output)),
      loads: [
        ...json.messages.flatMap((message) => loadsIn(message)),
        ...helpers(printed),
        ...unended(json.examples, output),
      ],
      counts: {
        passed:
          json.summary.example_count - json.summary.failure_count - json.summary.pending_count,
        failed: json.summary.failure_count,
        skipped: json.summary.pending_count,
      },
      passing: json.examples.some(isFixed),
      source: "report",
      cut: false,
      ended: true,
    };
  },
  rules: ruby,
};

function parse(text: string): z.infer<typeof Report> | "cut" | "none" {
  try {
    const parsed = Report.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : "none";
  } catch {
    return "cut";
  }
}

/** An example that called exit is in the report, without a status. */
function unended(examples: readonly Example[], output: Output): ReadLoad[] {
  const open = examples.filter((example) => example.status === "");
  return open.map((example) => ({
    file: relativeTo(output.dir, example.file_path),
    text: `${example.full_description} did not end: exit was called`,
    cause: crash,
  }));
}

function isFixed(example: Example): boolean {
  return example.exception?.class.endsWith("PendingExampleFixedError") === true;
}

function toCase(example: Example, output: Output): ReadCase {
  const { exception } = example;
  const outcome = isFixed(example) ? "passed" : OUTCOMES[example.status];
  const own = (exception?.backtrace ?? []).filter(
    (line) => line.startsWith(output.dir) || line.startsWith("./"),
  );
  return {
    id: example.full_description,
    file: relativeTo(output.dir, example.file_path),
    outcome: outcome ?? "skipped",
    text: plainText(`${exception?.class ?? ""}: ${exception?.message ?? ""}\n${own.join("\n")}`),
    phase: "test",
  };
}

const OUTCOMES: Readonly<Record<string, ReadCase["outcome"]>> = {
  passed: "passed",
  failed: "failed",
};

/** A spec that cannot be found is no spec: then nothing ran, and no code is missing. */
function loadsIn(text: string): ReadLoad[] {
  const blocks = text.split(/^(?=An error occurred while loading )/m).slice(1);
  return blocks.flatMap((block) => {
    const file = /^An error occurred while loading (\S+?)\.?(?: - |$)/m.exec(block)?.[1] ?? "";
    const missing = /cannot load such file -- (\S+)/.exec(block)?.[1] ?? "";
    const body = block.split(/^Finished in /m)[0] ?? block;
    return file.endsWith(".rb") && missing.endsWith(file.replace(/^\./, ""))
      ? []
      : [{ file, text: body }];
  });
}

/** A helper that `--require` names: the report does not mention it. */
function helpers(printed: Reading | null): readonly ReadLoad[] {
  return (printed?.loads ?? []).filter((load) => !load.file.endsWith(".rb"));
}

/** Dots of a progress line, or a file that did not load: the summary comes behind them. */
const BEGUN = /^[.F*]+$|^An error occurred while loading /m;

function readText(output: Output): Reading | null {
  const counts = countsIn(output.stdout);
  if (counts === null && !BEGUN.test(output.stdout)) return null;
  const failed = failuresIn(output.stdout);
  return {
    cases: failed,
    loads: loadsIn(output.stdout),
    counts,
    passing: failed.some((test) => test.outcome === "passed"),
    source: "text",
    cut: false,
    ended: counts !== null && !leftEarly(output.stdout),
  };
}

/** The summary counts an example that called exit; the row of dots has none for it. */
function leftEarly(stdout: string): boolean {
  const until = lastMatch(stdout, /^Finished in /gm)?.index ?? 0;
  const before = stdout.slice(0, until).trim();
  const total = numberBefore(
    lastMatch(stdout, /^\d+ examples?, \d+ failures?.*$/gm)?.[0] ?? "",
    "example",
  );
  return /^[.*]*$/.test(before) && before.length < total;
}

function nothingPrinted(): Reading {
  return { cases: [], loads: [], counts: null, source: "text", cut: false, ended: false };
}

function failuresIn(stdout: string): ReadCase[] {
  const from = lastMatch(stdout, /^Failures:$/gm)?.index;
  if (from === undefined) return [];
  const body = stdout.slice(from).split(/^Finished in /m)[0] ?? "";
  return body
    .split(/^ {2}\d+\) /m)
    .slice(1)
    .map((block) => {
      const [name = ""] = block.split("\n");
      const fixed = name.endsWith(" FIXED");
      return {
        id: name.replace(/ FIXED$/, ""),
        file: /# \.\/(\S+?):\d+/.exec(block)?.[1] ?? "",
        outcome: fixed ? "passed" : "failed",
        text: block.replace(/^ +# (?!\.\/).*$/gm, "").replaceAll(/# (\.\/\S+)/g, "$1"),
        phase: "test",
      };
    });
}

function countsIn(stdout: string): TestCounts | null {
  const line = lastMatch(stdout, /^\d+ examples?, \d+ failures?.*$/gm)?.[0];
  if (line === undefined) return null;
  const failed = numberBefore(line, "failure");
  const skipped = numberBefore(line, "pending");
  return { passed: numberBefore(line, "example") - failed - skipped, failed, skipped };
}
