import type { FinishedRun, LoadFailure, TestCase, TestRun } from "./test-run.ts";
import { failingNames } from "./test-run.ts";

/**
 * Two runs of one tree as one: what fails in either of them failed, and what fails in one only is
 * named as flaky. Nothing that comes after is blamed for such a test, or proven by it.
 */
export function steadyRun(first: FinishedRun, second: TestRun): FinishedRun {
  if (second.kind !== "finished") return first;
  const [before, now] = [failingNames(first), failingNames(second)];
  const flaky = [
    ...before.filter((name) => !now.includes(name)),
    ...now.filter((name) => !before.includes(name)),
  ];
  if (flaky.length === 0) return first;
  const cases = [...first.cases.map((test) => worse(test, second)), ...onlyIn(second, first)];
  const failedNow = cases.filter(({ outcome }) => outcome.kind === "failed").length;
  const failedBefore = first.cases.filter(({ outcome }) => outcome.kind === "failed").length;
  const more = failedNow - failedBefore;
  const { counts } = first;
  return {
    ...first,
    cases,
    loadFailures: union(first.loadFailures, second.loadFailures),
    counts: {
      ...counts,
      passed: Math.max(0, counts.passed - more),
      failed: counts.failed + more,
    },
    flaky,
  };
}

function worse(test: TestCase, { cases }: FinishedRun): TestCase {
  if (test.outcome.kind === "failed") return test;
  const other = cases.find(({ id }) => id === test.id);
  return other?.outcome.kind === "failed" ? other : test;
}

/** What only the other run has and what failed there: a test of a file that did not load in this one. */
function onlyIn({ cases }: FinishedRun, first: FinishedRun): readonly TestCase[] {
  const known = new Set(first.cases.map(({ id }) => id));
  return cases.filter(({ id, outcome }) => outcome.kind === "failed" && !known.has(id));
}

function union(a: readonly LoadFailure[], b: readonly LoadFailure[]): LoadFailure[] {
  const known = new Set(a.map(({ file }) => file));
  return [...a, ...b.filter(({ file }) => !known.has(file))];
}
