import type { TimedEvent } from "../domain/event.ts";

/**
 * For each event the milliseconds of work since the one before it: a wait for a person, and the time
 * between a stop and the resume, are nobody's work.
 */
export function workedSince(events: readonly TimedEvent[]): readonly number[] {
  return events.map(({ at, pausedMs = 0 }, i) => {
    const before = events[i - 1];
    if (before === undefined || before.event.type === "approval.requested") return 0;
    return Math.max(0, at - before.at - pausedMs);
  });
}
