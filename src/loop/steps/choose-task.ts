import { nearestWord } from "../../domain/nearest-word.ts";
import type { Progress } from "./next-tasks.ts";
import { nextTasks } from "./next-tasks.ts";
import type { Task } from "./task.ts";

/** What a report is about. A refusal changes nothing: no attempt is counted, nothing is verified. */
export type Choice =
  | { readonly kind: "chosen"; readonly id: string; readonly by: "report" | "suggestion" }
  | {
      readonly kind: "refused";
      readonly why: "already_done" | "unknown" | "not_ready" | "nothing_ready";
      readonly text: string;
    };

export interface Asked {
  /** The task that the report names; null when it names none. */
  readonly taskId: string | null;
  /** The task that was suggested last; null at the start. */
  readonly current: string | null;
  readonly parallelism: number;
}

/**
 * Which task a report counts for (S1-35, S1-37). A named task has to be one of those that are shown
 * now: one that is completed already is refused as a duplicate, and a wrong or waiting one is never
 * taken for another. Without a name it is the suggested one.
 */
export function chooseTask(tasks: readonly Task[], progress: Progress, asked: Asked): Choice {
  const shown = nextTasks(tasks, progress, asked.parallelism).map(({ id }) => id);
  const { taskId } = asked;
  if (taskId === null) return suggested(shown, asked.current);
  if (shown.includes(taskId)) return { kind: "chosen", id: taskId, by: "report" };
  const ready = shown.length === 0 ? "None is ready." : `Ready now: ${shown.join(", ")}.`;
  const refused = (why: Extract<Choice, { kind: "refused" }>["why"], text: string): Choice => ({
    kind: "refused",
    why,
    text: `${text} ${ready}`,
  });
  if (progress.completed.has(taskId))
    return refused("already_done", `"${taskId}" is done already.`);
  const task = tasks.find(({ id }) => id === taskId);
  if (task === undefined) {
    const near = nearestWord(
      taskId,
      tasks.map(({ id }) => id),
    );
    const hint = near === null ? "" : ` Did you mean "${near}"?`;
    return refused("unknown", `There is no task "${taskId}".${hint}`);
  }
  const missing = task.dependsOn.filter((on) => !progress.completed.has(on));
  const waits =
    missing.length === 0 ? "other tasks come first" : `it waits for ${missing.join(", ")}`;
  return refused("not_ready", `"${taskId}" is not ready: ${waits}.`);
}

/** The current task while it is still ready, else the first one. */
function suggested(shown: readonly string[], current: string | null): Choice {
  const id = current !== null && shown.includes(current) ? current : shown[0];
  if (id !== undefined) return { kind: "chosen", id, by: "suggestion" };
  return { kind: "refused", why: "nothing_ready", text: "No task is ready." };
}
