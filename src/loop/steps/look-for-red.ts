import { isTestPath } from "../../domain/test-surface.ts";
import type { Desk } from "../desk.ts";
import { want } from "../issue-command.ts";
import type { Decision, StepsState } from "../state.ts";
import { stay } from "./and-then.ts";

/**
 * The check once more on the step's tests alone, over the head that it landed on: what passes there was
 * not proven by the test. It goes on beside the next step, because nothing waits for what it says.
 */
export function lookForRed(state: StepsState, desk: Desk, before: string): Decision {
  const { loop, request } = state;
  const step = loop.tasks.find(({ id }) => id === desk.step);
  if (step === undefined || request.rules.passesAtRed !== "adjust") return stay(state);
  const { testFiles } = request.config;
  return want(state, {
    kind: "run_check",
    purpose: "red",
    step: step.id,
    line: step.check,
    tree: before,
    changes: desk.changes.filter(({ path }) => isTestPath(path, testFiles)),
    timeoutMs: loop.timeoutMs,
    pattern: loop.verifyOutputPattern,
  });
}
