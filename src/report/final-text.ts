import { neutralise, oneLine, plainText } from "../domain/outbound-text.ts";
import { cycleLines, suggestionLines } from "./cycles.ts";
import { describeConclusion, describeRun } from "./describe.ts";
import { counted, formatElapsed } from "./figures.ts";
import type { Links } from "./links.ts";
import type { TestProof } from "./proof.ts";
import type { Report } from "./report.ts";
import { cachedText, spendText } from "./spend-text.ts";
import { stepLines } from "./steps-text.ts";

/** The end of a run for a terminal, in plain text: what S0-33 and S0-46 ask for, no colours. */
export function finalText(
  report: Report,
  links: Links,
  standing = describeConclusion(report.conclusion),
): string {
  const { totals } = report;
  const head = `${standing} in ${formatElapsed(report.elapsedMs)}, ${spendText(totals)}${cachedText(totals)}`;
  const rows = [
    row("issue", issueOf(report)),
    row("branch", branchOf(report)),
    ...report.commits.map(({ sha, message }, i) =>
      row(
        i === 0 ? "commits" : "",
        `${sha.slice(0, 7)} ${oneLine(message.split("\n")[0] ?? "", 80)}`,
      ),
    ),
    row("tests", testsOf(report)),
    row("", report.lock?.tests ?? ""),
    row("", knownFailures(report.proof.known)),
    ...report.proof.criteria.map((proof, i) => row(i === 0 ? "criteria" : "", criterionOf(proof))),
    ...(report.steps === null ? [] : stepLines(report.steps)).map((line, i) =>
      row(i === 0 ? "steps" : "", line),
    ),
    ...cycleLines(report).map((line, i) => row(i === 0 ? "cycles" : "", line)),
    row("critic", criticOf(report)),
    ...suggestionLines(report).map((line, i) => row(i === 0 ? "suggestions" : "", line)),
    row("shipped", shippedOf(report)),
    row("pull request", report.pullRequest?.url ?? ""),
    row("report", links.report ?? ""),
  ].filter((line) => line !== "");
  return neutralise([head, ...rows, ...endOf(report)].join("\n"));
}

function row(name: string, value: string): string {
  return value === "" ? "" : `  ${name.padEnd(13)} ${oneLine(value, 200)}`;
}

function issueOf({ issue, title }: Report): string {
  return issue.number > 0 ? `${issue.owner}/${issue.repo}#${issue.number} ${title}` : title;
}

function branchOf({ lock, pushed, issue }: Report): string {
  const branch = pushed?.branch ?? lock?.lock.branch;
  if (branch === undefined) return "";
  return `${branch} (${pushed === null ? "nothing was pushed to it" : `${issue.number === 0 ? "in this repository" : "pushed"} at ${pushed.sha.slice(0, 7)}`})`;
}

function testsOf({ runs }: Report): string {
  const last = runs.at(-1);
  return last === undefined ? "" : `${describeRun(last.run)} (${last.purpose}, ${last.sandbox})`;
}

/** A red figure at the end must not be taken for the work's fault. */
export function knownFailures(known: readonly string[]): string {
  return known.length === 0
    ? ""
    : `${known.length} failed, as before this run: ${known.join(", ")}`;
}

function criterionOf({ criterion, tests, ...more }: Report["proof"]["criteria"][number]): string {
  const proof = more.wasThere ? "a test of it passed at once" : proofOf(more.preserved, tests);
  return `${criterion.id} ${oneLine(criterion.text, 90)} [${proof}]`;
}

/** A test that was not run since RED has neither passed nor failed. */
function proofOf(preserved: boolean, tests: readonly TestProof[]): string {
  if (tests.length === 0) return preserved ? "existing tests" : "no test yet";
  const seen = tests.every((test) => test.red?.verdict === "right_reason")
    ? "✓ seen failing, "
    : "";
  if (tests.every((test) => test.green === "not_run"))
    return preserved ? "existing tests" : `${counted(tests.length, "test")}, ${seen}not green yet`;
  const claims = tests.filter((test) => test.green === "no_test");
  if (claims.length > 0)
    return `${claims.map(({ id }) => JSON.stringify(oneLine(id, 40))).join(", ")} names no test`;
  const passing = tests.filter((test) => test.green === "passed").length;
  return `${seen}${passing} of ${counted(tests.length, "test")} ${passing === 1 ? "passes" : "pass"}`;
}

function criticOf({ reviews }: Report): string {
  const last = reviews.at(-1);
  if (last === undefined) return "";
  return `${last.review.verdict.replace("_", " ")}, round ${last.round}. ${last.review.summary}`;
}

function shippedOf({ shipped }: Report): string {
  const docs = shipped.docsUpdated.length > 0 ? shipped.docsUpdated.join(", ") : "none changed";
  return `pushed: ${shipped.pushed ? "yes" : "no"}; deployed: no, never by tdd-loop; verified live: no; docs updated: ${docs}`;
}

function endOf({ conclusion, question, resume }: Report): readonly string[] {
  if (conclusion?.kind === "blocked")
    return [
      ...section("What was tried", conclusion.tried.map((line) => oneLine(line, 200)).join("\n")),
      ...section("What failed", conclusion.failed),
      ...section("Your decision", conclusion.decision),
      ...section("Then run", conclusion.command),
    ];
  if (conclusion?.kind === "cancelled" || conclusion?.kind === "timed_out")
    return section("What was done is kept. To go on, run", resume);
  const asked = conclusion?.kind === "action_required" ? conclusion : question;
  if (asked === null) return [];
  return [...section("You are asked", asked.question), ...section("Then run", asked.command)];
}

function section(title: string, text: string): readonly string[] {
  const lines = plainText(text).trimEnd();
  return lines === "" ? [] : ["", `${title}:`, lines.replace(/^/gm, "  ")];
}
