import type { Command } from "../domain/command.ts";
import type { Result } from "../domain/result.ts";
import { unreachable } from "../domain/unreachable.ts";
import type { Folded } from "../loop/fold.ts";
import type { Ports } from "../ports.ts";
import { applyEdits } from "./apply-edits.ts";
import { hookRefusal } from "./commit-hooks.ts";
import { openWorkspace } from "./open-workspace.ts";
import type { Performing } from "./performing.ts";
import { prove } from "./prove.ts";
import { publish } from "./publish.ts";
import { takeTurn } from "./take-turn.ts";

/** Does what one command wants. Never rejects: what breaks comes back as a Result. */
export type Perform = (command: Command, folded: Folded) => Promise<Result>;

export function createPerform(performing: Performing): Perform {
  const inTurn = oneAtATime();
  const wasBegun = interrupted(performing);
  return async (command, folded) => {
    const isAgain = wasBegun(command, folded);
    const work = () => perform(command, folded, performing, isAgain);
    try {
      const result = command.kind === "publish" ? await inTurn(work) : await work();
      return performing.signal.aborted && command.kind !== "publish"
        ? aborted(command, performing.signal)
        : result;
    } catch (error) {
      if (performing.signal.aborted) return aborted(command, performing.signal);
      return broken(command, error);
    }
  };
}

/** What is shown of an earlier moment never overtakes what is shown of a later one. */
function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** After a resume, the commands that were pending when the run was cut off. */
function interrupted({ isResumed = false }: Performing) {
  let begun: ReadonlySet<string> | null = null;
  return ({ id }: Command, { state }: Folded): boolean => {
    if (!isResumed) return false;
    begun ??= new Set(state.pending.map((command) => command.id));
    return begun.has(id);
  };
}

function perform(
  command: Command,
  folded: Folded,
  performing: Performing,
  isAgain: boolean,
): Promise<Result> {
  const { ports, bench, signal } = performing;
  switch (command.kind) {
    case "open_workspace":
      return openWorkspace(command, folded, performing);
    case "take_turn":
      return takeTurn(command, folded, performing, isAgain);
    case "run_tests":
      return bench.runTests(command, folded, signal);
    case "run_check":
      return bench.runCheck(command, signal);
    case "apply_edits":
      return applyEdits(command, folded, performing);
    case "prove":
      return prove(command, folded, performing);
    case "run_lint":
      return bench.lint(command, signal);
    case "commit":
      return underLock(command, folded, ports, () => commit(command, folded, performing));
    case "push":
      return underLock(command, folded, ports, () => push(command, ports, signal));
    case "publish":
      return publish(command, folded, performing);
    case "ask":
      return ask(command, ports);
    case "take_lock":
      return takeLock(command, ports);
    case "stop":
      return Promise.resolve({ kind: "stopped", command: command.id });
    default:
      return unreachable(command);
  }
}

type CommandOf<K extends Command["kind"]> = Extract<Command, { kind: K }>;

/** Nothing is committed or pushed unless the lock on disk is still the one that was taken. */
async function underLock(
  { id }: Command,
  { events }: Folded,
  { journal }: Ports,
  work: () => Promise<Result>,
): Promise<Result> {
  const taken = events.findLast(({ event }) => event.type === "lock.taken")?.event;
  if (taken?.type !== "lock.taken") throw new Error("Bug: there is no lock yet.");
  const check = await journal.checkLock(taken.lock, taken.digest);
  if (check.kind === "intact") return work();
  return {
    kind: "broken",
    command: id,
    what: "the lock",
    detail: `It was changed on disk while the run was at work (${check.why}). Nothing more was committed or pushed.`,
    fix: "Who or what can write to the run's state directory? Find out, then start a fresh run, which takes a new lock.",
    again: "run",
  };
}

async function commit(
  command: CommandOf<"commit">,
  folded: Folded,
  performing: Performing,
): Promise<Result> {
  const why = await hookRefusal(command, folded, performing);
  if (why !== null) return { kind: "commit_refused", command: command.id, why };
  const { tree, parent, message, also } = command;
  const sha = await performing.ports.workspace.commit(tree, parent, message, also);
  return { kind: "committed", command: command.id, sha, tree: command.tree };
}

async function push(
  { id, branch, sha, expected }: CommandOf<"push">,
  { workspace, journal }: Ports,
  signal: AbortSignal,
): Promise<Result> {
  // Before the branch has it: another runner must know that this commit on the branch is ours.
  await journal.share(sha);
  const pushed = await workspace.push(branch, sha, expected, signal);
  if (pushed.kind === "pushed")
    return { kind: "pushed", command: id, sha: pushed.sha, url: pushed.url };
  return { kind: "broken", command: id, what: "push", detail: pushed.why, fix: pushed.fix };
}

async function ask(command: CommandOf<"ask">, { approvals }: Ports): Promise<Result> {
  const always = command.what === "slices" || command.what === "disputes";
  const { answer, by, said } = await approvals.ask(command.question, command.command, always);
  return {
    kind: "asked",
    command: command.id,
    answer,
    by,
    ...(said === undefined ? {} : { said }),
  };
}

async function takeLock(command: CommandOf<"take_lock">, { journal }: Ports): Promise<Result> {
  const digest = await journal.saveLock(command.lock);
  return { kind: "lock_taken", command: command.id, digest };
}

function aborted(command: Command, signal: AbortSignal): Result {
  const by = isDeadline(signal.reason) ? "deadline" : "signal";
  return { kind: "aborted", command: command.id, by };
}

function isDeadline(reason: unknown): boolean {
  return reason instanceof Error && reason.name === "TimeoutError";
}

function broken(command: Command, error: unknown): Result {
  const detail = error instanceof Error ? error.message : String(error);
  const fix = "Put right what the message names, then resume: the run goes on from here.";
  return { kind: "broken", command: command.id, what: command.kind, detail, fix };
}
