import type { Event } from "../../domain/event.ts";
import { want } from "../issue-command.ts";
import type { Decision, Headed } from "../state.ts";

/** The last run is on the tree that will be in the pull request, the way a CI server runs it. */
export function prove(state: Headed, events: readonly Event[]): Decision {
  const { head, lock } = state;
  return want(
    { ...state, phase: "proving" },
    { kind: "run_tests", purpose: "final", tree: head.tree, testCommand: lock.testCommand },
    events,
  );
}
