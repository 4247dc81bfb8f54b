import { commitMessage } from "../../domain/commit-message.ts";
import type { Event } from "../../domain/event.ts";
import type { ResultOf } from "../../domain/result.ts";
import { cyclingOf } from "../cycling.ts";
import { want } from "../issue-command.ts";
import type { Decision, RunState } from "../state.ts";

type Proving = Extract<RunState, { phase: "proving" }>;

/** Reviewed and proven: all of it becomes the one commit of the branch (S4-32). */
export function commitAll(state: Proving, events: readonly Event[]): Decision {
  return want(
    state,
    {
      kind: "commit",
      phase: "green",
      tree: state.head.tree,
      parent: state.ground.baseSha,
      message: messageOf(state),
    },
    events,
  );
}

/** Its body is the evidence: for each cycle what was demanded, and the tests that were seen to fail. */
function messageOf(state: Proving): string {
  const { done } = cyclingOf(state);
  return commitMessage({
    prefix: "",
    title: state.spec.title,
    what: "Worked test-first: the tests of each cycle were seen to fail because the behaviour was missing, and to pass with this change. The whole was reviewed and approved.",
    criteria: done.map(({ behaviour, tests, attempts }, at) => ({
      id: `cycle-${at + 1}`,
      text: `${behaviour} Tests: ${tests.join(", ")}. Green in attempt ${attempts}.`,
    })),
    issue: state.request.issue.number,
  });
}

export function onFinalCommit(state: Proving, { sha }: ResultOf<"committed">): Decision {
  const message = messageOf(state);
  const head = { ...state.head, sha };
  return want(
    { ...state, phase: "pushing", head },
    { kind: "push", branch: state.lock.branch, sha, expected: null },
    [{ type: "commit.created", phase: "green", sha, message }],
  );
}
