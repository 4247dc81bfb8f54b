import type { Event } from "../domain/event.ts";
import { oneLine } from "../domain/outbound-text.ts";
import type { CheckExit } from "../domain/result.ts";
import { unreachable } from "../domain/unreachable.ts";
import { counted, formatElapsed } from "./figures.ts";

/** What happens while the steps of a loop spec are worked. */
export type StepEvent = Extract<
  Event,
  { type: "loop.read" | "check.ran" | "step.begun" | "step.failed" | "step.completed" }
>;

/** One such event as one plain line, like `describeEvent`. */
export function describeStep(event: StepEvent): string {
  switch (event.type) {
    case "loop.read":
      return `Loop spec ${oneLine(event.name, 60)} read: ${event.shape}, ${counted(event.steps.length, "step")}, at most ${counted(event.maxIterations, "iteration")}`;
    case "step.begun":
      return `Iteration ${event.iteration}: ${stepName(event.step)}, attempt ${event.attempt}`;
    case "check.ran":
      return describeCheck(event);
    case "step.failed":
      return `${stepName(event.step)} failed: ${oneLine(event.why, 200)}`;
    case "step.completed":
      return `${stepName(event.step)} done${event.sha === null ? ", nothing to commit" : ""}${leftText(event.left)}`;
    default:
      return unreachable(event);
  }
}

/** Steps by their id; the final check by its name. */
export function stepName(step: string): string {
  return step === "(final)" ? "Final check" : `Step ${oneLine(step, 60)}`;
}

function describeCheck(event: Extract<StepEvent, { type: "check.ran" }>): string {
  const { purpose, step, line, exit, passed, skipped, durationMs } = event;
  const what = `${words[purpose]} of ${stepName(step).toLowerCase()}: ${oneLine(line, 100)}`;
  if (skipped !== null) return `${what} left out: ${oneLine(skipped, 160)}`;
  if (purpose === "red")
    return `${what} ${passed ? "passes without the code" : "fails without the code, as it should"}`;
  return `${what} ${passed ? "passed" : `failed (${describeExit(exit)})`} in ${formatElapsed(durationMs)}`;
}

const words = {
  check: "Check",
  validation: "Validation",
  final: "Final check",
  red: "Check on the tests alone",
} as const;

export function describeExit(exit: CheckExit): string {
  switch (exit.kind) {
    case "exited":
      return `exit code ${exit.code}`;
    case "killed":
      return `killed by ${oneLine(exit.signal, 20)}`;
    case "timed_out":
      return `killed/timeout after ${formatElapsed(exit.afterMs)}`;
    default:
      return unreachable(exit);
  }
}

function leftText(left: readonly { readonly path: string; readonly why: string }[]): string {
  if (left.length === 0) return "";
  const shown = left.slice(0, 5).map(({ path, why }) => `${path} (${why})`);
  return `; not committed: ${oneLine(shown.join(", "), 300)}`;
}
