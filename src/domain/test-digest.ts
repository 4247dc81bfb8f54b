import type { FailureCause, TestRun } from "./test-run.ts";

/** Share of the raw log that a digest may have; names and locations are kept even beyond it. */
const SHARE = 0.06;
const SMALLEST_BUDGET = 1_200;
const SHORTEST_MESSAGE = 80;
const LONGEST_MESSAGE = 1_500;

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours begin with one
const ANSI = /\u001b\[[0-9;?]*[ -/]*[@-~]/gu;

interface Failure {
  readonly name: string;
  readonly cause: string;
  readonly location: string | null;
  readonly message: string;
}

/**
 * A test run in the few lines that an agent needs: every failing name with cause, location and message.
 * At most 6 % of a long log. Messages are shortened to fit, names and locations never.
 */
export function digestOutput(run: TestRun): string {
  switch (run.kind) {
    case "finished":
      return digestFinished(run);
    case "did_not_start":
      return `The tests did not start (${causeWord(run.cause)}): ${run.why}${tailOf(run.output)}`;
    case "timed_out":
      return `The tests did not end within ${Math.round(run.afterMs / 1_000)} s and were stopped.${tailOf(run.output)}`;
    case "crashed":
      return `The test process crashed: ${run.why}${tailOf(run.output)}`;
  }
}

function digestFinished(run: Extract<TestRun, { kind: "finished" }>): string {
  const failed = failuresOf(run);
  const counts = `${run.counts.failed} failed, ${run.counts.passed} passed, ${run.counts.skipped} skipped`;
  const head = [`${counts} (${run.framework}, exit code ${run.exitCode ?? "none"}).`];
  head.push(...run.contradictions.map((sentence) => `Note: ${sentence}`));
  if (failed.length === 0 && run.exitCode !== 0) return `${head.join("\n")}${tailOf(run.output)}`;
  const titles = failed.map(titleOf);
  const fixed = [...head, ...titles].reduce((sum, line) => sum + line.length + 4, 0);
  const budget = Math.max(SMALLEST_BUDGET, run.output.length * SHARE) - fixed;
  const each = clamp(budget / Math.max(1, failed.length), SHORTEST_MESSAGE, LONGEST_MESSAGE);
  const told = failed.map((failure, index) => {
    const message = shorten(failure.message, each);
    return message === "" ? `${titles[index]}` : `${titles[index]}\n${indent(message)}`;
  });
  return [...head, ...told].join("\n");
}

function failuresOf(run: Extract<TestRun, { kind: "finished" }>): readonly Failure[] {
  const loads = run.loadFailures.map((load) => ({
    name: `${load.file} (did not load, none of its tests ran)`,
    cause: causeWord(load.cause),
    location: null,
    message: load.message,
  }));
  const cases = run.cases.flatMap((test) =>
    test.outcome.kind === "failed"
      ? [
          {
            name: test.id,
            cause: causeWord(test.outcome.cause),
            location: test.outcome.location,
            message: test.outcome.message,
          },
        ]
      : [],
  );
  return [...loads, ...cases];
}

function titleOf(failure: Failure): string {
  const place = failure.location === null ? "" : ` at ${failure.location}`;
  return `FAIL ${failure.name} [${failure.cause}]${place}`;
}

function causeWord(cause: FailureCause): string {
  return "name" in cause ? `${cause.kind}: ${cause.name}` : cause.kind;
}

/** Reporters say a message twice, with and without the stack; the location is in the title. */
const FRAME = /^\s*at (?:\S.*:\d+:\d+\)?|.*\(<anonymous>\))(?: \{)?$/u;

/** Short lines, such as brackets of a printed value, may well come again. */
function isFirst(line: string, seen: Set<string>): boolean {
  if (line.length >= 12 && seen.has(line)) return false;
  seen.add(line);
  return true;
}

/** The beginning says what was expected, the end where it broke: both are kept, the middle goes. */
function shorten(text: string, limit: number): string {
  const lines = text
    .replaceAll(ANSI, "")
    .split(/\r?\n/u)
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== "" && !FRAME.test(line));
  const seen = new Set<string>();
  const clean = lines.filter((line) => isFirst(line.trim(), seen)).join("\n");
  if (clean.length <= limit) return clean;
  const head = Math.floor(limit * 0.7);
  return `${clean.slice(0, head)} … ${clean.slice(clean.length - Math.floor(limit - head - 3))}`;
}

function tailOf(output: string): string {
  const limit = clamp(output.length * SHARE, SMALLEST_BUDGET, 4_000);
  const clean = output.replaceAll(ANSI, "").trim();
  if (clean === "") return "\nIt printed nothing.";
  return `\nThe end of its output:\n${indent(clean.slice(-limit))}`;
}

function indent(text: string): string {
  return text.replaceAll(/^/gmu, "  ");
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
