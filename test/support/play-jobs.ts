import type { Command } from "../../src/domain/command.ts";
import type { JournalEntry } from "../../src/domain/journal-entry.ts";
import type { Result } from "../../src/domain/result.ts";
import type { RunRequest } from "../../src/domain/run-request.ts";
import type { PostedTask, TaskRecord } from "../../src/domain/task-record.ts";
import { hasNews } from "../../src/loop/away/plan-tasks.ts";
import type { Folded } from "../../src/loop/fold.ts";
import { foldJournal } from "../../src/loop/fold.ts";
import type { TaskBoard, TaskJobs } from "../../src/ports.ts";
import { goOnAway } from "../../src/run/away/go-on-away.ts";
import { holdRun } from "../../src/run/away/hold-run.ts";
import { markLost, workTask } from "../../src/run/away/work-task.ts";
import type { StepsWorld } from "./play-steps.ts";
import { answerTo, baseFiles, filesOf } from "./play-steps.ts";

/** What can happen to the jobs of a run. */
export interface JobsWorld extends StepsWorld {
  /** A number from 0 to below `most`. */
  readonly random: (most: number) => number;
  /** How many jobs of tasks are killed, each at some step of it. */
  readonly kills: number;
  /** Whether each task is dispatched twice. */
  readonly doubles?: boolean;
  /** Whether a job that GitHub gave up goes on all the same, and comes back late. */
  readonly zombies?: boolean;
}

export interface PlayedJobs {
  readonly folded: Folded;
  /** Commits of the branch, as they were pushed. */
  readonly pushed: readonly string[];
  /** Files of the last commit that the run's journal knows. */
  readonly files: Readonly<Record<string, string>>;
  readonly refusedPushes: number;
  readonly jobs: number;
  readonly killed: number;
  readonly left: number;
  readonly isClaimed: boolean;
}

interface Actor {
  readonly run: string;
  /** The task that it is named for. */
  readonly command: string | null;
  /** Ended, as far as GitHub can tell. */
  isOver: boolean;
  isDead: boolean;
  /** What it waits to do. */
  readonly waiting: (() => void)[];
  /** After so many steps it is lost. */
  stepsLeft: number;
  readonly follow: () => void;
}

class Killed extends Error {}

/**
 * A run with the real loop and the real jobs of tasks over a GitHub of three maps: records, state and
 * claim. Whatever a job does to them is one step; which job makes the next one is left to chance.
 */
