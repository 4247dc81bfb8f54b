import type { Lane } from "../desk.ts";
import type { Decision, StepsState } from "../state.ts";
import { failStep } from "./fail-step.ts";

/** What was on the desk is not accepted; the final check's first run is nobody's turn yet. */
export function failDesk(state: StepsState, why: string): Decision {
  const step = state.desk?.step ?? "";
  const lane = state.lanes.find((one) => one.step === step) ?? emptyLane(state, step);
  return failStep(state, lane, why);
}

function emptyLane({ commits, head }: StepsState, step: string): Lane {
  const nothing = { changes: [], reported: [], feedback: [], nextPrompt: "", report: null };
  return { step, command: "", slot: 0, since: commits, base: head, ...nothing };
}
