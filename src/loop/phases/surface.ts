import type { Event } from "../../domain/event.ts";
import type { Result } from "../../domain/result.ts";
import { judgeSuite } from "../../gates/suite.ts";
import { block, conclude, want } from "../issue-command.ts";
import type { Decision, RunState } from "../state.ts";
import { suiteEvidence } from "./suite-evidence.ts";
import { unexpected } from "./unexpected.ts";

type Proving = Extract<RunState, { phase: "proving" }>;
type Pushing = Extract<RunState, { phase: "pushing" }>;

export function onProof(state: Proving, result: Result): Decision {
  if (result.kind !== "tests_ran") return unexpected(state, result);
  const { run, sandbox } = result;
  const ran: Event = { type: "tests.ran", purpose: "final", run, sandbox };
  const verdict = judgeSuite(suiteEvidence(state, run));
  const judged: Event = { type: "gate.judged", phase: "green", verdict };
  if (verdict.kind !== "pass") {
    const failed = verdict.kind === "fail" ? verdict.reason : verdict.why;
    const decision =
      "The suite is green here but not the way CI runs it (CI set). Does a test or the code depend on the environment?";
    return block(state, { reason: "debug_exhausted", failed, decision }, [ran, judged]);
  }
  if (state.head.sha === state.pushedSha)
    return conclude(state, { kind: "success" }, [ran, judged]);
  return want(
    { ...state, phase: "pushing" },
    { kind: "push", branch: state.lock.branch, sha: state.head.sha, expected: state.pushedSha },
    [ran, judged],
  );
}

/** Pushed and verified: done means green, approved and gate clean (S0-47, S0-49). */
export function onFinalPush(state: Pushing, result: Result): Decision {
  if (result.kind !== "pushed") return unexpected(state, result);
  const { sha, url } = result;
  return conclude(state, { kind: "success" }, [
    { type: "branch.pushed", branch: state.lock.branch, sha, url },
  ]);
}
