import { capMarkdown } from "../domain/cap-markdown.ts";
import { codeSpan, fence } from "../domain/outbound-text.ts";
import { describeEvent } from "./describe.ts";
import { formatElapsed } from "./figures.ts";
import type { Links } from "./links.ts";
import { cutPointer, linkLine } from "./links.ts";
import {
  conclusionSection,
  criteriaTable,
  debugHistory,
  details,
  phaseList,
} from "./markdown-parts.ts";
import { runDiagram } from "./mermaid.ts";
import { outputOf } from "./output-of.ts";
import { runOf } from "./phase-note.ts";
import type { Report } from "./report.ts";
import { reviewSection } from "./review-parts.ts";
import { checksList, stepsTable } from "./steps-text.ts";
import { figureLine } from "./sticky-comment.ts";

/** GitHub takes 1 MiB of UTF-8; a UTF-16 unit is at most three bytes of it. */
const summaryLimit = 300_000;

/** The page of the workflow job: the run at a glance, its picture, its outputs. */
export function jobSummary(report: Report, links: Links): string {
  const { owner, repo, number } = report.issue;
  const text = [
    `## tdd-loop: ${number > 0 ? `${codeSpan(`${owner}/${repo}`)} issue ${number}` : "local run"}`,
    codeSpan(report.title),
    figureLine(report),
    linkLine(report, links),
    runDiagram(report),
    phaseList(report, links),
    conclusionSection(report),
    ...(report.steps === null
      ? ["### Criteria and their tests", criteriaTable(report, 500)]
      : ["### Steps", stepsTable(report.steps, links), checksList(report.steps, 200)]),
    details("The critic's review", reviewSection(report)),
    details("Debug history", debugHistory(report)),
    outputDetails(report, "RED", ["red"]),
    outputDetails(report, "GREEN", ["green", "refactor", "final"]),
    details("Timeline", timeline(report)),
  ];
  const whole = text.filter((part) => part !== "").join("\n\n");
  return capMarkdown(`${whole}\n`, summaryLimit, cutPointer(links));
}

function outputDetails(report: Report, title: string, purposes: readonly string[]): string {
  const run = runOf(report, ...purposes);
  return run === undefined ? "" : details(`Output of ${title}`, fence(outputOf(run), 60_000));
}

function timeline({ events, startedAt }: Report): string {
  const lines = events.map(
    ({ at, event }) => `+${formatElapsed(at - startedAt).padEnd(8)} ${describeEvent(event)}`,
  );
  return lines.length === 0 ? "" : fence(lines.join("\n"), 60_000);
}
