import type { StepAnswer } from "../../domain/answers.ts";
import { judgeStepScope } from "../../gates/step-scope.ts";
import type { Lane } from "../desk.ts";
import type { Decision, StepsState } from "../state.ts";
import { stay } from "./and-then.ts";
import { chooseTask } from "./choose-task.ts";
import { conflictsOf, conflictText, failStep } from "./fail-step.ts";
import { finalId, stepOf } from "./final-step.ts";
import { checkDesk } from "./run-checks.ts";

/** Judges what a report claims before anything is run: which step it is for, and which files count. */
export function judgeReport(before: StepsState, waiting: Lane): Decision {
  const chosen = chosenStep(before, waiting);
  if (chosen.kind === "refused") return failStep(before, waiting, chosen.why);
  const { state, lane } = chosen;
  const foreign = conflictsOf(state, lane);
  if (foreign.length > 0) return failStep(state, lane, conflictText(foreign), { isOthers: true });
  const scope = judgeStepScope({
    reported: lane.reported,
    changes: lane.changes,
    owned: stepOf(state.loop, lane.step).files,
    takesNew: state.loop.autoCommitAddUntracked,
  });
  if (scope.kind === "refused") return failStep(state, lane, scope.why, { cure: scope.cure });
  const { changes, left } = scope;
  // What has no changes has nothing to merge.
  const isApart = state.loop.taskWorktrees && lane.step !== finalId && changes.length > 0;
  return checkDesk(state, {
    ...{ step: lane.step, stage: "check", changes, left },
    tree: lane.base.tree,
    own: isApart ? { base: lane.base, sha: null } : null,
  });
}

type Chosen =
  | { readonly kind: "chosen"; readonly state: StepsState; readonly lane: Lane }
  | { readonly kind: "refused"; readonly why: string };

/** S1-37: of the steps that are ready now the agent may have taken another than the suggested one. */
function chosenStep(state: StepsState, lane: Lane): Chosen {
  const { loop, completed, lanes } = state;
  const taskId = lane.report?.taskId ?? null;
  if (loop.order !== "dag" || lane.step === finalId || taskId === null || taskId === lane.step)
    return { kind: "chosen", state, lane };
  const others = lanes.filter((one) => one !== lane).map(({ step }) => step);
  const progress = { completed: new Set(completed), running: new Set(others) };
  const asked = { taskId, current: lane.step, parallelism: loop.parallelism };
  const choice = chooseTask(loop.tasks, progress, asked);
  if (choice.kind === "refused") return { kind: "refused", why: choice.text };
  const swapped: Lane = { ...lane, step: choice.id };
  const { [lane.step]: own = 1, [choice.id]: other = 0, ...rest } = state.attempts;
  const attempts = { ...rest, [lane.step]: own - 1, [choice.id]: other + 1 };
  const swappedLanes = lanes.map((one) => (one === lane ? swapped : one));
  return { kind: "chosen", state: { ...state, attempts, lanes: swappedLanes }, lane: swapped };
}

/** A blocked report ends the run with what the agent says; others at work may still finish (S1-33). */
export function endBlocked(state: StepsState, lane: Lane, report: StepAnswer): Decision {
  const question =
    report.cannot?.question ?? ([report.nextPrompt, report.summary].find(Boolean) || "");
  const failed = `The agent reports that step "${lane.step}" is blocked: ${report.summary || question}`;
  const decision = question === "" ? "What does the step lack? Then go on." : question;
  const ending = state.ending ?? { reason: "agent_blocked", failed, decision, command: "resume" };
  return stay({ ...state, ending, lanes: state.lanes.filter((other) => other !== lane) });
}
