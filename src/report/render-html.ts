import { html } from "./html.ts";
import { diffSection } from "./html-diff.ts";
import { criteriaSection, runsSection } from "./html-evidence.ts";
import { decisionSection, pageHeader, phasesSection } from "./html-overview.ts";
import { spendSection } from "./html-spend.ts";
import type { Log } from "./html-story.ts";
import { criticSection, debugSection, shippedSection, timelineSection } from "./html-story.ts";
import { style } from "./html-style.ts";
import type { Report } from "./report.ts";
import { stepsSection } from "./steps-text.ts";

export interface PageExtras {
  /** Unified diff from the base to the head; empty when there is none. */
  readonly diff: string;
  readonly logs: readonly Log[];
}

/**
 * The whole run as one page that needs nothing else: no network, no script, no fonts. It shows text
 * from outside and from models, all of it escaped; its own policy forbids any loading besides.
 */
export function renderHtml(report: Report, extras: PageExtras): string {
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="referrer" content="no-referrer"><meta name="robots" content="noindex">
<title>tdd-loop: ${report.title || "a run"}</title><style>${{ markup: style }}</style></head>
<body><a class="skip" href="#phases">To the phases</a>
${pageHeader(report)}
<main class="wrap">${decisionSection(report)}${phasesSection(report)}${report.steps === null ? html`${criteriaSection(report)}${runsSection(report)}` : stepsSection(report.steps)}
${diffSection(extras.diff)}${criticSection(report)}${debugSection(report)}${spendSection(report)}
${shippedSection(report)}${timelineSection(report, extras.logs)}</main>
<footer class="wrap"><p>Run <code>${report.runId}</code>${lockLine(report)}. Made by tdd-loop from the run's journal.</p></footer>
</body></html>
`;
  return page.markup;
}

function lockLine({ lock }: Report): string {
  if (lock === null) return "";
  return `, base ${lock.lock.baseRef} at ${lock.lock.baseSha.slice(0, 12)}, lock ${lock.digest.slice(0, 16)}`;
}
