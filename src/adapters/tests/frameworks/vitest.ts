import type { TestCounts } from "../../../domain/test-run.ts";
import { crash, misconfigured, timeout } from "../cause/causes.ts";
import { firstMatch } from "../cause/classify.ts";
import { javascript } from "../cause/javascript.ts";
import { runnerProblems } from "../cause/runner-problems.ts";
import type { Framework, Output, ReadCase, Reading, ReadLoad } from "../framework.ts";
import { addArguments } from "../read/command-line.ts";
import { isEmptySuite, readJestJson } from "../read/jest-json.ts";
import { hasDependency, hasScript } from "../read/package-json.ts";
import { reportOf } from "../read/paths.ts";

/** Vitest: JSON for the facts; failed suites and unhandled errors are only in the text. */
export const vitest: Framework = {
  name: "vitest",
  runs: /\bvitest\b/,
  detect(facts) {
    if (hasScript(facts, /\bvitest\b/)) return "npm test";
    const configured = facts.files.some((path) => /^\.?vitest\.config\.[cm]?[jt]s$/.test(path));
    return configured || hasDependency(facts, "vitest") ? "npx vitest run" : null;
  },
  instrument(command, reportDir) {
    const flags = [
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${reportDir}/report.json`,
    ];
    // Outside CI a snapshot that is not there yet is written, and the test passes.
    return { command: addArguments(command, flags), env: { CI: "true" } };
  },
  read(output) {
    const printed = readText(output);
    const report = reportOf(output.reports, /\.json$/);
    const json = report === null ? null : readJestJson(report.text, output);
    const text = printed === null ? null : withUnhandled(printed, output);
    if (json === null) return text;
    if (json.cut) return text === null ? json : { ...text, cut: true };
    return withUnhandled({ ...json, cases: json.cases.map((test) => told(test, printed)) }, output);
  },
  printsSummary: true,
  rules: javascript,
};

/** Vitest 4's report has a placeholder for what its own clock ended; the text has the words. */
function told(test: ReadCase, printed: Reading | null): ReadCase {
  if (!/\bSTACK_TRACE_ERROR\b/.test(test.text)) return test;
  const same = printed?.cases.find(
    (other) => other.file === test.file && other.id === test.id && other.text !== "",
  );
  return same === undefined ? { ...test, cause: timeout } : { ...test, text: same.text };
}

function withUnhandled(reading: Reading, output: Output): Reading {
  return { ...reading, loads: [...reading.loads, ...unhandled(output, reading)] };
}

/** Errors between the tests: the report says success, the exit code does not. */
function unhandled(output: Output, json: Reading): ReadLoad[] {
  const failed = json.loads.length > 0 || json.cases.some((test) => test.outcome === "failed");
  if (failed || output.exitCode === 0) return [];
  const said =
    /(?:Unhandled (?:Errors?|Rejection)|Uncaught Exception|Worker (?:exited|forks))[\s\S]*/.exec(
      `${output.stderr}\n${output.stdout}`,
    );
  if (said === null) return [];
  const cause =
    firstMatch(said[0], runnerProblems)?.kind === "misconfigured" ? misconfigured : crash;
  return [{ file: "", text: said[0], cause }];
}

const FAIL = /^ *FAIL +(.+)$/gm;

function readText(output: Output): Reading | null {
  const text = `${output.stderr}\n${output.stdout}`;
  const counts = countsIn(text);
  if (counts === null && !/^ *RUN +v\d|^ *Test Files /m.test(text)) return null;
  const blocks = failBlocks(text);
  return {
    cases: blocks.filter((block) => !block.suite).map(toCase),
    loads: blocks
      .filter((block) => block.suite && !isEmptySuite(block.text))
      .map((block) => ({ file: block.file, text: block.text })),
    empty: blocks
      .filter((block) => block.suite && isEmptySuite(block.text))
      .map((block) => block.file),
    counts,
    source: "text",
    // Failures go to another stream than the summary: fewer of them than it counts are not all.
    cut: blocks.length < (counts?.failed ?? 0),
    ended: counts !== null || /No test files found/.test(text),
  };
}

interface FailBlock {
  readonly file: string;
  readonly id: string;
  readonly suite: boolean;
  readonly text: string;
}

function failBlocks(text: string): FailBlock[] {
  const heads = [...text.matchAll(FAIL)];
  return heads.map((head, at) => {
    const [file = "", ...names] = (head[1] ?? "").replace(/ \[ .* \]$/, "").split(" > ");
    const until = heads[at + 1]?.index ?? text.length;
    const suite = names.length === 0;
    const body = text.slice(head.index + head[0].length, until);
    return { file: file.replace(/^\|[^|]*\| /, ""), id: names.join(" > "), suite, text: body };
  });
}

function toCase(block: FailBlock): ReadCase {
  return { id: block.id, file: block.file, outcome: "failed", text: block.text, phase: "test" };
}

function countsIn(text: string): TestCounts | null {
  const line = [...text.matchAll(/^ *Tests +(.*)$/gm)].at(-1)?.[1];
  if (line === undefined) return /No test files found/.test(text) ? zero() : null;
  const of = (word: string): number => Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0);
  return { passed: of("passed"), failed: of("failed"), skipped: of("skipped") + of("todo") };
}

function zero(): TestCounts {
  return { passed: 0, failed: 0, skipped: 0 };
}
