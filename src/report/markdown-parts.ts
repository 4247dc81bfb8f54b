import type { Conclusion } from "../domain/conclusion.ts";
import { cell, codeSpan, commandFence, fence } from "../domain/outbound-text.ts";
import type { Criterion } from "../domain/spec.ts";
import { stateWords } from "./describe.ts";
import { formatDollars, formatElapsed } from "./figures.ts";
import type { Links } from "./links.ts";
import { commitLink } from "./links.ts";
import { proseCell, proseQuote, testIdCell } from "./markdown-prose.ts";
import { phaseNote } from "./phase-note.ts";
import type { PhaseState, PhaseView } from "./phases.ts";
import type { CriterionProof, TestProof } from "./proof.ts";
import type { Report } from "./report.ts";

/** The phases as a checklist: ticked when done, with what came of each, its time and money. */
export function phaseList(report: Report, links: Links): string {
  return report.phases.map((phase) => phaseLine(report, phase, links)).join("\n");
}

const marks: Readonly<Record<PhaseState, string>> = {
  done: "",
  running: "⏳ running",
  waiting: "✋ waiting for a person",
  stopped: "⛔ stopped here",
  pending: "",
  skipped: `(${stateWords.skipped})`,
};

function phaseLine(report: Report, phase: PhaseView, links: Links): string {
  const commit = report.commits.findLast(({ phase: of }) => of === phase.name);
  const figures = [
    phase.elapsedMs > 0 ? formatElapsed(phase.elapsedMs) : "",
    phase.spend.dollars > 0 ? formatDollars(phase.spend.dollars) : "",
  ];
  const parts = [
    marks[phase.state],
    phaseNote(report, phase),
    commit === undefined ? "" : commitLink(commit.sha, links),
    ...figures,
  ].filter((part) => part !== "");
  const rest = parts.length === 0 ? "" : ` — ${parts.join(" · ")}`;
  const isDone = phase.state === "done" || phase.state === "skipped";
  return `- [${isDone ? "x" : " "}] **${phase.title}**${rest}`;
}

/** Each criterion, the tests that prove it, and what each did at RED and does now. */
export function criteriaTable({ proof }: Report, maxRows = 60): string {
  const rows = [
    ...proof.criteria.flatMap(criterionRows),
    ...proof.others.map((test) => testRow("(other new test)", test)),
  ];
  if (rows.length === 0) return "_No criteria yet._";
  const left = rows.length - maxRows;
  return [
    "| criterion | test | at RED, and now |",
    "| --- | --- | --- |",
    ...rows.slice(0, maxRows),
    ...(left > 0 ? ["", `_${left} more rows are in the full report._`] : []),
  ].join("\n");
}

function criterionRows({
  criterion,
  preserved,
  wasThere,
  tests,
}: CriterionProof): readonly string[] {
  const name = `${idOf(criterion)} ${proseCell(criterion.text, 140)}`;
  if (wasThere) return [`| ${name} | a test that passed at once | was there before its turn |`];
  if (preserved && tests.length === 0)
    return [`| ${name} | existing tests | unchanged behaviour, held by the suite |`];
  if (tests.length === 0) return [`| ${name} | — | — |`];
  return tests.map((test, i) => testRow(i === 0 ? name : "", test));
}

/** Ids are the loop's own, C1 and so on; one that is not gets no further than a code span. */
function idOf({ id }: Criterion): string {
  return /^[A-Z]\d{1,4}$/.test(id) ? `**${id}**` : cell(id, 20);
}

function testRow(name: string, test: TestProof): string {
  return `| ${name} | ${testIdCell(test.id)} | ${atRed(test)}, ${nowWords[test.green]} |`;
}

function atRed({ red }: TestProof): string {
  if (red === null) return "not judged";
  const isRight = red.verdict === "right_reason";
  const cause = red.cause === null || isRight ? "" : ` (${causeWords(red.cause.kind)})`;
  return `${redWords[red.verdict]}${cause}`;
}

function causeWords(kind: string): string {
  return kind.replaceAll("_", " ");
}

export const redWords = {
  right_reason: "✓ seen failing",
  already_satisfied: "☑️ passed already",
  wrong_reason: "⚠️ fails for a wrong reason",
  cannot_judge: "❔ could not be judged",
} as const;

export const nowWords = {
  passed: "✅ passes",
  failed: "❌ fails",
  skipped: "⚠️ skipped",
  missing: "⚠️ not reported",
  not_run: "not run yet",
  no_test: "❌ names no test",
} as const;

/** What was tried, what failed, the one decision and the exact command (S0-46); else nothing. */
export function conclusionSection(report: Report): string {
  const end = report.conclusion;
  if (end === null) return report.question === null ? "" : questionSection(report.question);
  if (end.kind === "action_required") return questionSection(end);
  if (end.kind === "blocked") return blockedSection(end);
  if (end.kind === "timed_out")
    return `### Timed out\nThe limit was ${codeSpan(end.limit)}. What was done is kept. To go on:\n${commandFence(report.resume)}`;
  if (end.kind === "cancelled")
    return `### Cancelled\nBy ${codeSpan(end.by)}. What was done is kept. To go on:\n${commandFence(report.resume)}`;
  return "";
}

function blockedSection(end: Extract<Conclusion, { kind: "blocked" }>): string {
  const tried = end.tried.length === 0 ? "Nothing yet." : fence(end.tried.join("\n"), 6_000);
  return [
    `### Blocked: ${end.reason.replaceAll("_", " ")}`,
    "**What was tried**",
    tried,
    "**What failed**",
    fence(end.failed, 8_000),
    "**The one decision that is yours**",
    proseQuote(end.decision, 3_000),
    "**To give it, comment or run**",
    commandFence(end.command),
  ].join("\n\n");
}

function questionSection(asked: { readonly question: string; readonly command: string }): string {
  return [
    "### A person is asked",
    fence(asked.question, 6_000),
    "**To answer, comment or run**",
    commandFence(asked.command),
  ].join("\n\n");
}

/** Each debug attempt: what it did, and which tests failed after it. Empty when there was none. */
export function debugHistory(report: Report): string {
  const turns = report.turns.filter((turn) => turn.role === "debugger");
  return turns
    .map((turn) => {
      const after =
        turn.failing === null ? "the tests were not run after it" : failing(turn.failing);
      return `**Attempt ${turn.attempt}**: ${after}.\n\n${proseQuote(turn.summary || "(no words)", 2_000)}`;
    })
    .join("\n\n");
}

function failing(names: readonly string[]): string {
  if (names.length === 0) return "every test passed after it";
  const shown = names.slice(0, 5).map((name) => codeSpan(name, 100));
  const more = names.length > 5 ? ` and ${names.length - 5} more` : "";
  return `still failing after it: ${shown.join(", ")}${more}`;
}

/** A block that is closed until it is asked for. */
export function details(summary: string, body: string): string {
  return body === "" ? "" : `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`;
}
