import type { Result } from "../../domain/result.ts";
import type { PostedTask, TaskRecord } from "../../domain/task-record.ts";

/** How often a task is given to a job before a person is asked what kills it. */
const MOST_TIMES = 3;

type Posted = ReadonlyMap<string, PostedTask>;

/** What is known besides the records: `alive` are the tasks whose jobs GitHub still lists; null: not asked. */
export interface Moment {
  readonly now: number;
  /** How long a job may work on a task before its lease is over, in milliseconds. */
  readonly leaseMs: number;
  /** How long a job that GitHub does not list may still turn up: it may just have been asked for. */
  readonly graceMs: number;
  /** Whether the run is taken up again: what a cancelled job left behind does not cancel it once more. */
  readonly isRescue: boolean;
  readonly alive: ReadonlySet<string> | null;
}

/** A task to be given to a job, for the nth time, in place of the record with that version. */
export interface TaskStart {
  readonly command: string;
  readonly times: number;
  readonly over: string | null;
}

export interface TaskPlan {
  /** The result that came first; the others wait, so that what it makes ready begins before they are judged. */
  readonly take: Result | null;
  readonly start: readonly TaskStart[];
  /** Records of what is no longer asked for. */
  readonly drop: readonly string[];
}

/**
 * What to do about the turns of a run that are worked in jobs of their own. Safe to repeat: what was begun is waited for, what is over is forgotten, and a job that is
 * gone without a result is begun again.
 * @param pending ids of the turns that the run wants, in their order
 */
export function planTasks(pending: readonly string[], posted: Posted, moment: Moment): TaskPlan {
  const gone = pending.flatMap((command) => goneOf(command, posted.get(command), moment));
  const dead = gone.filter(({ times }) => times > MOST_TIMES);
  return {
    take:
      firstDone(pending, posted, moment) ?? (dead[0] === undefined ? null : deadResult(dead[0])),
    start: gone.filter(({ times }) => times <= MOST_TIMES),
    drop: [...posted.keys()].filter((command) => !pending.includes(command)),
  };
}

/** Tasks of whose jobs the records alone cannot tell whether they still live. */
export function doubtful(
  posted: Posted,
  { now, graceMs }: Pick<Moment, "now" | "graceMs">,
): readonly string[] {
  return [...posted].flatMap(([command, { record }]) =>
    isOut(record) && now - record.at > graceMs ? [command] : [],
  );
}

/** Whether anything waits for somebody to go on with the run. */
export function hasNews(posted: Posted): boolean {
  return [...posted.values()].some(({ record }) => !isOut(record));
}

function isOut({ kind }: TaskRecord): boolean {
  return kind === "dispatched" || kind === "taken";
}

function goneOf(command: string, posted: PostedTask | undefined, moment: Moment): TaskStart[] {
  if (posted === undefined) return [{ command, times: 1, over: null }];
  const { record, version } = posted;
  if (!isGone(command, record, moment)) return [];
  return [{ command, times: record.times + 1, over: version }];
}

function isGone(command: string, record: TaskRecord, moment: Moment): boolean {
  const { now, leaseMs, graceMs, alive, isRescue } = moment;
  if (record.kind === "lost") return true;
  if (record.kind === "done") return isRescue && record.result.kind === "aborted";
  const age = now - record.at;
  if (record.kind === "taken" && age > leaseMs) return true;
  return age > graceMs && alive !== null && !alive.has(command);
}

function firstDone(
  pending: readonly string[],
  posted: Posted,
  { isRescue }: Pick<Moment, "isRescue">,
): Result | null {
  const done = pending.flatMap((command) => {
    const record = posted.get(command)?.record;
    if (record?.kind !== "done" || record.result.command !== command) return [];
    return isRescue && record.result.kind === "aborted" ? [] : [record];
  });
  return done.sort((a, b) => a.at - b.at)[0]?.result ?? null;
}

function deadResult({ command }: TaskStart): Result {
  return {
    kind: "broken",
    command,
    what: "the job of a task",
    detail: `Each of ${MOST_TIMES} jobs that worked on it ended without a result: its runner died, or the job was ended from outside.`,
    fix: "Look at the logs of these jobs (memory, disk, `timeout-minutes`), put right what ends them, then resume: the run goes on from here.",
  };
}
