import type { Event } from "../domain/event.ts";
import { oneLine } from "../domain/outbound-text.ts";
import { counted } from "./figures.ts";

/** What only a run in cycles tells. */
export type CycleEvent = Extract<Event, { type: `cycle.${string}` | `dispute.${string}` }>;

export function describeCycle(event: CycleEvent): string {
  switch (event.type) {
    case "cycle.begun":
      return `Cycle ${event.number}${event.of === null ? "" : ` of at most ${event.of}`}`;
    case "cycle.covered":
      return `COVERED ${oneLine(event.criteria.join(", "), 80)}: ${oneLine(event.why, 160)}`;
    case "cycle.done":
      return `Cycle ${event.number} is green in ${counted(event.attempts, "attempt")}: ${oneLine(event.behaviour, 160)}`;
    case "dispute.raised":
      return `DISPUTE: ${oneLine(event.reason, 200)}`;
    default:
      return `The test was ${event.outcome} by ${oneLine(event.by, 40)}: ${oneLine(event.why, 160)}`;
  }
}
