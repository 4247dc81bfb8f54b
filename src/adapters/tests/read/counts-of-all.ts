import type { TestCounts } from "../../../domain/test-run.ts";

/**
 * The figures of a runner that may have been started more than once: those of all its summaries when
 * they agree with the tests that are named, else the last, since a test may print a summary of its own.
 */
export function countsOfAll(summaries: readonly TestCounts[], named: number): TestCounts | null {
  const last = summaries.at(-1) ?? null;
  if (summaries.length < 2) return last;
  const all = summaries.reduce((sum, one) => ({
    passed: sum.passed + one.passed,
    failed: sum.failed + one.failed,
    skipped: sum.skipped + one.skipped,
  }));
  return all.passed + all.failed + all.skipped === named ? all : last;
}
