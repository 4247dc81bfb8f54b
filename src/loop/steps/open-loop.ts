import { branchName } from "../../domain/branch-name.ts";
import type { Event } from "../../domain/event.ts";
import type { Lock } from "../../domain/lock.ts";
import type { LoopSpec } from "../../domain/loop-spec/loop-spec.ts";
import { everything } from "../../domain/owned-paths.ts";
import type { Result } from "../../domain/result.ts";
import { block, want } from "../issue-command.ts";
import { lockOrigin } from "../lock-origin.ts";
import { baseOf, neverLockable } from "../phases/opening.ts";
import { unexpected } from "../phases/unexpected.ts";
import type { Begun, Decision, Looped, LoopLocked, RunState, StepsState } from "../state.ts";
import { advance } from "./advance.ts";
import { andThen } from "./and-then.ts";
import { askForLoop, lockLoop } from "./approve-loop.ts";
import { readLoop } from "./read-loop.ts";

/** Begins a run by its loop spec, or ends it with what is wrong there. */
export function openLoop(begun: Begun, events: readonly Event[]): Decision {
  const reading = readLoop(begun.request);
  if (reading.kind === "refused") {
    const { failed, decision } = reading;
    return block(begun, { reason: "criteria_unclear", failed, decision }, events);
  }
  const { loop, notes } = reading;
  const closed = loop.tasks.flatMap(({ files }) => files).find(neverLockable);
  if (closed !== undefined) return block(begun, closedPath(closed), events);
  const { request } = begun;
  return want(
    { ...begun, phase: "loop_opening", loop },
    {
      kind: "open_workspace",
      base: baseOf(request, { base: null }),
      branch: branchName(request.issue, request.issue.number === 0 ? loop.name : request.title),
      paths: exactPaths(loop),
    },
    [...events, readEvent(loop, notes)],
  );
}

function closedPath(path: string) {
  return {
    reason: "scope",
    failed: `The spec lets a step own \`${path}\`, which no run may change.`,
    decision: `Take \`${path}\` off the step's files, or change it by hand. Which of the two?`,
  } as const;
}

function readEvent(loop: LoopSpec, notes: readonly string[]): Event {
  const { name, goal, shape, finalCheck, maxIterations } = loop;
  const steps = loop.tasks.map(({ id, name: label, check, dependsOn }) => ({
    ...{ id, name: label, check },
    dependsOn: [...dependsOn],
  }));
  const common = { name, goal, shape, steps, finalCheck, maxIterations };
  return { type: "loop.read", ...common, notes: [...notes] };
}

/** Owned paths that stand for one file each. */
function exactPaths({ tasks }: LoopSpec): string[] {
  const owned = tasks.flatMap(({ files }) => files);
  return [...new Set(owned.filter((path) => !/[*?]|\/$/.test(path)))];
}

export function onLoopOpened(
  state: Extract<RunState, { phase: "loop_opening" }>,
  result: Result,
): Decision {
  if (result.kind !== "workspace_opened") return unexpected(state, result);
  const { kind: _kind, command: _command, ...ground } = result;
  const lock = lockOf(state, ground);
  const opened = { ...state, ground, lock };
  return state.request.planOnly === true ? askForLoop(opened) : lockLoop(opened);
}

/** What steps own is what may change; a step that does not say may change whatever is not protected. */
function lockOf({ request, loop }: Looped, ground: LoopLocked["ground"]): Lock {
  const exact = exactPaths(loop);
  const patterns = loop.tasks.flatMap(({ files }) => (files.length === 0 ? [everything] : files));
  const owned = [...new Set(patterns)].filter((pattern) => !exact.includes(pattern));
  return {
    ...lockOrigin(request, ground),
    allowlist: exact.map((path) => ({ path, isNew: !ground.existing.includes(path) })),
    testFiles: [],
    owned: owned.includes(everything) ? [everything] : owned,
    testCommand: loop.finalCheck ?? loop.tasks.at(-1)?.check ?? "",
  };
}

export function onLoopLocked(
  state: Extract<RunState, { phase: "loop_locking" }>,
  result: Result,
): Decision {
  if (result.kind !== "lock_taken") return unexpected(state, result);
  const taken: Event = { type: "lock.taken", lock: state.lock, digest: result.digest };
  const { baseSha, baseTree } = state.ground;
  const working: StepsState = {
    ...state,
    phase: "loop_steps",
    head: { sha: baseSha, tree: baseTree },
    pushedSha: null,
    pushing: null,
    commits: 0,
    landed: {},
    completed: [],
    attempts: {},
    iterations: 0,
    finalFailures: 0,
    history: [],
    lanes: [],
    desk: null,
    approval: "not_asked",
    ending: null,
  };
  const shown = want(working, { kind: "publish", stage: "started", sha: null }, [taken]);
  return andThen(shown, advance);
}
