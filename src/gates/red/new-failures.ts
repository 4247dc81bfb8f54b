import type { FailureCause, FinishedRun, TestCase, TestRun } from "../../domain/test-run.ts";

/** One thing that is red now and was not at the baseline. */
export interface RedThing {
  readonly id: string;
  readonly file: string;
  readonly cause: FailureCause;
  readonly message: string;
}

/** What is new in a run, compared with the baseline. */
export interface NewInRun {
  readonly red: readonly RedThing[];
  /** Tests that pass though they are new. */
  readonly passing: readonly TestCase[];
  readonly skipped: readonly TestCase[];
  /** Failures that the baseline had already. */
  readonly old: readonly string[];
}

/**
 * New are the cases that the baseline did not have, or had with another outcome. Without a finished
 * baseline everything red counts as new, and nothing that passes does: it cannot be told.
 */
export function newInRun(baseline: TestRun | null, now: FinishedRun): NewInRun {
  const before = baseline?.kind === "finished" ? baseline : null;
  const known = new Map((before?.cases ?? []).map((test) => [test.id, test.outcome.kind]));
  const fresh = now.cases.filter((test) => known.get(test.id) !== test.outcome.kind);
  const failing = now.cases.filter((test) => test.outcome.kind === "failed");
  return {
    red: [...fresh.flatMap(redCase), ...newLoads(before, now)],
    passing: before === null ? [] : fresh.filter((test) => passesNow(test, known)),
    skipped: fresh.filter((test) => test.outcome.kind === "skipped"),
    old: failing.filter((test) => known.get(test.id) === "failed").map((test) => test.id),
  };
}

/** A test that was red and passes now is good news, not a new test. */
function passesNow(test: TestCase, known: ReadonlyMap<string, string>): boolean {
  return test.outcome.kind === "passed" && !known.has(test.id);
}

function redCase(test: TestCase): RedThing[] {
  if (test.outcome.kind !== "failed") return [];
  const { cause, message } = test.outcome;
  return [{ id: test.id, file: test.file, cause, message }];
}

function newLoads(before: FinishedRun | null, now: FinishedRun): RedThing[] {
  const known = new Set(
    (before?.loadFailures ?? []).map((load) => `${load.file}\n${nameOf(load.cause)}`),
  );
  return now.loadFailures
    .filter((load) => !known.has(`${load.file}\n${nameOf(load.cause)}`))
    .map(({ file, cause, message }) => ({ id: file, file, cause, message }));
}

function nameOf(cause: FailureCause): string {
  return "name" in cause ? `${cause.kind} ${cause.name}` : cause.kind;
}
