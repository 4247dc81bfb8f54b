import type { Event } from "../../domain/event.ts";
import { want } from "../issue-command.ts";
import type { Decision, Headed } from "../state.ts";

/**
 * The last thing before the pull request: the tree that will be in it is tried in checkouts of its
 * own, as `gate --run` does. The plain run of that tree was seen already and is not made again.
 */
export function prove(state: Headed, events: readonly Event[]): Decision {
  const { head, lock, red } = state;
  return want(
    { ...state, phase: "proving" },
    {
      kind: "prove",
      tree: head.tree,
      redTree: red.tree,
      redFiles: Object.keys(red.seal),
      testCommand: lock.testCommand,
    },
    events,
  );
}
