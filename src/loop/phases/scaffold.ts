import type { Event } from "../../domain/event.ts";
import type { Result } from "../../domain/result.ts";
import { judgeEdit } from "../../gates/judge.ts";
import type { Decision, RedState } from "../state.ts";
import { again, runTests } from "./red-turns.ts";
import { cannotGoOn, turnEvent, turnEvidence } from "./turn.ts";
import { unexpected } from "./unexpected.ts";

/** Stubs may only be in promised files, and the tests stay as they were written. */
export function onScaffold(state: RedState, result: Result): Decision {
  const { work } = state;
  if (result.kind === "turn_failed") return cannotGoOn(state, result, state.attempt);
  if (result.kind !== "turn_taken" || work === null) return unexpected(state, result);
  const taken = turnEvent(result, state.attempt);
  const verdict = judgeEdit({ ...turnEvidence(state, result), seal: work.seal });
  const judged: Event = { type: "gate.judged", phase: "red", verdict };
  if (verdict.kind !== "pass") return again(state, verdict, [taken, judged]);
  const scaffolded: RedState = { ...state, scaffolded: true, work: { ...work, tree: result.tree } };
  return runTests(scaffolded, result.tree, [taken, judged]);
}
