import { capMarkdown, checkTextLimit } from "../domain/cap-markdown.ts";
import { codeSpan, fence, oneLine } from "../domain/outbound-text.ts";
import { redReasonText, redVerdictText } from "../domain/red-reason.ts";
import { counted } from "./figures.ts";
import type { Links } from "./links.ts";
import { cutPointer, linkLine } from "./links.ts";
import { criteriaTable } from "./markdown-parts.ts";
import { proseLine } from "./markdown-prose.ts";
import { outputOf } from "./output-of.ts";
import { runNote, runOf } from "./phase-note.ts";
import type { Report } from "./report.ts";
import { reviewSection } from "./review-parts.ts";

/** What a check run says; who sets it adds the commit. Summary and text are at most 65,000. */
export interface CheckText {
  readonly name: string;
  /** Null while it is in progress. */
  readonly conclusion: "success" | "failure" | "neutral" | null;
  readonly title: string;
  readonly summary: string;
  readonly text: string;
}

/** `tdd/red`: were the new tests seen to fail because the behaviour is missing? */
export function redCheck(report: Report, links: Links): CheckText {
  const name = "tdd/red";
  const { red } = report.proof;
  const run = runOf(report, "red");
  if (red === null)
    return check(links, { name, conclusion: null, title: "The tests are being written" }, "", "");
  const isRight = red.verdict === "right_reason";
  const right = red.tests.filter((test) => test.verdict === "right_reason").length;
  const title = isRight
    ? `${counted(right, "new test")} seen to fail for the right reason`
    : `The new tests: ${redVerdictText(red.verdict)}`;
  const fix = isRight || red.fix === "" ? "" : `**What to do**\n\n${fence(red.fix, 4_000)}`;
  const summary = parts(
    `Why: ${proseLine(redReasonText(red.reason), 160)}. The run: ${runNote(run)}.`,
    fix,
    linkLine(report, links),
  );
  const output = run === undefined ? "" : `#### Output of RED\n\n${fence(outputOf(run), 40_000)}`;
  const conclusion = isRight ? "success" : "failure";
  const text = parts(criteriaTable(report), output);
  return check(links, { name, conclusion, title }, summary, text);
}

/** `tdd/critic`: neutral while it asks for changes, a failure only when the run ends by it. */
export function criticCheck(report: Report, links: Links): CheckText {
  const name = "tdd/critic";
  const last = report.reviews.at(-1);
  if (last === undefined)
    return check(links, { name, conclusion: null, title: "The critic was not asked yet" }, "", "");
  const { verdict, findings } = last.review;
  const end = report.conclusion;
  const isBlocking = end?.kind === "blocked" && end.reason === "critic_exhausted";
  const needsWork = isBlocking ? "failure" : "neutral";
  const title = `${verdict.replace("_", " ")} in round ${last.round}, ${counted(findings.length, "finding")}`;
  const conclusion = verdict === "APPROVED" ? "success" : needsWork;
  const saw = "The critic saw the spec, the whole diff, the tests and the lock.";
  const summary = parts(saw, linkLine(report, links));
  return check(links, { name, conclusion, title }, summary, reviewSection(report));
}

/** `file-gate`: success or failure only, because neutral and skipped count as passed (limit 22). */
export function fileGateCheck(report: Report, links: Links): CheckText {
  const verdict = report.gates.at(-1)?.verdict;
  const scope = scopeText(report);
  const name = "file-gate";
  if (verdict === undefined)
    return check(links, { name, conclusion: null, title: "Not judged yet" }, "", scope);
  if (verdict.kind === "pass") {
    const title = "Only promised files changed";
    return check(links, { name, conclusion: "success", title }, linkLine(report, links), scope);
  }
  if (verdict.kind === "cannot_judge") {
    const title = "Could not be judged; this is not a violation";
    const summary = parts(fence(verdict.why, 4_000), "Run the check again when the cause is gone.");
    return check(links, { name, conclusion: "failure", title }, summary, scope);
  }
  const paths = verdict.paths.slice(0, 100).map((path) => `- ${codeSpan(path, 200)}`);
  const summary = parts(
    fence(verdict.reason, 4_000),
    paths.join("\n"),
    `**What to do**\n\n${fence(verdict.fix, 4_000)}`,
  );
  const title = oneLine(verdict.code.replace(/[^\w -]/g, ""), 60) || "Stopped";
  return check(links, { name, conclusion: "failure", title }, summary, scope);
}

function scopeText({ lock }: Report): string {
  if (lock === null) return "";
  const files = lock.lock.allowlist.map(
    (f) => `- ${codeSpan(f.path, 200)}${f.isNew ? " (new)" : ""}`,
  );
  const tests = lock.lock.testFiles.map((path) => `- ${codeSpan(path, 200)}`);
  const owned = (lock.lock.owned ?? []).map((path) => `- ${codeSpan(path, 200)}`);
  if (owned.length > 0)
    return `#### Files that steps own; protected files only by exact path\n\n${[...files, ...owned].join("\n")}`;
  return `#### Files that may change\n\n${files.join("\n")}\n\n#### Where tests may change\n\n${tests.join("\n")}`;
}

function check(links: Links, head: Head, summary: string, text: string): CheckText {
  const cap = (markdown: string) => capMarkdown(markdown, checkTextLimit, cutPointer(links));
  return { ...head, summary: cap(summary || head.title), text: cap(text) };
}

type Head = Pick<CheckText, "name" | "conclusion" | "title">;

function parts(...texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n\n");
}
