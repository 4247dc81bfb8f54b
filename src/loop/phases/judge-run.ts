import type { ResultOf } from "../../domain/result.ts";
import type { Verdict } from "../../domain/verdict.ts";
import { judgeSuite } from "../../gates/suite.ts";
import { judgeMutations } from "../../gates/tamper/run-mutations.ts";
import type { Reddened } from "../state.ts";
import { unitOf } from "../unit.ts";

/** A run after RED: the tree it ran in is as it was, and the suite is green beside baseline and RED. */
export function judgeRun(
  state: Reddened,
  { run, mutated }: Pick<ResultOf<"tests_ran">, "run" | "mutated">,
): Verdict {
  const { red, restless } = state;
  const baseline = unitOf(state).before;
  const redSilent = red.run.kind === "finished" ? (red.run.emptyFiles ?? []) : [];
  const { ids: redIds, groups: redGroups } = red;
  const suite = judgeSuite({ baseline, redIds, redGroups, redSilent, run });
  return suite.kind === "pass" ? judgeMutations(mutated ?? [], restless) : suite;
}
