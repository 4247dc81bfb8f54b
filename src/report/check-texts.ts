import { capMarkdown, checkTextLimit } from "../domain/cap-markdown.ts";
import { codeSpan, fence } from "../domain/outbound-text.ts";
import { counted } from "./figures.ts";
import type { Links } from "./links.ts";
import { cutPointer, linkLine } from "./links.ts";
import { criteriaTable, reviewSection } from "./markdown-parts.ts";
import { outputOf } from "./output-of.ts";
import { runNote, runOf } from "./phase-note.ts";
import type { Report } from "./report.ts";

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
  const { red } = report.proof;
  const run = runOf(report, "red");
  if (red === null) return check(links, "tdd/red", null, "The tests are being written", "", "");
  const isRight = red.verdict === "right_reason";
  const right = red.tests.filter((test) => test.verdict === "right_reason").length;
  const title = isRight
    ? `${counted(right, "new test")} seen to fail for the right reason`
    : `RED is not right: ${red.verdict.replaceAll("_", " ")}`;
  const fix = isRight || red.fix === "" ? "" : `**What to do**\n\n${fence(red.fix, 4_000)}`;
  const summary = parts(
    `Reason: ${codeSpan(red.reason)}. The run: ${runNote(run)}.`,
    fix,
    linkLine(report, links),
  );
  const output = run === undefined ? "" : `#### Output of RED\n\n${fence(outputOf(run), 40_000)}`;
  const conclusion = isRight ? "success" : "failure";
  return check(links, "tdd/red", conclusion, title, summary, parts(criteriaTable(report), output));
}

/** `tdd/critic`: neutral while it asks for changes, a failure only when the run ends by it. */
export function criticCheck(report: Report, links: Links): CheckText {
  const last = report.reviews.at(-1);
  if (last === undefined)
    return check(links, "tdd/critic", null, "The critic has not been asked yet", "", "");
  const { verdict, findings } = last.review;
  const end = report.conclusion;
  const isBlocking = end?.kind === "blocked" && end.reason === "critic_exhausted";
  const needsWork = isBlocking ? "failure" : "neutral";
  const title = `${verdict.replace("_", " ")} in round ${last.round}, ${counted(findings.length, "finding")}`;
  return check(
    links,
    "tdd/critic",
    verdict === "APPROVED" ? "success" : needsWork,
    title,
    parts(
      `The critic saw the spec, the whole diff, the tests and the lock.`,
      linkLine(report, links),
    ),
    reviewSection(report),
  );
}

/** `file-gate`: success or failure only, because neutral and skipped count as passed (limit 22). */
export function fileGateCheck(report: Report, links: Links): CheckText {
  const verdict = report.gates.at(-1)?.verdict;
  const scope = scopeText(report);
  const name = "file-gate";
  if (verdict === undefined) return check(links, name, null, "Not judged yet", "", scope);
  if (verdict.kind === "pass")
    return check(
      links,
      name,
      "success",
      "Only promised files changed",
      linkLine(report, links),
      scope,
    );
  if (verdict.kind === "cannot_judge")
    return check(
      links,
      name,
      "failure",
      "Could not be judged; this is not a violation",
      parts(fence(verdict.why, 4_000), "Run the check again when the cause is gone."),
      scope,
    );
  const paths = verdict.paths.slice(0, 100).map((path) => `- ${codeSpan(path, 200)}`);
  const summary = parts(
    fence(verdict.reason, 4_000),
    paths.join("\n"),
    `**What to do**\n\n${fence(verdict.fix, 4_000)}`,
  );
  return check(links, name, "failure", `${verdict.code.replace(/[^\w -]/g, "")}`, summary, scope);
}

function scopeText({ lock }: Report): string {
  if (lock === null) return "";
  const files = lock.lock.allowlist.map(
    (f) => `- ${codeSpan(f.path, 200)}${f.isNew ? " (new)" : ""}`,
  );
  const tests = lock.lock.testFiles.map((path) => `- ${codeSpan(path, 200)}`);
  return `#### Files that may change\n\n${files.join("\n")}\n\n#### Where tests may change\n\n${tests.join("\n")}`;
}

function check(
  links: Links,
  name: string,
  conclusion: CheckText["conclusion"],
  title: string,
  ...[summary, text]: readonly [summary: string, text: string]
): CheckText {
  const cap = (markdown: string) => capMarkdown(markdown, checkTextLimit, cutPointer(links));
  return { name, conclusion, title, summary: cap(summary || title), text: cap(text) };
}

function parts(...texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n\n");
}
