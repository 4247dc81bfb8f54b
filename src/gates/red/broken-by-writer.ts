import type { Written } from "../../domain/red-verdict.ts";
import type { FinishedRun, TestCase, TestRun } from "../../domain/test-run.ts";
import { wholeRun } from "../../domain/test-run.ts";
import { isTestPath } from "../../domain/test-surface.ts";

/**
 * Tests that passed before and fail now although the writer did not touch them: what a new test does
 * to files or state is no proof that behaviour is missing. A test without a known file may stand in
 * any changed file that the base had already.
 */
export function brokenByWriter(
  baseline: TestRun | null,
  now: FinishedRun,
  written: readonly Written[] | undefined,
): string[] {
  if (written === undefined || baseline?.kind !== "finished") return [];
  if (now.source === "exit_code") return [];
  const passed = new Set(
    baseline.cases.filter(({ outcome }) => outcome.kind === "passed").map(({ id }) => id),
  );
  const touched = new Set(written.map(({ path }) => path));
  const changedOld = written.some(({ isNew }) => !isNew);
  const isWriters = ({ file }: TestCase): boolean =>
    touched.has(file) || (changedOld && !isTestPath(file));
  return now.cases
    .filter((test) => test.outcome.kind === "failed" && passed.has(test.id))
    .filter((test) => test.id !== wholeRun && !isWriters(test))
    .map(({ id }) => id);
}
