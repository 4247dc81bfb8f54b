import type { Event } from "../../domain/event.ts";
import { digestOutput } from "../../domain/test-digest.ts";
import { block, want } from "../issue-command.ts";
import type { Decision, Headed, ReviewState } from "../state.ts";
import { finishUnit } from "./begin-unit.ts";
import { newTask } from "./turn.ts";

/** The work is green and committed; a critic who did not write it compares it with the spec (S0-28). */
export function reviewWork(state: Headed, events: readonly Event[]): Decision {
  const { reviewRounds, refactor } = state.request.rules;
  const review: ReviewState = {
    ...state,
    phase: "review",
    step: "critic",
    round: 1,
    queue: [],
    suggestions: [],
    seen: [],
    changed: false,
    tree: state.head.tree,
    touched: [],
    run: null,
  };
  if (refactor === "every_slice") return askRefiner(review, events);
  return reviewRounds === 0 ? finishUnit(state, events) : askCritic(review, events);
}

/** Reads the tests and all code so far, and suggests what would be simpler; it changes nothing itself. */
function askRefiner(state: ReviewState, events: readonly Event[]): Decision {
  const task = newTask({
    role: "refiner",
    attempt: 1,
    tree: state.head.tree,
    testOutput: digestOutput(state.head.run),
  });
  return want({ ...state, step: "refiner" }, { kind: "take_turn", task }, events);
}

export function askCritic(state: ReviewState, events: readonly Event[]): Decision {
  const task = newTask({
    role: "critic",
    attempt: state.round,
    tree: state.head.tree,
    feedback: state.seen.map((finding) => `${finding.file}: ${finding.problem}`),
    diff: { from: state.ground.baseSha, to: state.head.sha },
    testOutput: digestOutput(state.head.run),
  });
  return want({ ...state, step: "critic" }, { kind: "take_turn", task }, events);
}

/** One suggestion or finding at a time, each from the last green tree (S0-30, S3-37). */
export function address(state: ReviewState, events: readonly Event[]): Decision {
  const [suggestion] = state.suggestions;
  if (suggestion !== undefined) {
    const apply = { kind: "apply_edits", tree: state.head.tree, edits: suggestion.edits } as const;
    return want({ ...state, step: "editing" }, apply, events);
  }
  if (state.request.rules.refactor === "every_slice") return finishUnit(state, events);
  const [finding] = state.queue;
  if (finding === undefined) return afterFindings(state, events);
  const task = newTask({
    role: "refactorer",
    attempt: state.round,
    tree: state.head.tree,
    mayWrite: state.lock.allowlist.map((file) => file.path),
    finding,
  });
  return want({ ...state, step: "editing" }, { kind: "take_turn", task }, events);
}

/** All findings were tried: the critic looks again, if there is anything new to look at. */
function afterFindings(state: ReviewState, events: readonly Event[]): Decision {
  if (state.changed) return askCritic({ ...state, round: state.round + 1 }, events);
  return block(
    state,
    {
      reason: "critic_exhausted",
      failed: `None of the critic's findings could be addressed: ${state.seen.map((f) => f.problem).join("; ")}`,
      decision:
        "Is the critic right? Put the finding into the issue as a criterion and run again, or take the branch over by hand.",
    },
    events,
  );
}
