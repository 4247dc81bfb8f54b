import { redReasonText } from "../domain/red-reason.ts";
import type { RedVerdict, TestVerdict } from "../domain/red-verdict.ts";
import type { TestRun } from "../domain/test-run.ts";
import { isWholeRun } from "../domain/test-run.ts";

const MARKS: Readonly<Record<TestVerdict["verdict"], string>> = {
  right_reason: "✓ seen failing",
  already_satisfied: "! passes",
  wrong_reason: "✗ wrong",
  cannot_judge: "?",
};
const MARK_WIDTH = 16;
/** Longer names are cut, so that a line of the table stays one line. */
const NAME_WIDTH = 60;

/** What the run was taken for and why, and what isolated it. */
interface HowRun {
  readonly sandbox: string;
  readonly why: string;
}

/** The verdict as a person reads it in a terminal: one line a new test, then what to do. */
export function redTable(verdict: RedVerdict, run: TestRun, how: HowRun, since: string): string {
  if (namesNoTest(verdict, run)) return namelessText(run, how);
  const width = Math.min(NAME_WIDTH, Math.max(4, ...verdict.tests.map((test) => test.id.length)));
  const rows = verdict.tests.map(
    (test) =>
      `  ${MARKS[test.verdict].padEnd(MARK_WIDTH)}${short(test.id).padEnd(width)}  ${short(test.why)}`,
  );
  const warnings = verdict.warnings.map((warning) => `  note: ${oneLine(warning)}`);
  const scaffold = verdict.missing.map(({ target, name }) => `${target} ${name}`).join(", ");
  return [
    `${verdict.verdict.replace("_", " ")}: ${redReasonText(verdict.reason)} (${verdict.reason})`,
    ...rows,
    `  ${countsOf(run)}`,
    `  read as ${run.framework} (${how.why}); sandbox: ${how.sandbox}`,
    `  ${oneLine(since)}`,
    ...warnings,
    ...(verdict.needsScaffold ? [`  to stub first: ${scaffold}`] : []),
    ...(verdict.fix === "" ? [] : [`fix: ${oneLine(verdict.fix)}`]),
  ].join("\n");
}

/** A command that failed and printed nothing of a test, such as `false`: there is nothing to judge by. */
function namesNoTest(verdict: RedVerdict, run: TestRun): boolean {
  const { tests } = verdict;
  const [only] = tests;
  const isWhole = only !== undefined && isWholeRun(only.id) && only.cause?.kind === "setup_error";
  return tests.length === 1 && run.kind === "finished" && run.framework === "unknown" && isWhole;
}

function namelessText(run: TestRun, { sandbox, why }: HowRun): string {
  return [
    "wrong reason: the command fails, but nothing that it printed names a test.",
    `  ${countsOf(run)} (framework unknown: ${why}; sandbox: ${sandbox})`,
    "fix: Give the command of a test runner, such as `npm test` or `pytest`; name its framework with --framework when it is wrapped.",
  ].join("\n");
}

function countsOf(run: TestRun): string {
  const counts = run.counts ?? { passed: 0, failed: 0, skipped: 0 };
  const source =
    run.kind === "finished"
      ? `, read from the ${run.source.replace("_", " ")}`
      : `, ${run.kind.replaceAll("_", " ")}`;
  return `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped${source}`;
}

function short(text: string): string {
  const line = oneLine(text);
  return line.length <= NAME_WIDTH ? line : `${line.slice(0, NAME_WIDTH - 1)}…`;
}

/** Names come from the repository: no line ends, no control characters reach the terminal. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, " ").trim();
}
