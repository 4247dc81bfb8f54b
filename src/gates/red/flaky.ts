import type { Asked } from "../../domain/red-verdict.ts";
import type { TestRun } from "../../domain/test-run.ts";
import type { RedReason } from "./honesty.ts";

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

/** Those among them that the baseline did not have: what it had is not this change's to answer for. */
export function newFlakyTests(
  runs: readonly TestRun[],
  baseline: TestRun | null,
): readonly string[] {
  const before = baseline?.kind === "finished" ? baseline.cases.map(({ id }) => id) : [];
  return flakyTests(runs).filter((id) => !before.includes(id));
}

/** Of tests that ask the clock, and nothing of chance, it is the clock. */
export function whyFlaky(asks: readonly Asked[] = []): RedReason {
  return asks.includes("clock") && !asks.includes("chance") ? "clock_dependent" : "flaky";
}

function outcomesOf(run: TestRun): Map<string, string> {
  if (run.kind !== "finished") return new Map([["(the run)", run.kind]]);
  const cases = run.cases.map((test) => [test.id, test.outcome.kind] as const);
  const loads = run.loadFailures.map((load) => [load.file, "did not load"] as const);
  return new Map([...cases, ...loads]);
}
