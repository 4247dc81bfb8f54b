/** Lines of the new side that a hunk shows, both ends included. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

const HUNK = /^@@ -\d+(?:,(\d+))? [+](\d+)(?:,(\d+))? @@/;

/**
 * Where a review comment may be anchored: the right-hand lines inside the hunks of a unified diff,
 * by path. GitHub refuses the whole review for one anchor outside (github-facts 30).
 */
export function readDiffRanges(diff: string): ReadonlyMap<string, readonly LineRange[]> {
  const ranges = new Map<string, LineRange[]>();
  let at: Position = { path: null, before: 0, after: 0 };
  for (const line of diff.split("\n")) {
    const isContent = at.before > 0 || at.after > 0;
    at = isContent ? consume(line, at) : readHeader(line, at);
    if (!isContent && at.after > 0) addRange(ranges, at, line);
  }
  return ranges;
}

/** Which file we are in, and how many lines of a hunk are to come: content is never a header. */
interface Position {
  readonly path: string | null;
  readonly before: number;
  readonly after: number;
}

function readHeader(line: string, at: Position): Position {
  if (line.startsWith("+++ ")) return { ...at, path: readPath(line.slice(4)) };
  const hunk = HUNK.exec(line);
  if (hunk === null) return at;
  return { ...at, before: Number(hunk[1] ?? 1), after: Number(hunk[3] ?? 1) };
}

/** Whether a line of a file can carry a review comment. */
export function isInRanges(
  ranges: ReadonlyMap<string, readonly LineRange[]>,
  path: string,
  line: number,
): boolean {
  return (ranges.get(path) ?? []).some((range) => line >= range.from && line <= range.to);
}

function addRange(ranges: Map<string, LineRange[]>, at: Position, header: string): void {
  if (at.path === null) return;
  const from = Number(HUNK.exec(header)?.[2]);
  const range = { from, to: from + at.after - 1 };
  ranges.set(at.path, [...(ranges.get(at.path) ?? []), range]);
}

function consume(line: string, at: Position): Position {
  const kind = line[0];
  if (kind === "+") return { ...at, after: at.after - 1 };
  if (kind === "-") return { ...at, before: at.before - 1 };
  if (kind === "\\") return at;
  return { ...at, before: at.before - 1, after: at.after - 1 };
}

/** git quotes odd names as C strings with octal bytes; `/dev/null` is a deleted file. */
function readPath(field: string): string | null {
  const name = field.startsWith('"') ? unquote(field) : field.replace(/\t$/, "");
  return name.startsWith("b/") ? name.slice(2) : null;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

function unquote(field: string): string {
  const text = field.slice(1, field.lastIndexOf('"'));
  const bytes = text.replace(/\\([0-7]{3})|\\(.)/g, (_all, octal: string, char: string) =>
    octal === undefined ? (ESCAPES[char] ?? char) : String.fromCharCode(Number.parseInt(octal, 8)),
  );
  const raw = Buffer.from(bytes, "latin1");
  return raw.toString("latin1") === bytes ? raw.toString("utf8") : bytes;
}
