import type { Decision, StepsState } from "../state.ts";

/** Goes on from a decision while the steps are being worked, keeping what it wants done and told. */
export function andThen(before: Decision, go: (state: StepsState) => Decision): Decision {
  if (before.state.phase !== "loop_steps") return before;
  const after = go(before.state);
  return {
    state: after.state,
    commands: [...before.commands, ...after.commands],
    events: [...before.events, ...after.events],
  };
}

/** Nothing more is wanted at this moment. */
export function stay(state: StepsState, events: Decision["events"] = []): Decision {
  return { state, commands: [], events };
}
