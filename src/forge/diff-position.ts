import type { FileDiff } from "./git-queries.ts";

export type Side = "LEFT" | "RIGHT";

export interface PlacedLine {
  /** The hunk up to the commented line, as GitHub shows it above a comment. */
  readonly hunk: string;
  readonly side: Side;
  readonly line: number;
}

interface HunkLine {
  readonly text: string;
  readonly left: number | null;
  readonly right: number | null;
}

/** Lines of a patch with their numbers on both sides; hunk headers carry none. */
function numbered(patch: string): HunkLine[] {
  let left = 0;
  let right = 0;
  return patch.split("\n").map((text) => {
    const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(text);
    if (header) {
      left = Number(header[1]);
      right = Number(header[2]);
      return { text, left: null, right: null };
    }
    if (text.startsWith("\\")) return { text, left: null, right: null };
    const onLeft = text.startsWith("+") ? null : left++;
    const onRight = text.startsWith("-") ? null : right++;
    return { text, left: onLeft, right: onRight };
  });
}

function hunkUpTo(lines: readonly HunkLine[], index: number): string {
  let start = index;
  while (start > 0 && !lines[start]?.text.startsWith("@@")) start -= 1;
  return lines
    .slice(start, index + 1)
    .map((one) => one.text)
    .join("\n");
}

/** Where a line of a file stands in its diff; null when it is in no hunk. */
export function placeLine(file: FileDiff, line: number, side: Side): PlacedLine | null {
  if (file.patch === null) return null;
  const lines = numbered(file.patch);
  const index = lines.findIndex((one) => (side === "LEFT" ? one.left : one.right) === line);
  return index < 0 ? null : { hunk: hunkUpTo(lines, index), side, line };
}

/** The older way to name a line: its distance below the first hunk header. */
export function placePosition(file: FileDiff, position: number): PlacedLine | null {
  if (file.patch === null || position < 1) return null;
  const lines = numbered(file.patch);
  const found = lines[position];
  if (!found) return null;
  const side = found.right === null ? "LEFT" : "RIGHT";
  const line = found.right ?? found.left;
  return line === null ? null : { hunk: hunkUpTo(lines, position), side, line };
}
