import type { Result } from "../../domain/result.ts";
import { mayBeAllowed } from "../../domain/safe-path.ts";
import { block, commandFor, conclude, want } from "../issue-command.ts";
import { unexpected } from "../phases/unexpected.ts";
import type { Decision, LoopLocked, RunState } from "../state.ts";

/** Fixes what may change; with `/tdd plan` a person sees the plan and the lock before (S1-42 and S0-44). */
export function lockLoop(state: LoopLocked): Decision {
  return want({ ...state, phase: "loop_locking" }, { kind: "take_lock", lock: state.lock });
}

export function askForLoop(state: LoopLocked): Decision {
  const question = questionOf(state);
  const command = commandFor(state.request, "approve");
  return want(
    { ...state, phase: "loop_approving" },
    { kind: "ask", what: "proposal", question, command },
    [{ type: "approval.requested", question, command }],
  );
}

function questionOf({ loop, lock }: LoopLocked): string {
  const owned = [...lock.allowlist.map(({ path }) => path), ...(lock.owned ?? [])];
  return [
    `May the loop ${loop.name} work these steps?`,
    ...loop.tasks.map(({ id, name, check }) => `- ${id}: ${name} (${check})`),
    ...(loop.finalCheck === null ? [] : [`- at the end: ${loop.finalCheck}`]),
    `They may change: ${owned.join(", ")}`,
    `Base: ${lock.baseRef} at ${lock.baseSha.slice(0, 12)}; branch: ${lock.branch}`,
  ].join("\n");
}

export function onLoopApproval(
  state: Extract<RunState, { phase: "loop_approving" }>,
  result: Result,
): Decision {
  if (result.kind !== "asked") return unexpected(state, result);
  const { answer, by, paths = [] } = result;
  switch (answer) {
    case "approved": {
      const locking = lockLoop(state);
      return { ...locking, events: [{ type: "approval.given", by }, ...locking.events] };
    }
    case "widened": {
      const asked = askForLoop(widened(state, paths));
      return { ...asked, events: [{ type: "scope.widened", by, paths }, ...asked.events] };
    }
    case "waiting":
      return conclude(state, {
        kind: "action_required",
        question: questionOf(state),
        command: commandFor(state.request, "approve"),
      });
    default:
      return block(state, {
        reason: "scope",
        failed: "The plan was not approved.",
        decision: "What should the steps be? Change the spec, then run it again.",
      });
  }
}

function widened(state: LoopLocked, paths: readonly string[]): LoopLocked {
  const { lock, ground } = state;
  const more = paths
    .filter((path) => mayBeAllowed(path) && lock.allowlist.every((file) => file.path !== path))
    .map((path) => ({ path, isNew: !ground.existing.includes(path) }));
  return { ...state, lock: { ...lock, allowlist: [...lock.allowlist, ...more] } };
}
