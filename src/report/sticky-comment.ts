import { capMarkdown, commentLimit } from "../domain/cap-markdown.ts";
import type { Conclusion } from "../domain/conclusion.ts";
import { codeSpan } from "../domain/outbound-text.ts";
import { describeConclusion } from "./describe.ts";
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
import type { Report } from "./report.ts";
import { earlierRounds, reviewSection } from "./review-parts.ts";
import { sliceTable } from "./slice-table.ts";
import { spendText } from "./spend-text.ts";
import { stepsTable } from "./steps-text.ts";

/**
 * The one comment on the issue, written anew at each stage; at most 64,000 characters. The hidden
 * marker is not in it: who posts the comment puts it.
 */
export function stickyComment(report: Report, links: Links): string {
  const text = [
    headline(report),
    figureLine(report),
    linkLine(report, links),
    phaseList(report, links),
    sliceTable(report),
    conclusionSection(report),
    report.steps === null
      ? details("Criteria and their tests", criteriaTable(report))
      : stepsTable(report.steps, links),
    details("The critic's review", reviewSection(report)),
    details("What the critic wanted before", earlierRounds(report)),
    details("Debug history", debugHistory(report)),
    details("The run as a picture", runDiagram(report)),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
  return capMarkdown(`${text}\n`, commentLimit, cutPointer(links));
}

function headline(report: Report): string {
  const { conclusion, question } = report;
  const waiting = conclusion === null && question !== null;
  const words = waiting ? "Waiting for a person" : describeConclusion(conclusion);
  const kind = conclusion?.kind ?? (waiting ? "action_required" : "running");
  return `### ${icons[kind]} tdd-loop: ${kind === "cancelled" ? "Cancelled" : words.replace(/[^\p{L}\p{N} ().,-]/gu, "")}`;
}

const icons: Readonly<Record<Conclusion["kind"] | "running", string>> = {
  success: "✅",
  blocked: "⛔",
  action_required: "✋",
  timed_out: "⌛",
  cancelled: "🚫",
  running: "⏳",
};

/** Who, how, how long and how much, in one line. */
export function figureLine(report: Report): string {
  const lock = report.lock === null ? "" : ` · lock \`${report.lock.digest.slice(0, 12)}\``;
  return `Profile ${codeSpan(report.profile, 20)}, started by ${codeSpan(report.actor, 40)} · ${formatElapsed(report.elapsedMs)} · ${spendText(report.totals)}${lock}`;
}
