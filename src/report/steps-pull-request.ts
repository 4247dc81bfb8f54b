import { capMarkdown, commentLimit } from "../domain/cap-markdown.ts";
import { cell, commandFence } from "../domain/outbound-text.ts";
import { formatDollars, formatElapsed, formatTokens } from "./figures.ts";
import { isolationText } from "./isolation.ts";
import type { Links } from "./links.ts";
import { cutPointer, linkLine } from "./links.ts";
import { details } from "./markdown-parts.ts";
import { runDiagram } from "./mermaid.ts";
import type { Report } from "./report.ts";
import type { StepsView } from "./steps.ts";
import { stepsNote } from "./steps.ts";
import { checksList, goalLine, stepsRemarks, stepsTable } from "./steps-text.ts";

/**
 * The evidence of a run by a loop spec; at most 64,000 characters.
 * @param shipped the four questions, as every pull request answers them
 */
export function stepsPullRequestBody(
  report: Report,
  steps: StepsView,
  links: Links,
  shipped: string,
): string {
  const { issue } = report;
  const text = [
    issue.number > 0 ? `Fixes #${issue.number}` : "",
    "Worked step by step by tdd-loop: each step is one commit, made when its check and the validation ended with 0 on exactly that tree. The agent reports progress only; every figure below comes from commands that the loop ran itself.",
    linkLine({ ...report, pullRequest: null }, links),
    goalLine(steps),
    "## Steps",
    stepsTable(steps, links),
    evidence(report, steps),
    details("Remarks", stepsRemarks(steps)),
    details("Every command that ran", checksList(steps)),
    "## The run",
    runDiagram(report),
    "## Shipped?",
    shipped,
    details("See it yourself", howToCheck(report, steps)),
  ];
  const whole = text.filter((part) => part !== "").join("\n\n");
  return capMarkdown(`${whole}\n`, commentLimit, cutPointer(links));
}

function evidence(report: Report, steps: StepsView): string {
  const { spend } = report.totals;
  const tokens = spend.inputTokens + spend.cacheReadTokens + spend.cacheWriteTokens;
  const rows = [
    ["Steps", stepsNote(steps)],
    ["Files", scopeCell(report)],
    ["Sandbox", cell(isolationText(report), 200)],
    [
      "Spend",
      `${formatDollars(spend.dollars)}, ${formatTokens(tokens)} tokens in, ${formatTokens(spend.outputTokens)} out, ${formatElapsed(report.elapsedMs)}`,
    ],
  ];
  return [
    "| | what was seen |",
    "| --- | --- |",
    ...rows.map(([what, seen]) => `| **${what}** | ${seen} |`),
  ].join("\n");
}

function scopeCell({ lock, turns }: Report): string {
  if (lock === null) return "not locked";
  const paths = [...new Set(turns.flatMap((turn) => turn.paths))];
  const shown = paths.slice(0, 8).map((path) => cell(path, 100));
  const more = paths.length > 8 ? ` and ${paths.length - 8} more` : "";
  return `changed: ${shown.join(", ")}${more}; reported files only are committed (lock \`${lock.digest.slice(0, 12)}\`)`;
}

function howToCheck({ commits }: Report, { steps }: StepsView): string {
  const head = commits.at(-1);
  if (head === undefined) return "";
  const checks = [...new Set(steps.map(({ check }) => check))];
  return commandFence([`git checkout ${head.sha.slice(0, 12)}`, ...checks].join("\n"));
}
