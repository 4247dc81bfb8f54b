import type { Spec } from "../../domain/spec.ts";

/** Shorter lines are headings and words that any document may have. */
const TELLING = 30;
const ENOUGH = 2;

/** Whether a text repeats the issue: two of its longer lines, or the only one that it has. */
export function quotesIssue(text: string, { body }: Pick<Spec, "body">): boolean {
  const lines = new Set(body.split("\n").map(bare).filter(isTelling));
  if (lines.size === 0) return false;
  const found = new Set(
    text
      .split("\n")
      .map(bare)
      .filter((line) => lines.has(line)),
  );
  return found.size >= Math.min(ENOUGH, lines.size);
}

/** Without list marks, check boxes and emphasis. */
function bare(line: string): string {
  return line
    .replace(/^\s*(?:[-*+]|\d+[.)])?\s*(?:\[[ xX]\])?\s*/, "")
    .replaceAll(/[`*_]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

function isTelling(line: string): boolean {
  return line.length >= TELLING;
}
