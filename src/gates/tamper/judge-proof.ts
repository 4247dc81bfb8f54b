import type { ObservedRun, ProofEvidence } from "../../domain/proof-evidence.ts";
import type { TestRun } from "../../domain/test-run.ts";
import type { GateFinding } from "./finding.ts";
import { judgeCanary } from "./judge-canary.ts";
import { judgeHoldout, judgeMainRun, judgeOtherEnvironment } from "./judge-run.ts";
import { judgeTwins } from "./judge-twin.ts";

export interface ProofQuestion {
  /** The run of the untouched base; null where none was made, as in `gate --run`. */
  readonly baseline: TestRun | null;
  readonly red: ObservedRun;
  /** The loop's own run of the tree, for evidence that has no main run. */
  readonly now: ObservedRun | null;
  readonly evidence: ProofEvidence;
}

/**
 * Everything that `gate --run` and the loop's last step hold a finished tree to (security.md 2.1):
 * the run itself, then CI and another day, held-out tests, an assertion that must fail,
 * and a copy that must pass.
 */
export function judgeProof({ baseline, red, now, evidence }: ProofQuestion): GateFinding[] {
  const main = evidence.main ?? now;
  if (main === null) throw new Error("Bug: a proof without a run.");
  const { declared, mutated, elsewhere, holdout, canaries, twins } = evidence;
  const first = judgeMainRun({ baseline, red, now: main, declared, mutated });
  if (first.length > 0) return first;
  return [
    ...(elsewhere === null
      ? []
      : judgeOtherEnvironment(main, elsewhere.observed, new Set(elsewhere.shaky))),
    ...(holdout === null ? [] : judgeHoldout(main, holdout)),
    ...judgeCanary(main, canaries),
    ...judgeTwins(main, twins),
  ];
}
