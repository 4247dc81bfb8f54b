import type { FailureCause, TestRun } from "./test-run.ts";

/** Share of the raw log that a digest may have; names and locations are kept even beyond it. */
const SHARE = 0.06;
const SMALLEST_BUDGET = 1_200;
/** What the messages of a log that is short itself may have together, whatever their share. */
const MESSAGES_OF_SHORT_LOG = 3_000;
const SHORT_LOG = 20_000;
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
  return [...head, ...messagesOf(failed, run.output.length, lengthOf(head))].join("\n");
}

/** Each failure with its message; those in a row that have the same have it once, behind the last of them. */
function messagesOf(failed: readonly Failure[], log: number, head: number): readonly string[] {
  const titles = failed.map(titleOf);
  const clean = failed.map(cleaned);
  const firstAt = (at: number): number => clean.indexOf(clean[at] ?? "");
  const told = clean.map((text, at) => (firstAt(at) === at ? text : ""));
  const share = Math.max(SMALLEST_BUDGET, log * SHARE) - head - lengthOf(titles);
  const budget = log < SHORT_LOG ? Math.max(MESSAGES_OF_SHORT_LOG, share) : share;
  const each = fairLimit(
    told.map((text) => text.length),
    budget,
  );
  return titles.map((title, at) => {
    if (clean[at] === clean[at + 1]) return title;
    const first = firstAt(at);
    const isGroup = clean.slice(first, at).every((text) => text === clean[at]);
    const words = isGroup ? shorten(clean[at] ?? "", each) : `(as "${failed[first]?.name}" says)`;
    return words === "" ? title : `${title}\n${indent(words)}`;
  });
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 4, 0);
}

/** The limit under which texts of these lengths fit together: what short ones leave goes to the long. */
function fairLimit(lengths: readonly number[], budget: number): number {
  const sorted = lengths.filter((length) => length > 0).sort((a, b) => a - b);
  let left = budget;
  for (const [at, length] of sorted.entries()) {
    const share = left / (sorted.length - at);
    if (length > share) return clamp(share, SHORTEST_MESSAGE, LONGEST_MESSAGE);
    left -= length;
  }
  return LONGEST_MESSAGE;
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

/** What runners print around a failure that says nothing of it. */
const CHATTER =
  /^\s*(?:code: '(?:ERR_TEST_FAILURE|ERR_ASSERTION|MODULE_NOT_FOUND)',?|(?:failureType|generatedMessage): .*|Node\.js v\d\S*|goroutine \d+ \[.*\]:|(?:created by )?testing\.\S.*|panic\(\{0x.*|\/\S*\/go\S*\/src\/\S+ \+0x[0-9a-f]+|(?:- |')\/\S*\/node_modules\/\S*)$/u;

/** Short lines, such as brackets of a printed value, may well come again. */
function isFirst(line: string, seen: Set<string>): boolean {
  if (line.length >= 12 && seen.has(line)) return false;
  seen.add(line);
  return true;
}

function cleaned({ message, location }: Failure): string {
  const lines = message
    .replaceAll(ANSI, "")
    .split(/\r?\n/u)
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== "" && !FRAME.test(line) && !CHATTER.test(line))
    .filter((line) => location === null || !isPlace(line.trim(), location));
  const seen = new Set<string>();
  return lines.filter((line) => isFirst(line.trim(), seen)).join("\n");
}

/** `tests/test_a.py:7:` and `tests/test_a.py:7: TypeError` say no more than the title does. */
function isPlace(line: string, location: string): boolean {
  return line.startsWith(`${location}:`) && /^\s*\w*$/u.test(line.slice(location.length + 1));
}

/** Lines that say what was expected and what came, in the words of the runners and languages there are. */
const TELLING =
  /^\s*(?:[-+]\s|[-+]$|E\s|>\s)|\b(?:expected|actual|received|got|want(?:ed)?|left|right|assert\w*|where|\w*(?:Error|Exception)):?(?=\s|:|$)|==|\bnot equal\b/iu;
const LONGEST_LINE = 240;

/**
 * The first line, and what was expected and what came, are kept before all else; then the rest in its
 * order, as far as there is room. A long line keeps both its ends.
 */
function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const lines = text.split("\n").map((line) => cutLine(line, Math.min(LONGEST_LINE, limit)));
  const order = [...lines.keys()].sort((a, b) => rank(a, lines) - rank(b, lines) || a - b);
  const kept = new Set<number>();
  let room = limit;
  for (const at of order) {
    room -= (lines[at] ?? "").length + 1;
    if (room < 0 && kept.size > 0) break;
    kept.add(at);
  }
  return joined(lines, kept);
}

function rank(at: number, lines: readonly string[]): number {
  if (at === 0) return 0;
  return TELLING.test(lines[at] ?? "") ? 1 : 2;
}

/** The kept lines in their order; one mark where others are left out. */
function joined(lines: readonly string[], kept: ReadonlySet<number>): string {
  const parts: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (kept.has(at)) parts.push(line);
    else if (parts.at(-1) !== "…") parts.push("…");
  }
  return parts.join("\n");
}

function cutLine(line: string, limit: number): string {
  if (line.length <= limit) return line;
  const head = Math.ceil((limit - 3) * 0.6);
  return `${line.slice(0, head)} … ${line.slice(line.length - (limit - 3 - head))}`;
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
