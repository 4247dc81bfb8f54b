import type { Result } from "../../domain/result.ts";
import { conclude } from "../issue-command.ts";
import type { Decision, RunState } from "../state.ts";
import { unexpected } from "./unexpected.ts";

type Pushing = Extract<RunState, { phase: "pushing" }>;

/** Pushed and verified: done means green, approved and gate clean (S0-47, S0-49). */
export function onFinalPush(state: Pushing, result: Result): Decision {
  if (result.kind !== "pushed") return unexpected(state, result);
  const { sha, url } = result;
  const out = { ...state, pushedSha: sha };
  return conclude(out, { kind: "success" }, [
    { type: "branch.pushed", branch: state.lock.branch, sha, url },
  ]);
}
