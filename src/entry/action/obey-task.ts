import type { Command } from "../../domain/command.ts";
import { ConfigError } from "../../domain/config.ts";
import { neutralise } from "../../domain/outbound-text.ts";
import type { RunRequest } from "../../domain/run-request.ts";
import { hasNews } from "../../loop/away/plan-tasks.ts";
import { foldJournal } from "../../loop/fold.ts";
import type { TaskBoard } from "../../ports.ts";
import { holdRun } from "../../run/away/hold-run.ts";
import type { TaskEnd } from "../../run/away/work-task.ts";
import { markLost, workTask } from "../../run/away/work-task.ts";
import type { Perform } from "../../run/perform.ts";
import type { TaskTrigger } from "../read-task.ts";
import type { WiredJob } from "../wire-job.ts";
import { wireJob } from "../wire-job.ts";
import { issueStateDir } from "../wire-job-request.ts";
import { forgetJournal, restoreJournal, restoreRun } from "../wire-job-run.ts";
import type { WiredRun } from "../wire-run.ts";
import type { ActionEnded, AwayRun } from "./action-ended.ts";
import type { Job } from "./job.ts";
import { refuseRunner } from "./refuse-runner.ts";
import { whyFailed } from "./why-failed.ts";
import { linksOf, workRun } from "./work-run.ts";

type Print = (line: string) => void;

/** A task's job: works the task, then goes on with the run, if nobody else does. */
export async function obeyTask(
  given: Job,
  trigger: TaskTrigger,
  print: Print,
  signal: AbortSignal,
): Promise<ActionEnded> {
  // Jobs of one run may share a machine: each keeps its files to itself.
  const job = { ...given, inputs: { ...given.inputs, stateDir: "" } };
  const { issue, task, bot, stickyComment } = trigger;
  const sticky = stickyComment === null ? null : { issue, comment: stickyComment };
  const wired = wireJob(job, { bot, sticky });
  const run = { issue, run: task.run };
  try {
    const end = await work({ job, wired, trigger, print }, signal);
    if (end?.kind === "not_needed") return quiet(end.why, print);
    return await goOn({ job, wired, run, isRescue: trigger.isLost }, print, signal);
  } catch (error) {
    // The signal that ends this job ends the git that it waits for as well.
    if (signal.aborted) return quiet("The job was cancelled. `/tdd resume` goes on.", print);
    return {
      outputs: { conclusion: "failure" },
      summary: "",
      failure: neutralise(whyFailed(error, job.env)),
    };
  }
}

interface TaskJob {
  readonly job: Job;
  readonly wired: WiredJob;
  readonly trigger: TaskTrigger;
  readonly print: Print;
}

/** Null where there was no task to work: its job failed, and the next one is told so. */
async function work(
  { job, wired, trigger, print }: TaskJob,
  signal: AbortSignal,
): Promise<TaskEnd | null> {
  const { issue, task } = trigger;
  const { board } = await wired.tasks({ issue, run: task.run });
  const mine = { command: task.command, job: job.runId, board, clock: { now: () => Date.now() } };
  if (trigger.isLost) {
    const isLost = await markLost(mine);
    if (isLost) print(`tdd-loop: task ${task.command} has lost its job; another one gets it.`);
    return null;
  }
  const opened: WiredRun[] = [];
  try {
    const open = () => openTask({ job, wired, trigger, print }, opened, signal);
    return await workTask({ ...mine, open });
  } finally {
    for (const run of opened) await run[Symbol.asyncDispose]();
  }
}

/** @param opened gets what its caller has to end */
async function openTask(
  { job, wired, trigger, print }: TaskJob,
  opened: WiredRun[],
  signal: AbortSignal,
) {
  const { issue, task } = trigger;
  const folded = foldJournal(await restoreJournal(job, issue));
  if (folded === null || folded.state.request.runId !== task.run) return null;
  const { request } = folded.state;
  mayRunHere(job, request);
  const limit = AbortSignal.timeout(request.config.limits.minutes * 60_000);
  const run = await wired.wire({
    request,
    stateDir: issueStateDir(job, issue),
    links: linksOf(job),
    taken: 0,
    signal: AbortSignal.any([signal, limit]),
    isResumed: true,
  });
  opened.push(run);
  const perform: Perform = (command, at) => {
    print(`tdd-loop: ${beginText(command)}`);
    return run.perform(command, at);
  };
  return { folded, perform };
}

/** @throws ConfigError where the job that began the run would have been refused on this machine */
function mayRunHere(job: Job, { config }: RunRequest): void {
  const unfit = refuseRunner(job, config.sandbox);
  if (unfit !== null) throw new ConfigError(unfit);
}

function beginText(command: Command): string {
  if (command.kind !== "take_turn") return `task ${command.id} begins`;
  const { step, attempt } = command.task;
  return `task ${command.id} begins: step ${step?.id ?? "?"}, attempt ${attempt}`;
}

interface Going {
  readonly job: Job;
  readonly wired: WiredJob;
  readonly run: AwayRun;
  /** Whether this job follows on one that died. */
  readonly isRescue: boolean;
}

/** Goes on with a run, unless another job does. */
async function goOn(going: Going, print: Print, signal: AbortSignal): Promise<ActionEnded> {
  const { wired, run } = going;
  const { board, claim } = await wired.tasks(run);
  const ended = await holdRun({
    claim,
    release: () => wired.release(run.issue),
    async goOn() {
      const once = await goOnOnce(going, board, print, signal);
      return { ended: once, isAway: once.away !== undefined };
    },
    hasNews: async () => hasNews(await board.read()),
  });
  return ended ?? quiet("Another job goes on with the run.", print);
}

/** The same, for a job that has just let go of the claim: only where somebody has come in vain meanwhile. */
export async function goOnWhereLeft(
  job: Job,
  ended: ActionEnded & { readonly away: AwayRun },
  wired: WiredJob,
  print: Print,
  signal: AbortSignal,
): Promise<ActionEnded> {
  const { board } = await wired.tasks(ended.away);
  if (!hasNews(await board.read())) return ended;
  return goOn({ job, wired, run: ended.away, isRescue: false }, print, signal);
}

async function goOnOnce(
  { job, wired, run, isRescue }: Going,
  board: TaskBoard,
  print: Print,
  signal: AbortSignal,
): Promise<ActionEnded> {
  await forgetJournal(job, run.issue);
  const { entries, stateSha } = await restoreRun(job, run.issue);
  const folded = foldJournal(entries);
  const request = folded?.state.request;
  if (request?.runId !== run.run || folded?.state.phase === "done") {
    await board.drop([...(await board.read()).keys()]);
    return quiet("The run is over.", print);
  }
  mayRunHere(job, request);
  const prepared = {
    kind: "prepared",
    request,
    resume: null,
    taken: 0,
    begun: { stateSha, isRescue },
  } as const;
  // A cancelled job still has to say so, in the few seconds that it has left.
  const going = signal.aborted ? new AbortController().signal : signal;
  return workRun({ ...prepared, isDry: false }, job, wired, print, going);
}

function quiet(why: string, print: Print): ActionEnded {
  print(`tdd-loop: ${why}`);
  return { outputs: { conclusion: "in_progress" }, summary: "", failure: null };
}
