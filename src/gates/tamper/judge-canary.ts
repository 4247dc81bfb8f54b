import type { CanaryRun, ObservedRun } from "../../domain/proof-evidence.ts";
import { failures } from "../../domain/test-run.ts";
import { isTestPath } from "../../domain/test-surface.ts";
import type { GateFinding } from "./finding.ts";
import { casesOf } from "./judge-run.ts";

/**
 * A false assertion must fail. It is tried several times with other assertions, because one may
 * stand in a test that does not reach it; only when none is noticed has the referee been bent.
 */
export function judgeCanary(main: ObservedRun, attempts: readonly CanaryRun[]): GateFinding[] {
  const outcomes = attempts.map((attempt) => outcomeOf(main, attempt));
  if (outcomes.includes("noticed") || !outcomes.includes("survived")) return [];
  const counts = attempts.map(({ observed }) => casesOf(observed.run).length).join(",");
  const fix =
    "Leave the test framework and the comparison of values alone: an assertion that is false passed.";
  return [{ code: "CANARY_SURVIVED", path: "", detail: `fail=0,tests=${counts}`, fix }];
}

/**
 * Whether a turned assertion was noticed: a failure that the main run did not have, not of another
 * test file, and the command said so. A run that broke off, or a file that could not be loaded,
 * tells nothing of assertions.
 */
function outcomeOf(
  main: ObservedRun,
  { observed: { run, exitCode }, turned }: CanaryRun,
): "noticed" | "survived" | "inconclusive" {
  if (run.kind !== "finished" || main.run.kind !== "finished") return "inconclusive";
  const before = new Set(failures(main.run).map(({ id }) => id));
  const isElsewhere = (file: string): boolean => isTestPath(file) && !turned.includes(file);
  const failing = failures(run).filter(({ id, file }) => !before.has(id) && !isElsewhere(file));
  if (failing.length > 0 && exitCode !== 0) return "noticed";
  return run.loadFailures.length > main.run.loadFailures.length ? "inconclusive" : "survived";
}

/** Whether an attempt shows that a false assertion fails, so that no other has to be tried. */
export function wasNoticed(main: ObservedRun, attempt: CanaryRun): boolean {
  return outcomeOf(main, attempt) === "noticed";
}
