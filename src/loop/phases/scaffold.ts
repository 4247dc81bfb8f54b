import type { Event } from "../../domain/event.ts";
import type { RedVerdict } from "../../domain/red-verdict.ts";
import type { Result } from "../../domain/result.ts";
import { judgeScope } from "../../gates/scope.ts";
import { judgeSeal } from "../../gates/seal.ts";
import { want } from "../issue-command.ts";
import type { Decision, RedState } from "../state.ts";
import { again, runTests } from "./red.ts";
import { cannotGoOn, newTask, turnEvent } from "./turn.ts";
import { unexpected } from "./unexpected.ts";

/** The promised names are missing: stubs of that shape, so that the tests can run and fail. */
export function scaffold(
  state: RedState,
  verdict: RedVerdict,
  events: readonly Event[],
): Decision {
  const task = newTask({
    role: "scaffolder",
    attempt: state.attempt,
    tree: state.work?.tree ?? state.ground.baseTree,
    mayWrite: state.lock.allowlist.map((file) => file.path),
    scaffold: verdict.missing.map(({ target, name }) => `${target} ${name}`),
  });
  return want({ ...state, step: "scaffolding" }, { kind: "take_turn", task }, events);
}

/** Stubs may only be in promised files, and the tests stay as they were written. */
export function onScaffold(state: RedState, result: Result): Decision {
  const { work } = state;
  if (result.kind === "turn_failed") return cannotGoOn(state, result, state.attempt);
  if (result.kind !== "turn_taken" || work === null) return unexpected(state, result);
  const taken = turnEvent(result, state.attempt);
  const mayWrite = state.lock.allowlist.map((file) => file.path);
  const scope = judgeScope({ changes: result.changes, offences: result.offences, mayWrite });
  const verdict =
    scope.kind === "pass" ? judgeSeal({ seal: work.seal, changes: result.changes }) : scope;
  const judged: Event = { type: "gate.judged", phase: "red", verdict };
  if (verdict.kind !== "pass") return again(state, verdict, [taken, judged]);
  const scaffolded: RedState = { ...state, scaffolded: true, work: { ...work, tree: result.tree } };
  return runTests(scaffolded, result.tree, [taken, judged]);
}
