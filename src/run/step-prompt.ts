import type { Task } from "../domain/command.ts";
import type { LoopSpec, SpecTask } from "../domain/loop-spec/loop-spec.ts";
import type { StepsState } from "../loop/state.ts";
import { finalId, stepOf } from "../loop/steps/final-step.ts";
import { nextTasks } from "../loop/steps/next-tasks.ts";
import { taskBranch } from "../loop/steps/task-branch.ts";
import type { DeveloperInput } from "./developer-prompt.ts";

type StepTask = NonNullable<Task["step"]>;

/** Iterations that a prompt shows, so that a long run costs no more than a short one (S1-30). */
const shownIterations = 10;

/** All that a developer is told of the loop: plan, step, limits, history (S1-29). */
export function developerInput(
  task: Task,
  state: StepsState,
  {
    isAgain,
    ...more
  }: Pick<DeveloperInput, "changes" | "guidance" | "shown"> & { readonly isAgain: boolean },
): DeveloperInput {
  const { loop } = state;
  const step = stepTaskOf(task);
  const spec = stepOf(loop, step.id);
  return {
    ...more,
    loop: loop.name,
    goal: loop.goal,
    step: `${spec.name} (${step.id})`,
    iteration: `${step.iteration} of at most ${loop.maxIterations}`,
    attempt: attemptText(task, state),
    check: spec.check,
    rules: rulesText(loop),
    prompt: spec.prompt ?? loop.goal,
    nextPrompt: step.nextPrompt,
    place: [isAgain ? interruptedText : "", placeText(step, state)].filter(Boolean).join("\n\n"),
    mayWrite: task.mayWrite,
    owned: spec.files,
    plan: planLines(state, step.id),
    ready: readyText(state, step.id),
    feedback: task.feedback,
    ...historyOf(state),
  };
}

function stepTaskOf({ step }: Task): StepTask {
  if (step === undefined) throw new Error("Bug: a developer without a step.");
  return step;
}

function attemptText({ attempt, step }: Task, { loop, finalFailures }: StepsState): string {
  if (step?.id === finalId)
    return `final check failed ${finalFailures} of ${loop.finalAttempts} times`;
  return `attempt ${attempt} of ${loop.attemptsPerTask}`;
}

function rulesText({
  validation,
  verifyOutputPattern,
  autoCommitAddUntracked,
}: LoopSpec): string[] {
  const { command, isDefault } = validation;
  return [
    ...(command === null
      ? []
      : [
          `After the check, the validation \`${command}\` must end with 0 as well${isDefault ? ", where it is installed" : ""}.`,
        ]),
    ...(verifyOutputPattern === null
      ? []
      : [`What the check prints must match the pattern ${verifyOutputPattern}`]),
    ...(autoCommitAddUntracked
      ? []
      : [
          "New files cannot be committed in this run (autoCommitAddUntracked is off): put tests and code into files that exist.",
        ]),
  ];
}

const interruptedText =
  "This iteration was begun once before and cut off. What it had done is gone: go by the files as they are now.";

/** S1-50: which place and branch are this step's own. */
function placeText({ lane, id }: StepTask, { loop, request }: StepsState): string {
  if (!loop.taskWorktrees || lane === null) return "";
  return `You work in the step's own work tree ${lane}, for the branch ${taskBranch(loop.name, request.runId, id)}.`;
}

function planLines({ loop, completed, lanes }: StepsState, current: string): string[] {
  const lines = loop.tasks.map((task) => {
    const marks = { done: completed.includes(task.id), current: task.id === current };
    const isElsewhere = lanes.some(({ step }) => step === task.id) && !marks.current;
    return `${markOf(marks, isElsewhere)} ${task.id}: ${task.name}${after(task)} — check: ${task.check}`;
  });
  if (loop.finalCheck === null) return lines;
  const mark = current === finalId ? "[current]" : "[pending]";
  return [...lines, `${mark} final check of the whole — check: ${loop.finalCheck}`];
}

function markOf(marks: { done: boolean; current: boolean }, isElsewhere: boolean): string {
  if (marks.done) return "[done]";
  if (marks.current) return "[current]";
  return isElsewhere ? "[in other hands]" : "[pending]";
}

function after({ dependsOn }: SpecTask): string {
  return dependsOn.length === 0 ? "" : ` (after ${dependsOn.join(", ")})`;
}

function readyText({ loop, completed, lanes }: StepsState, current: string): string {
  if (loop.order !== "dag" || current === finalId) return "";
  const others = lanes.map(({ step }) => step).filter((step) => step !== current);
  const progress = { completed: new Set(completed), running: new Set(others) };
  const ready = nextTasks(loop.tasks, progress, loop.parallelism).map(({ id }) => id);
  const busy =
    others.length === 0
      ? ""
      : ` Others work on ${others.join(", ")} at this moment: keep off their files.`;
  if (ready.every((id) => id === current)) return busy.trim();
  return `Ready now: ${ready.join(", ")}. Suggested: ${current}; to take another ready one instead, do that step's work and name it as taskId in the report.${busy}`;
}

function historyOf({ history }: StepsState): Pick<DeveloperInput, "history" | "omitted"> {
  const shown = history.slice(-shownIterations).map((one) => {
    const lessons = one.lessons.map((lesson) => `\n  lesson: ${lesson}`).join("");
    const why = one.why === "" ? "" : `\n  ${firstLines(one.why)}`;
    return `${one.step}, attempt ${one.attempt}: ${one.outcome}. ${one.summary}${why}${lessons}`;
  });
  return { history: shown, omitted: Math.max(0, history.length - shownIterations) };
}

/** The whole reason stands in the feedback of its own step; here a line tells enough. */
function firstLines(text: string): string {
  return text.split("\n").slice(0, 2).join(" ").slice(0, 300);
}
