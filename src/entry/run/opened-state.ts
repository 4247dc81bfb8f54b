import type { RunRequest } from "../../domain/run-request.ts";
import type { Folded } from "../../loop/fold.ts";
import { foldJournal } from "../../loop/fold.ts";
import { next } from "../../loop/next.ts";
import type { Decision } from "../../loop/state.ts";
import type { WiredRun } from "../wire-run.ts";

/** As far as the loop goes without an agent or a test run: the base opened, the lock drawn up. */
export async function openedState(request: RunRequest, wired: WiredRun): Promise<Folded> {
  const opening = foldJournal([{ type: "requested", at: 0, request }]);
  if (opening === null) throw new Error("Bug: a request that does not fold.");
  const [command] = opening.state.pending;
  if (command?.kind !== "open_workspace") return opening;
  const result = await wired.perform(command, opening);
  const opened = next(opening.state, result);
  const { state, events } = withSteps(opened);
  const news = events.map((event) => ({ at: 0, event }));
  return { state, events: [...opening.events, ...news] };
}

/** The steps of a loop spec begin behind its lock; nothing is kept of one that is only tried. */
function withSteps(opened: Decision): Decision {
  const [command] = opened.state.pending;
  if (opened.state.phase !== "loop_locking" || command === undefined) return opened;
  return next(opened.state, { kind: "lock_taken", command: command.id, digest: "dry run" });
}
