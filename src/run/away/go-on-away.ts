import type { Command } from "../../domain/command.ts";
import type { Result } from "../../domain/result.ts";
import type { PostedTask } from "../../domain/task-record.ts";
import { isAway } from "../../loop/away/is-away.ts";
import type { TaskStart } from "../../loop/away/plan-tasks.ts";
import { doubtful, planTasks } from "../../loop/away/plan-tasks.ts";
import type { Folded } from "../../loop/fold.ts";
import type { Ports, TaskBoard, TaskJobs } from "../../ports.ts";
import type { Perform } from "../perform.ts";
import type { Watch } from "../run-issue.ts";
import { runHere, takeResult } from "../run-issue.ts";

/** What going on with a run takes whose turns are worked by other jobs. */
export interface Away {
  readonly ports: Pick<Ports, "journal" | "clock">;
  readonly perform: Perform;
  readonly watch: Watch;
  readonly board: TaskBoard;
  readonly jobs: TaskJobs;
  /** Whether this job follows on one that died: what that one asked for may never have been heard. */
  readonly isRescue: boolean;
}

/** A job that was killed while it worked leaves its lease; what it needs to end itself comes on top. */
const LEASE_MARGIN_MS = 15 * 60_000;

/** A job that was asked for is listed some seconds later. */
const GRACE_MS = 3 * 60_000;

/**
 * Goes on with a run as far as it comes without the turns that are still out: takes what other jobs have
 * brought, one result at a time, judges and commits it here, and has jobs begun for what became ready.
 * One job at a time may do this. When it returns and the run is not done, all that is wanted is out, and
 * whoever brings the next result goes on.
 */
export async function goOnAway(begun: Folded, away: Away): Promise<Folded> {
  const { ports, perform, watch, board } = away;
  const { request } = begun.state;
  let folded = begun;
  for (;;) {
    const isElsewhere = (command: Command) => isAway(request, command);
    folded = await runHere(folded, ports, perform, { watch, isAway: isElsewhere });
    // First where the others find it: only then is a record of no more use, and a job finds its task.
    await ports.journal.share();
    const posted = await board.read();
    if (folded.state.phase === "done") {
      await board.drop([...posted.keys()]);
      return folded;
    }
    const result = await round(folded, posted, away);
    if (result === null) return folded;
    folded = await takeResult(folded, result, ports, watch);
  }
}

/** Brings the records up to what the run wants. Gives the result to take next, null to leave it at that. */
async function round(
  { state }: Folded,
  posted: ReadonlyMap<string, PostedTask>,
  { ports, board, jobs, isRescue }: Away,
): Promise<Result | null> {
  const now = ports.clock.now();
  const leaseMs = state.request.config.limits.minutes * 60_000 + LEASE_MARGIN_MS;
  const graceMs = isRescue ? -1 : GRACE_MS;
  const isUnsure = doubtful(posted, { now, graceMs }).length > 0;
  const alive = isUnsure ? await jobs.alive(posted) : null;
  const pending = state.pending.map(({ id }) => id);
  const plan = planTasks(pending, posted, { now, leaseMs, graceMs, alive, isRescue });
  await board.drop(plan.drop);
  const refused = await startAll(plan.start, { now, board, jobs });
  return refused ?? plan.take;
}

async function startAll(
  starts: readonly TaskStart[],
  given: Pick<Away, "board" | "jobs"> & { readonly now: number },
): Promise<Result | null> {
  for (const start of starts) {
    const refused = await startOne(start, given);
    if (refused !== null) return refused;
  }
  return null;
}

async function startOne(
  { command, times, over }: TaskStart,
  { board, jobs, now }: Pick<Away, "board" | "jobs"> & { readonly now: number },
): Promise<Result | null> {
  const version = await board.post(command, { kind: "dispatched", times, at: now }, over);
  // Somebody was faster: a result that came late, or a job that began after all.
  if (version === null) return null;
  const started = await jobs.start(command);
  if (started.kind === "started") return null;
  await board.drop([command]);
  const { why: detail, fix } = started;
  return { kind: "broken", command, what: "the job of a task", detail, fix };
}
