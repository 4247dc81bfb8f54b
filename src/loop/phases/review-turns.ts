import type { Event } from "../../domain/event.ts";
import { digestOutput } from "../../domain/test-digest.ts";
import { block, want } from "../issue-command.ts";
import type { Decision, Headed, ReviewState } from "../state.ts";
import { prove } from "./prove.ts";
import { newTask } from "./turn.ts";

/** The work is green and committed; a critic who did not write it compares it with the spec (S0-28). */
export function reviewWork(state: Headed, events: readonly Event[]): Decision {
  if (state.request.rules.reviewRounds === 0) return prove(state, events);
  const review: ReviewState = {
    ...state,
    phase: "review",
    step: "critic",
    round: 1,
    queue: [],
    seen: [],
    changed: false,
    tree: state.head.tree,
    touched: [],
    run: null,
  };
  return askCritic(review, events);
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

/** One finding at a time, each from the last green tree (S0-30). */
export function address(state: ReviewState, events: readonly Event[]): Decision {
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
