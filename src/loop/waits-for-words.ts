import type { Conclusion } from "../domain/conclusion.ts";
import type { Folded } from "./fold.ts";

/**
 * Whether a run waits for more than a yes: a list of slices that may be cut in another way, or a disputed
 * test that may have to demand something else.
 * @param end how the run has ended, as far as it has
 */
export function waitsForWords(events: Folded["events"], end: Conclusion | null): boolean {
  const has = (type: string): boolean => events.some(({ event }) => event.type === type);
  const isAtSlices = has("slices.planned") && !has("lock.taken");
  return end?.kind === "action_required" && (isAtSlices || isAtDispute(events));
}

/** The last thing that was asked is whether a test is right. */
function isAtDispute(events: Folded["events"]): boolean {
  const lastOf = (type: string): number => events.findLastIndex(({ event }) => event.type === type);
  const raised = lastOf("dispute.raised");
  return raised >= 0 && lastOf("approval.requested") > raised;
}
