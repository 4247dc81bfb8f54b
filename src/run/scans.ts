import type { Task } from "../domain/command.ts";
import type { ResultOf } from "../domain/result.ts";
import { findFacts } from "../gates/facts/find-facts.ts";
import type { Folded } from "../loop/fold.ts";
import type { Ports, Snapshot } from "../ports.ts";
import { newBreaches } from "./layer-breaches.ts";

type Scanned = Pick<ResultOf<"turn_taken">, "facts" | "breaches">;

/**
 * What code finds in an edit of sources: breaches of the layers, and, where scans stand in for a critic,
 * the facts that a critic would be shown of all that the run has changed so far.
 */
export async function scansOf(
  { role, tree }: Task,
  folded: Folded,
  { tree: after }: Snapshot,
  { views, workspace }: Pick<Ports, "views" | "workspace">,
): Promise<Scanned> {
  if (role !== "scaffolder" && role !== "implementer" && role !== "debugger") return {};
  const breaches = await newBreaches(tree, after, folded, { views, workspace });
  const { state } = folded;
  const { rules, config } = state.request;
  const scans = rules.review === "scans" && role !== "scaffolder" && "ground" in state;
  if (!scans) return breaches === undefined ? {} : { breaches };
  const diff = await workspace.diff(state.ground.baseTree, after);
  const facts = findFacts(diff, config.testFiles);
  return { facts, ...(breaches === undefined ? {} : { breaches }) };
}
