import type { Finding } from "../domain/answers.ts";
import { codeSpan } from "../domain/outbound-text.ts";
import { counted } from "./figures.ts";
import { proseLine, proseQuote } from "./markdown-prose.ts";
import type { Report } from "./report.ts";

export const findingWords: Readonly<Record<Finding["kind"], string>> = {
  drift: "Drift from the spec",
  missing_edge_case: "Missing edge case",
  quality: "Quality",
};

type Round = Report["reviews"][number];

/** The critic's last word: verdict, its summary, each finding with its place. */
export function reviewSection({ reviews }: Report): string {
  const last = reviews.at(-1);
  return last === undefined ? "" : roundSection(last);
}

/** What was found in the rounds before the last and has been addressed since; empty without any. */
export function earlierRounds({ reviews }: Report): string {
  return reviews.slice(0, -1).map(roundSection).join("\n\n");
}

/** `NEEDS WORK in round 1 (2 findings)`. */
export function roundNote({ round, review: { verdict, findings } }: Round): string {
  const found = findings.length === 0 ? "" : ` (${counted(findings.length, "finding")})`;
  return `${verdict.replace("_", " ")} in round ${round}${found}`;
}

function findingLine({ kind, file, line, problem, suggestion }: Finding): string {
  const place = codeSpan(line === null ? file : `${file}:${line}`);
  const advice = suggestion.trim() === "" ? "" : `\n  Suggestion: ${proseLine(suggestion, 400)}`;
  return `- **${findingWords[kind]}**, ${place}: ${proseLine(problem, 400)}${advice}`;
}

function roundSection({ round, review: { verdict, summary, findings } }: Round): string {
  const said = summary.trim() === "" ? [] : [proseQuote(summary, 4_000)];
  const list = findings.map(findingLine);
  const head = `**${verdict.replace("_", " ")}** in round ${round}.`;
  return [head, ...said, ...(list.length > 0 ? [list.join("\n")] : [])].join("\n\n");
}