export async function playJobs(request: RunRequest, world: JobsWorld): Promise<PlayedJobs> {
  const { random } = world;
  const board = new Map<string, PostedTask>();
  const branches = new Map<string, string>();
  const pushed: string[] = [];
  const actors: Actor[] = [];
  const ended: Promise<void>[] = [];
  let state: { entries: readonly JournalEntry[]; version: number } = {
    entries: [{ type: "requested", at: 0, request }],
    version: 0,
  };
  const count = { jobs: 0, killed: 0, refused: 0, versions: 0, now: 0 };
  let claimedBy: string | null = null;

  /** Every step waits for its turn; a killed job never gets one. */
  function step(me: Actor): Promise<void> {
    me.stepsLeft -= 1;
    if (me.stepsLeft === 0) {
      me.isDead = world.zombies !== true;
      me.isOver = true;
      me.follow();
    }
    return new Promise((resolve, reject) => {
      me.waiting.push(() => (me.isDead ? reject(new Killed()) : resolve()));
    });
  }

  function boardFor(me: Actor): TaskBoard {
    return {
      async read() {
        await step(me);
        return new Map(board);
      },
      async post(command, record: TaskRecord, over) {
        await step(me);
        if ((board.get(command)?.version ?? null) !== over) return null;
        count.versions += 1;
        const version = `v${count.versions}`;
        board.set(command, { record, version });
        return version;
      },
      async drop(commands) {
        if (commands.length > 0) await step(me);
        for (const command of commands) board.delete(command);
      },
    };
  }

  function jobsFor(me: Actor): TaskJobs {
    return {
      async start(command) {
        await step(me);
        launch((other) => workTaskJob(other, command), command);
        if (world.doubles === true) launch((other) => workTaskJob(other, command), command);
        return { kind: "started" };
      },
      alive: async () =>
        new Set(actors.filter(({ isOver }) => !isOver).flatMap(({ command }) => command ?? [])),
    };
  }

  function performFor(me: Actor) {
    return async (command: Command): Promise<Result> => {
      await step(me);
      if (command.kind !== "push") return answerTo(command, world);
      const there = branches.get(command.branch) ?? null;
      if (there !== command.sha && there !== command.expected) {
        count.refused += 1;
        return { kind: "broken", command: command.id, what: "push", detail: "foreign", fix: "" };
      }
      if (there !== command.sha) pushed.push(command.sha);
      branches.set(command.branch, command.sha);
      return answerTo(command, world);
    };
  }

  async function goOn(me: Actor, isRescue = false): Promise<void> {
    const own = boardFor(me);
    await holdRun({
      async claim() {
        await step(me);
        if (claimedBy !== null && claimedBy !== me.run) return false;
        claimedBy = me.run;
        return true;
      },
      async release() {
        if (me.isDead) return;
        await step(me);
        claimedBy = null;
      },
      goOn: () => once(me, own, isRescue),
      hasNews: async () => hasNews(await own.read()),
    });
  }

  async function once(me: Actor, own: TaskBoard, isRescue: boolean) {
    await step(me);
    let { entries, version: known } = state;
    const begun = foldJournal(entries);
    if (begun === null || begun.state.phase === "done") {
      await own.drop([...board.keys()]);
      return { ended: null, isAway: false };
    }
    const journal = {
      async append(entry: JournalEntry) {
        entries = [...entries, entry];
      },
      read: async () => entries,
      saveLock: async () => "",
      checkLock: async () => ({ kind: "intact" }) as const,
      async share() {
        await step(me);
        if (state.version !== known) throw new Error("overtaken");
        known += 1;
        state = { entries, version: known };
      },
    };
    const clock = { now: () => (count.now += 1000) };
    const more = { perform: performFor(me), watch: () => undefined, board: own, isRescue };
    const folded = await goOnAway(begun, { ports: { journal, clock }, ...more, jobs: jobsFor(me) });
    return { ended: null, isAway: folded.state.phase !== "done" };
  }

  async function workTaskJob(me: Actor, command: string): Promise<void> {
    const clock = { now: () => (count.now += 1000) };
    const own = boardFor(me);
    const open = async () => {
      await step(me);
      const folded = foldJournal(state.entries);
      return folded === null ? null : { folded, perform: performFor(me) };
    };
    const end = await workTask({ command, job: me.run, board: own, clock, open });
    if (end.kind === "brought") await goOn(me);
  }

  async function settleJob(me: Actor, command: string): Promise<void> {
    const clock = { now: () => (count.now += 1000) };
    await markLost({ command, job: me.run, board: boardFor(me), clock });
    await goOn(me, true);
  }

  /** A job; when it is killed, the one that follows on it is of the same workflow run. */
  function launch(work: (me: Actor) => Promise<void>, command: string | null): void {
    count.jobs += 1;
    const isDoomed = command !== null && count.killed < world.kills && random(2) === 0;
    if (isDoomed) count.killed += 1;
    const run = `run-${count.jobs}`;
    begin(work, {
      ...lasting(run, command),
      stepsLeft: isDoomed ? 1 + random(30) : Number.POSITIVE_INFINITY,
      follow: () => begin((next) => settleJob(next, command ?? ""), lasting(run, null)),
    });
  }

  function begin(work: (me: Actor) => Promise<void>, me: Actor): void {
    actors.push(me);
    ended.push(
      work(me)
        .catch(ignoreEnd)
        .finally(() => {
          me.isOver = true;
        }),
    );
  }

  launch((me) => goOn(me), null);
  for (let round = 0; ; round += 1) {
    if (round > 20_000) throw new Error("the jobs have no end");
    await new Promise((resolve) => setImmediate(resolve));
    const ready = actors.filter(({ waiting }) => waiting.length > 0);
    const one = ready[random(Math.max(1, ready.length))];
    if (one === undefined) break;
    one.waiting.shift()?.();
  }
  await Promise.all(ended);
  const folded = foldJournal(state.entries);
  if (folded === null) throw new Error("no journal");
  const { refused: refusedPushes, jobs, killed } = count;
  const files = state.entries.reduce<Readonly<Record<string, string>>>(
    (last, entry) =>
      entry.type === "resulted" && entry.result.kind === "committed"
        ? filesOf(entry.result.tree)
        : last,
    baseFiles,
  );
  const rest = {
    files,
    refusedPushes,
    jobs,
    killed,
    left: board.size,
    isClaimed: claimedBy !== null,
  };
  return { folded, pushed, ...rest };
}

function lasting(run: string, command: string | null): Actor {
  const stepsLeft = Number.POSITIVE_INFINITY;
  return {
    run,
    command,
    isOver: false,
    isDead: false,
    waiting: [],
    stepsLeft,
    follow: () => undefined,
  };
}

function ignoreEnd(error: unknown): void {
  if (error instanceof Killed) return;
  if (error instanceof Error && error.message === "overtaken") return;
  throw error;
}
