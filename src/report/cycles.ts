import { oneLine } from "../domain/outbound-text.ts";
import { counted } from "./figures.ts";
import { proseLine } from "./markdown-prose.ts";
import type { Report } from "./report.ts";

type Told = Pick<Report, "events" | "reviews">;

/** What was built cycle by cycle, each dispute with how it ended; empty where a run has no cycles (S4-31). */
export function cycleLines({ events }: Told): readonly string[] {
  return events.flatMap(({ event }) => {
    switch (event.type) {
      case "cycle.done":
        return [
          `Cycle ${event.number}, green in ${counted(event.attempts, "attempt")}: ${event.behaviour}`,
        ];
      case "cycle.covered":
        return [`Covered already: ${event.criteria.join(", ")}`];
      case "dispute.raised":
        return [`Dispute: ${event.reason}`];
      case "dispute.settled":
        return [`The test was ${event.outcome} by ${oneLine(event.by, 40)}: ${event.why}`];
      default:
        return [];
    }
  });
}

/** What reviewers would simplify: for a person, and worked by nobody (S4-29). */
export function suggestionLines({ reviews }: Told): readonly string[] {
  return [...new Set(reviews.flatMap(({ review }) => review.suggestions ?? []))];
}

/** The same for a pull request. */
export function cycleSections(report: Told): readonly string[] {
  const cycles = cycleLines(report);
  const suggestions = suggestionLines(report);
  return [
    ...(cycles.length === 0 ? [] : ["## Cycles", list(cycles)]),
    ...(suggestions.length === 0 ? [] : ["## Suggestions of the reviewer", list(suggestions)]),
  ];
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${proseLine(line, 400)}`).join("\n");
}
