import type { FinishedRun, TestRun } from "../domain/test-run.ts";
import { disputeIn, passedIds } from "../domain/test-run.ts";
import type { Verdict } from "../domain/verdict.ts";

export interface SuiteEvidence {
  readonly baseline: TestRun;
  /** Ids of the new tests, seen to fail at RED. */
  readonly redIds: readonly string[];
  /** RED failures that named no test: files that did not load, a build or process that died. */
  readonly redGroups?: readonly string[];
  /** Files of RED that ran without a test of their own. */
  readonly redSilent?: readonly string[];
  readonly run: TestRun;
}

/**
 * GREEN (S0-23): every RED test passes and nothing that passed at baseline fails or is gone. What
 * failed at baseline already is not blamed on the run.
 */
export function judgeSuite(evidence: SuiteEvidence): Verdict {
  const { baseline, redIds, redGroups = [], redSilent = [], run } = evidence;
  if (run.kind !== "finished") return fail("SUITE_DID_NOT_FINISH", unfinished(run), unfinishedFix);
  const disputed = disputeIn(run, baseline);
  if (disputed !== null) return fail("REPORT_DISPUTED", disputed, disputedFix);
  const passed = new Set(passedIds(run));
  const red = redIds.filter((id) => !passed.has(id));
  if (red.length > 0) return notPassing(run, red);
  const before = passedIds(baseline);
  const lost = before.filter((id) => !passed.has(id));
  if (lost.length > 0) return regressed(run, lost);
  const silent = fallenSilent(baseline, redSilent, run);
  if (silent.length > 0) return fail("COUNT", silentReason(silent), silentFix);
  const stray = strayFailure(baseline, run);
  return stray.kind === "pass" ? newTestsRan(baseline, redGroups, run) : stray;
}

/** Files that run and register no test now: code under test that exits looks just like that. */
function fallenSilent(
  baseline: TestRun,
  redSilent: readonly string[],
  { emptyFiles = [] }: FinishedRun,
): string[] {
  const before = baseline.kind === "finished" ? (baseline.emptyFiles ?? []) : [];
  return emptyFiles.filter((file) => !before.includes(file) && !redSilent.includes(file));
}

function silentReason(files: readonly string[]): string {
  return `${named(files)} ran without any of its tests.`;
}

const silentFix =
  "Let every test file run its tests: code that is tested must not end the process.";

/** Where RED was a file that did not load, its tests have no names yet: some must have passed now. */
function newTestsRan(baseline: TestRun, redGroups: readonly string[], run: FinishedRun): Verdict {
  if (redGroups.length === 0) return { kind: "pass" };
  const before = new Set(baseline.kind === "finished" ? baseline.cases.map((test) => test.id) : []);
  if (passedIds(run).some((id) => !before.has(id))) return { kind: "pass" };
  return fail(
    "RED_NOT_GREEN",
    `${named(redGroups)} could not run at RED, and no new test has passed since.`,
    `Make the tests of ${named(redGroups)} run and pass.`,
  );
}

function notPassing(run: FinishedRun, ids: readonly string[]): Verdict {
  const skipped = ids.filter((id) => outcomeOf(run, id) === "skipped");
  const reason = `${ids.length} of the RED tests ${ids.length === 1 ? "does" : "do"} not pass${skipped.length > 0 ? ` (${skipped.length} skipped)` : ""}: ${named(ids)}.`;
  return fail("RED_NOT_GREEN", reason, `Make ${named(ids)} pass by changing the implementation.`);
}

function regressed(run: FinishedRun, lost: readonly string[]): Verdict {
  const gone = lost.filter((id) => outcomeOf(run, id) === null);
  const what = gone.length === lost.length ? "are gone" : "no longer pass";
  return fail(
    "REGRESSION",
    `${lost.length} tests that passed at baseline ${what}: ${named(lost)}.`,
    `Put right what your change broke: ${named(lost)} passed before it and must pass again.`,
  );
}

/** All ids are well, but the run is not: a new failure, a file that no longer loads, a bad exit. */
function strayFailure(baseline: TestRun, run: FinishedRun): Verdict {
  const known = failedNames(baseline);
  const fresh = [...failedNames(run)].filter((name) => !known.has(name));
  if (fresh.length > 0) {
    const reason = `${fresh.length} new failures besides: ${named(fresh)}.`;
    return fail("REGRESSION", reason, `Make ${named(fresh)} pass or load again.`);
  }
  const bad = badExits(baseline, run);
  if (bad.length === 0) return { kind: "pass" };
  return fail(
    "EXIT_CODE",
    `Every test passes, but the test command ended with ${bad.join(", ")}. ${run.contradictions.join(" ")}`.trim(),
    "Find what makes the test command fail besides the tests (an unhandled error, a coverage limit) and put it right.",
  );
}

/** A command that ended well before must end well now; each project of a monorepo is held to its own. */
function badExits(baseline: TestRun, run: FinishedRun): string[] {
  const before = baseline.kind === "finished" ? exitsOf(baseline) : {};
  return Object.entries(exitsOf(run))
    .filter(([project, code]) => code !== 0 && (!(project in before) || before[project] === 0))
    .map(
      ([project, code]) => `exit code ${code ?? "none"}${project === "" ? "" : ` in ${project}`}`,
    );
}

function exitsOf(run: FinishedRun): Readonly<Record<string, number | null>> {
  return run.exits ?? { "": run.exitCode };
}

function failedNames(run: TestRun): ReadonlySet<string> {
  if (run.kind !== "finished") return new Set();
  const cases = run.cases.filter((test) => test.outcome.kind === "failed").map((test) => test.id);
  return new Set([...cases, ...run.loadFailures.map((failure) => failure.file)]);
}

function outcomeOf(run: FinishedRun, id: string): string | null {
  return run.cases.find((test) => test.id === id)?.outcome.kind ?? null;
}

const disputedFix =
  "Leave the runner and its report alone, and end no process: what is printed and what is reported must agree.";
const unfinishedFix = "Make the whole suite run to its end.";

function unfinished(run: Exclude<TestRun, FinishedRun>): string {
  if (run.kind === "timed_out")
    return `The suite did not end within ${Math.round(run.afterMs / 1000)} s.`;
  return `The suite ${run.kind === "crashed" ? "crashed" : "did not start"}: ${run.why}`;
}

function named(ids: readonly string[]): string {
  const shown = ids.slice(0, 5).map((id) => `"${id}"`);
  return ids.length > 5 ? `${shown.join(", ")} and ${ids.length - 5} more` : shown.join(", ");
}

function fail(code: string, reason: string, fix: string): Verdict {
  return { kind: "fail", gate: "suite", code, reason, fix, paths: [] };
}
