import type { Task } from "../../domain/command.ts";
import type { Folded } from "../../loop/fold.ts";
import type { TurnSite } from "../../ports.ts";
import type { Performing } from "../performing.ts";
import { boundaryOf } from "./boundaries.ts";
import { pathsInView } from "./view-of.ts";

/** Where a role works; what it left is told as a change of the whole tree, however little of that it saw. */
interface RoleSite extends TurnSite {
  readonly runsTests: boolean;
}

/** The whole tree, or only those files of it that the role's boundary shows. */
export async function openSite(
  task: Task,
  { state }: Folded,
  { ports, signal }: Performing,
): Promise<RoleSite> {
  const { workspace, views } = ports;
  const boundary = boundaryOf(task.role, state.request.rules);
  if (boundary === null) {
    const tree = await workspace.withChanges(task.tree, task.step?.changes ?? []);
    const site = await workspace.beginTurn(tree, signal, task.step?.lane ?? undefined);
    return { dir: site.dir, snapshot: () => site.snapshot(), runsTests: true };
  }
  if (!("slicing" in state)) throw new Error("Bug: an isolated turn before the baseline.");
  const paths = await pathsInView(boundary, task.tree, state, { views, workspace });
  const view = { whole: task.tree, carries: boundary.runsTests };
  const narrow = await views.narrow(task.tree, paths);
  const site = await workspace.beginTurn(narrow, signal, undefined, view);
  return {
    dir: site.dir,
    runsTests: boundary.runsTests,
    async snapshot() {
      const left = await site.snapshot();
      return { ...left, tree: await workspace.withChanges(task.tree, left.changes) };
    },
  };
}
