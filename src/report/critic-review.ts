import type { Finding } from "../domain/answers.ts";
import { capMarkdown, commentLimit } from "../domain/cap-markdown.ts";
import { codeSpan, defang, fence } from "../domain/outbound-text.ts";
import type { Links } from "./links.ts";
import { cutPointer } from "./links.ts";
import { details } from "./markdown-parts.ts";
import { proseQuote } from "./markdown-prose.ts";
import type { Report } from "./report.ts";
import { earlierRounds, findingWords } from "./review-parts.ts";

/** The critic's review for the pull request: one body, and a comment for each finding with a line. */
export interface ReviewText {
  readonly body: string;
  readonly comments: readonly {
    readonly path: string;
    readonly line: number;
    readonly body: string;
  }[];
}

/** GitHub takes more, but nobody reads more; the rest is in the body. */
const maxComments = 30;

/**
 * The last review. Findings without a line stand in the body; whether a line lies in the diff is
 * for the one who posts (GitHub limit 30). Null when no review was given.
 */
export function criticReview(report: Report, links: Links): ReviewText | null {
  const last = report.reviews.at(-1);
  if (last === undefined) return null;
  const { verdict, summary, findings } = last.review;
  const anchored = findings.filter((f) => f.line !== null && isPath(f.file)).slice(0, maxComments);
  const rest = findings.filter((finding) => !anchored.includes(finding));
  const body = [
    `**Critic, round ${last.round}: ${verdict.replace("_", " ")}**`,
    summary.trim() === "" ? "" : proseQuote(summary, 8_000),
    rest.map((f) => `${placeOf(f)}\n\n${findingBody(f)}`).join("\n\n"),
    findings.length === 0 ? "_No findings._" : "",
    details("What was wanted before", earlierRounds(report)),
  ].filter((part) => part !== "");
  return {
    body: capMarkdown(body.join("\n\n"), commentLimit, cutPointer(links)),
    comments: anchored.map((finding) => ({
      path: finding.file,
      line: finding.line ?? 1,
      body: commentBody(finding),
    })),
  };
}

function findingBody({ kind, problem, suggestion }: Finding): string {
  const advice =
    suggestion.trim() === "" ? "" : `\n\nSuggestion:\n\n${proseQuote(suggestion, 4_000)}`;
  return `**${findingWords[kind]}**\n\n${proseQuote(problem, 4_000)}${advice}`;
}

/** With a block that GitHub offers to commit, where the critic wrote what its line should be. */
function commentBody(finding: Finding): string {
  return [findingBody(finding), suggestionBlock(finding.replacement ?? "")]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** Nothing is offered that would have to be altered before it may be published. */
function suggestionBlock(replacement: string): string {
  if (replacement.trim() === "" || replacement.length > 4_000) return "";
  if (defang(replacement) !== replacement)
    return `Replace the line by:\n\n${fence(replacement, 4_000)}`;
  const longest = Math.max(2, ...(replacement.match(/`+/g) ?? []).map((run) => run.length));
  const ticks = "`".repeat(longest + 1);
  return `${ticks}suggestion\n${replacement.trimEnd()}\n${ticks}`;
}

function placeOf({ file, line }: Finding): string {
  return `In ${codeSpan(line === null ? file : `${file}:${line}`, 200)}:`;
}

/** A path inside the repository (case L19). */
function isPath(path: string): boolean {
  return /^[^/\s\p{C}][^\p{C}]{0,250}$/u.test(path) && !path.split("/").includes("..");
}
