import type { TaskName } from "../domain/task-record.ts";
import { readTaskText } from "../domain/task-record.ts";

/**
 * A job of a run that is under way already: it works one task and goes on with the run. Who may start a
 * run was asked when it began; what this job does is what the run's own records say, so that nobody gains
 * anything by starting one by hand.
 */
export interface TaskTrigger {
  readonly kind: "task";
  readonly issue: number;
  readonly task: TaskName;
  /** Whether the job that had the task failed: then it is given to another. */
  readonly isLost: boolean;
  readonly bot: string | null;
  readonly stickyComment: number | null;
}

/** @param told what a bot says of the comments that the run goes on with; null for a person */
export function readTask(
  issue: number,
  { task: text, command }: { readonly task: string; readonly command: string },
  told: Pick<TaskTrigger, "bot" | "stickyComment"> | null,
): TaskTrigger | { readonly kind: "invalid"; readonly problem: string } {
  const task = readTaskText(text);
  if (task === null || !task.run.startsWith(`issue-${issue}-`)) {
    const problem = `Input "task" is set by the run itself, for its own issue; leave it empty to start or resume a run.`;
    return { kind: "invalid", problem };
  }
  const { bot = null, stickyComment = null } = told ?? {};
  return { kind: "task", issue, task, isLost: command === "settle", bot, stickyComment };
}
