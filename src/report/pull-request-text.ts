import { capMarkdown, commentLimit } from "../domain/cap-markdown.ts";
import { cell, codeSpan, commandFence, commitSubject, fence } from "../domain/outbound-text.ts";
import { redReasonText, redVerdictText } from "../domain/red-reason.ts";
import { cycleSections } from "./cycles.ts";
import { describeVerdict } from "./describe.ts";
import { counted, formatElapsed } from "./figures.ts";
import { isolationText } from "./isolation.ts";
import type { Links } from "./links.ts";
import { commitLink, cutPointer, linkLine } from "./links.ts";
import { criteriaTable, debugHistory, details } from "./markdown-parts.ts";
import { proseCell } from "./markdown-prose.ts";
import { runDiagram } from "./mermaid.ts";
import { runNote, runOf } from "./phase-note.ts";
import type { CommitView, Report } from "./report.ts";
import { earlierRounds, reviewSection, roundNote } from "./review-parts.ts";
import { sliceTable } from "./slice-table.ts";
import { spendText, tokensText } from "./spend-text.ts";
import { stepsPullRequestBody } from "./steps-pull-request.ts";
import { factLine, trialNote } from "./trial.ts";

/** One line of at most 120 characters, made of the issue's title (case L18). */
export function pullRequestTitle(report: Report): string {
  return commitSubject(report.title, 120);
}

