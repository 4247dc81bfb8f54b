import type { TestRun } from "../../domain/test-run.ts";

/**
 * Tests that did not end alike in every run of the same tree: a test that is missing from one run
 * counts as another outcome. Fewer than two runs tell nothing.
 */
export function flakyTests(runs: readonly TestRun[]): readonly string[] {
  if (runs.length < 2) return [];
  const outcomes = runs.map(outcomesOf);
  const ids = new Set(outcomes.flatMap((run) => [...run.keys()]));
  return [...ids].filter((id) => new Set(outcomes.map((run) => run.get(id))).size > 1);
}

function outcomesOf(run: TestRun): Map<string, string> {
  if (run.kind !== "finished") return new Map([["(the run)", run.kind]]);
  const cases = run.cases.map((test) => [test.id, test.outcome.kind] as const);
  const loads = run.loadFailures.map((load) => [load.file, "did not load"] as const);
  return new Map([...cases, ...loads]);
}
