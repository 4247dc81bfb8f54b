import type { PostedTask } from "../../domain/task-record.ts";
import type { Folded } from "../../loop/fold.ts";
import type { Clock, TaskBoard } from "../../ports.ts";
import type { Perform } from "../perform.ts";

/** What became of a task: its result is where the run finds it, or there was nothing to do. */
export type TaskEnd =
  | { readonly kind: "brought" }
  | { readonly kind: "not_needed"; readonly why: string };

export interface TaskWork {
  readonly command: string;
  /** Id of this job's workflow run, by which others see whether it lives. */
  readonly job: string;
  readonly board: TaskBoard;
  readonly clock: Clock;
  /** The run as it is kept now. Read behind the record, so that it knows whatever the record knows. */
  readonly open: () => Promise<{ readonly folded: Folded; readonly perform: Perform } | null>;
}

/**
 * Works one turn of a run in a job of its own. Begun twice, one of the jobs does it; a job that comes back
 * late finds another record in place of its own, and its result counts nowhere.
 */
export async function workTask(work: TaskWork): Promise<TaskEnd> {
  const { command, job, board, clock } = work;
  const found = (await board.read()).get(command);
  if (found?.record.kind !== "dispatched") return notNeeded(found);
  const { times } = found.record;
  const opened = await work.open();
  const wanted = opened?.folded.state.pending.find(({ id }) => id === command);
  if (opened === null || wanted === undefined) return gone;
  const { folded, perform } = opened;
  const lease = { kind: "taken", times, at: clock.now(), job } as const;
  const mine = await board.post(command, lease, found.version);
  if (mine === null) return gone;
  const result = await perform(wanted, folded);
  const done = { kind: "done", times, at: clock.now(), result } as const;
  return (await board.post(command, done, mine)) === null ? late : { kind: "brought" };
}

/**
 * Says that this job's task has no one any more: for the job that follows on one which failed.
 * @returns false when there is nothing to say: it has a result, another job, or was never this one's
 */
export async function markLost({
  command,
  job,
  board,
  clock,
}: Pick<TaskWork, "command" | "job" | "board" | "clock">): Promise<boolean> {
  const found = (await board.read()).get(command);
  if (found === undefined || !isMine(found, job)) return false;
  const { times } = found.record;
  const lost = { kind: "lost", times, at: clock.now() } as const;
  return (await board.post(command, lost, found.version)) !== null;
}

/** A job that died before it had said so may have been the one that was asked for. */
function isMine({ record }: PostedTask, job: string): boolean {
  return record.kind === "dispatched" || (record.kind === "taken" && record.job === job);
}

const gone: TaskEnd = {
  kind: "not_needed",
  why: "The run does not ask for this task any more, or another job was faster.",
};

const late: TaskEnd = {
  kind: "not_needed",
  why: "Another job has taken the task over meanwhile. The result of this one counts nowhere.",
};

function notNeeded(found: PostedTask | undefined): TaskEnd {
  if (found === undefined) return gone;
  const why =
    found.record.kind === "taken"
      ? "Another job works on this task."
      : "This task has a result already.";
  return { kind: "not_needed", why };
}