/** The evidence, for a person who decides whether to merge; at most 64,000 characters. */
export function pullRequestBody(report: Report, links: Links): string {
  const { issue, steps } = report;
  if (steps !== null) return stepsPullRequestBody(report, steps, links, shippedList(report, links));
  const text = [
    issue.number > 0 ? `Fixes #${issue.number}` : "",
    "Worked test-first by tdd-loop: the new tests were seen to fail before the code was written, and to pass after it. Every figure below comes from runs of the loop itself, not from the agent.",
    linkLine({ ...report, pullRequest: null }, links),
    "## Evidence",
    evidenceTable(report, links),
    redWarnings(report),
    ...slicesSection(report),
    ...cycleSections(report),
    "## Criteria and their tests",
    criteriaTable(report),
    "## The run",
    runDiagram(report),
    ...criticSection(report),
    details("What the critic wanted before", earlierRounds(report)),
    factsFound(report),
    "## Shipped?",
    shippedList(report, links),
    details("Debug history", debugHistory(report)),
    details("See it yourself", howToCheck(report)),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
  return capMarkdown(`${text}\n`, commentLimit, cutPointer(links));
}

function slicesSection(report: Report): string[] {
  return report.slices.length === 0 ? [] : ["## Slices", sliceTable(report)];
}

/** In slices, gates for layers and a refiner stand where else a critic does. */
function criticSection(report: Report): string[] {
  const review = reviewSection(report);
  if (review === "" && report.slices.length > 0) return [];
  return ["## Critic", review || "_No review was given._"];
}

function evidenceTable(report: Report, links: Links): string {
  const { proof, lock, gates } = report;
  const red = commitOf(report, "red");
  const green = commitOf(report, "green");
  const rows = [
    ["Baseline", sha(lock?.lock.baseSha, links), runNote(runOf(report, "baseline")) || "not run"],
    ["RED", sha(red?.sha, links), redCell(report)],
    ["GREEN", sha(green?.sha, links), greenCell(report)],
    ...refactorRows(report, links),
    ["Proof", "", proofCell(report)],
    ["Gates", "", verdictCell(gates.at(-1)?.verdict)],
    ["Scope", "", scopeCell(report)],
    ["Critic", "", criticCell(report)],
    ["Sandbox", "", cell(isolationText(report), 200)],
    ["Spend", "", spendCell(report)],
  ];
  const lines = rows.map(([what, commit, seen]) => `| **${what}** | ${seen}${at(commit)} |`);
  const left = proof.regressions.length;
  return [
    "| | what was seen |",
    "| --- | --- |",
    ...lines,
    ...(left > 0
      ? [
          "",
          `⚠️ ${counted(left, "test")} that passed at baseline ${left === 1 ? "fails" : "fail"}: ${codes(proof.regressions)}.`,
        ]
      : []),
    ...(proof.known.length > 0
      ? ["", `${proof.known.length} failed, as before this run: ${codes(proof.known)}.`]
      : []),
  ].join("\n");
}

/** Behind what was seen there: a column of its own would be too much for a telephone. */
function at(commit: string | undefined): string {
  return commit === undefined || commit === "" ? "" : `, at ${commit}`;
}

function spendCell({ totals, elapsedMs }: Report): string {
  const parts = [
    spendText(totals),
    tokensText(totals),
    counted(totals.testRuns, "test run"),
    formatElapsed(elapsedMs),
  ];
  return parts.filter((part) => part !== "").join(", ");
}

function commitOf(report: Report, phase: CommitView["phase"]): CommitView | undefined {
  return report.commits.findLast((commit) => commit.phase === phase);
}

function sha(full: string | undefined, links: Links): string {
  return full === undefined ? "" : commitLink(full, links);
}

function redCell({ proof: { red } }: Report): string {
  if (red === null) return "not judged";
  const right = red.tests.filter((test) => test.verdict === "right_reason").length;
  const reason = proseCell(redReasonText(red.reason), 120);
  if (red.verdict === "right_reason")
    return `✓ ${right} of ${counted(red.tests.length, "new test")} seen failing: ${reason}`;
  return `${redVerdictText(red.verdict)}: ${reason}`;
}

/** What was seen on the green commit; what a refactoring changed has a row of its own. */
function greenCell(report: Report): string {
  const counts = runNote(runOf(report, "green"));
  if (counts === "") return "not run";
  return commitOf(report, "refactor") === undefined ? counts + wholeNote(report) : counts;
}

function wholeNote({ proof: { criteria, others, regressions } }: Report): string {
  const tests = [...criteria.flatMap((row) => row.tests), ...others];
  const isWhole = tests.length > 0 && tests.every((test) => test.green === "passed");
  const red = isWhole ? "; every RED test passes" : "; not every RED test passes";
  return `${red}${regressions.length === 0 ? ", nothing that passed at baseline fails" : ""}`;
}

/** The head, when the critic's findings were addressed after GREEN; else nothing. */
function refactorRows(report: Report, links: Links): string[][] {
  const head = commitOf(report, "refactor");
  if (head === undefined) return [];
  const count = report.commits.filter((commit) => commit.phase === "refactor").length;
  const seen = runNote(runOf(report, "refactor", "final"));
  return [
    ["Refactor", sha(head.sha, links), `${counted(count, "commit")}: ${seen}${wholeNote(report)}`],
  ];
}

function proofCell(report: Report): string {
  const note = trialNote(report) || "not taken";
  return report.trial === null || report.trial.verdict.kind === "pass" ? note : cell(note, 200);
}

function verdictCell(verdict: Report["gates"][number]["verdict"] | undefined): string {
  if (verdict === undefined) return "not judged";
  return verdict.kind === "pass" ? "clean" : cell(describeVerdict(verdict), 200);
}

function scopeCell({ lock }: Report): string {
  if (lock === null) return "not locked";
  const { allowlist, testFiles } = lock.lock;
  const paths = [...allowlist.map((file) => file.path), ...testFiles];
  return `${codes(paths)}, locked before the first edit (\`${lock.digest.slice(0, 12)}\`)`;
}

function criticCell({ reviews }: Report): string {
  return reviews.length === 0 ? "no review" : reviews.map(roundNote).join("; then ");
}

function codes(texts: readonly string[]): string {
  const shown = texts.slice(0, 8).map((text) => cell(text, 100));
  return shown.join(", ") + (texts.length > 8 ? ` and ${texts.length - 8} more` : "");
}

/** They inform; each may be honest. */
function factsFound({ facts, slices }: Report): string {
  if (facts.length === 0) return "";
  const shown =
    slices.length > 0 ? "Each may be honest." : "The critic was shown these; each may be honest.";
  const list = fence(facts.map(factLine).join("\n"), 5_000);
  return details("Facts found by code in the change", `${shown}\n\n${list}`);
}

function redWarnings({ proof: { red } }: Report): string {
  if (red === null || red.warnings.length === 0) return "";
  return details("Warnings about the new tests", fence(red.warnings.join("\n"), 3_000));
}

/** The four questions of S0-33, answered by what was verified and by nothing else. */
export function shippedList({ shipped, pushed }: Report, links: Links): string {
  const where =
    pushed === null ? "" : `, ${codeSpan(pushed.branch, 100)} at ${commitLink(pushed.sha, links)}`;
  const docs = shipped.docsUpdated;
  return [
    `- [${shipped.pushed ? "x" : " "}] **Pushed?** ${shipped.pushed ? `yes${where}` : "no"}`,
    "- [ ] **Deployed?** no; tdd-loop never deploys and never merges",
    "- [ ] **Verified live?** no",
    `- [${docs.length > 0 ? "x" : " "}] **Docs updated?** ${docs.length > 0 ? codes(docs) : "none changed"}`,
  ].join("\n");
}

function howToCheck(report: Report): string {
  const red = commitOf(report, "red");
  const head = report.commits.at(-1);
  if (red === undefined || head === undefined || report.lock === null) return "";
  const { testCommand } = report.lock.lock;
  const lines = [
    `git checkout ${red.sha.slice(0, 12)}`,
    `${testCommand}   # the new tests fail`,
    `git checkout ${head.sha.slice(0, 12)}`,
    `${testCommand}   # they pass`,
  ];
  return commandFence(lines.join("\n"));
}
