import type { CheckPurpose } from "../../domain/command.ts";
import type { Desk, Head } from "../desk.ts";
import { want } from "../issue-command.ts";
import type { Decision, StepsState } from "../state.ts";
import { finalId, stepOf } from "./final-step.ts";

/** Runs the check of what is on the desk, on the branch's head with the reported changes and nothing else. */
export function checkDesk(state: StepsState, desk: Desk): Decision {
  const line = stepOf(state.loop, desk.step).check;
  const purpose = desk.step === finalId ? "final" : "check";
  return runOnDesk(state, { ...desk, stage: "check" }, { purpose, line });
}

/** Runs a command on the changes of the desk, or on some of them. */
export function runOnDesk(
  state: StepsState,
  desk: Desk,
  { purpose, line }: { readonly purpose: CheckPurpose; readonly line: string },
  changes: Desk["changes"] = desk.changes,
): Decision {
  const { loop } = state;
  const { tree } = onto(state, desk);
  const pattern = purpose === "validation" ? null : loop.verifyOutputPattern;
  return want(
    { ...state, desk },
    {
      kind: "run_check",
      ...{ purpose, line, pattern },
      step: desk.step,
      tree,
      changes: [...changes],
      timeoutMs: loop.timeoutMs,
    },
  );
}

/** What the changes of the desk lie on: the branch's head, or with task worktrees first the step's own base. */
export function onto({ head }: StepsState, { own }: Desk): Head {
  return own !== null && own.sha === null ? own.base : head;
}
