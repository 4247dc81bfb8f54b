import type { Change } from "../../domain/change.ts";
import type { Event } from "../../domain/event.ts";
import { everything } from "../../domain/owned-paths.ts";
import type { Lane } from "../desk.ts";
import { want } from "../issue-command.ts";
import { newTask } from "../phases/turn.ts";
import type { Decision, StepsState } from "../state.ts";
import { stepOf } from "./final-step.ts";

/** What is known of a step when its next turn begins; a new step has nothing. */
export type Carried = Pick<Lane, "changes" | "reported" | "feedback" | "nextPrompt">;

export const nothingCarried: Carried = { changes: [], reported: [], feedback: [], nextPrompt: "" };

/** One iteration: a fresh agent on the branch's head, with what earlier attempts changed laid over it. */
export function beginTurn(state: StepsState, step: string, carried: Carried): Decision {
  const iteration = state.iterations + 1;
  const attempt = (state.attempts[step] ?? 0) + 1;
  const slot = freeSlot(state.lanes);
  const task = newTask({
    role: "developer",
    attempt,
    tree: state.head.tree,
    mayWrite: writable(stepOf(state.loop, step).files),
    feedback: carried.feedback,
    step: {
      id: step,
      changes: [...carried.changes],
      lane: laneName(state, step, slot),
      iteration,
      nextPrompt: carried.nextPrompt,
    },
  });
  const begun: Event = { type: "step.begun", step, attempt, iteration };
  const wanted = want(state, { kind: "take_turn", task }, [begun]);
  const [command] = wanted.commands;
  if (command === undefined) throw new Error("Bug: a turn without its command.");
  const lane: Lane = {
    ...carried,
    ...{ step, slot, command: command.id, since: state.commits, base: state.head, report: null },
  };
  return {
    ...wanted,
    state: {
      ...state,
      issued: wanted.state.issued,
      pending: wanted.state.pending,
      iterations: iteration,
      attempts: { ...state.attempts, [step]: attempt },
      lanes: [...state.lanes, lane],
    },
  };
}

function freeSlot(lanes: readonly Lane[]): number {
  const taken = new Set(lanes.map((lane) => lane.slot));
  let slot = 0;
  while (taken.has(slot)) slot += 1;
  return slot;
}

/** S1-50: with task worktrees each step has a place of its own name; else places are used again. */
function laneName({ loop, request }: StepsState, step: string, slot: number): string | null {
  if (loop.taskWorktrees)
    return `${request.issue.repo}.tdd-${request.runId}-${step}`.replace(/[^\w.-]/g, "-");
  return slot === 0 ? null : `agent-${slot + 1}`;
}

/** As tools take it: exact paths and directories. A glob opens the directory that it begins in. */
function writable(files: readonly string[]): string[] {
  if (files.length === 0) return [everything];
  const places = files.map((pattern) => {
    const wild = pattern.search(/[*?]/);
    return wild < 0 ? pattern : pattern.slice(0, pattern.lastIndexOf("/", wild) + 1);
  });
  return places.includes("") ? [everything] : [...new Set(places)];
}

/** What the step changed in all, as far as it goes on from what it was: the latest version of each path. */
export function mergedChanges(before: readonly Change[], later: readonly Change[]): Change[] {
  const merged = new Map(before.map((change) => [change.path, change]));
  for (const change of later) {
    const earlier = merged.get(change.path);
    const wasNew = earlier?.status === "added";
    if (wasNew && change.status === "deleted") merged.delete(change.path);
    else merged.set(change.path, { ...change, status: statusOf(earlier, change) });
  }
  return [...merged.values()];
}

/** Against the head, not against the attempt before. */
function statusOf(earlier: Change | undefined, change: Change): Change["status"] {
  if (earlier?.status === "added") return "added";
  if (earlier !== undefined && change.status === "added") return "modified";
  return change.status;
}
