import type { Asked } from "../../domain/red-verdict.ts";
import type { TestRun } from "../../domain/test-run.ts";
import type { RedThing } from "./new-failures.ts";

interface Seen {
  readonly repeats?: readonly TestRun[];
  readonly asks?: readonly Asked[];
}

/**
 * New tests that ask the clock and fail with other words each time: what they expect, or what they are
 * given, moves with it. No proof that they are wrong (a test may bracket a moment), so it is told and
 * stops nothing.
 */
export function movingWords({ repeats = [], asks = [] }: Seen, red: readonly RedThing[]): string[] {
  if (!asks.includes("clock") || asks.includes("chance")) return [];
  const moving = red.filter(
    ({ id, cause, message }) =>
      cause.kind === "assertion" &&
      repeats.some((run) => wordsOf(run, id).some((said) => said !== message)),
  );
  return moving.map(
    ({ id }) =>
      `${id} fails with other words at another time: does it expect what the clock says? Set the clock, and write the value out.`,
  );
}

function wordsOf(run: TestRun, id: string): string[] {
  if (run.kind !== "finished") return [];
  return run.cases.flatMap((test) =>
    test.id === id && test.outcome.kind === "failed" ? [test.outcome.message] : [],
  );
}
