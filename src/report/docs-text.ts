import type { FileSurface } from "../domain/surface.ts";

export interface DocText {
  readonly path: string;
  readonly text: string;
}

export interface DocsReport {
  /** In the order in which they matter. */
  readonly documents: readonly DocText[];
  readonly descriptions: readonly DocText[];
  /** With the documentation of each signature. */
  readonly surfaces: readonly FileSurface[];
}

/** What one file may take (S3-52), what one comment may, and how many comments one file may show (S3-51). */
const FILE_LINES = 200;
const COMMENT_LINES = { python: 8, other: 6 };
const COMMENTS_PER_FILE = 15;

/** Kept for each later section when there is more than fits; and for headings and notes. */
const SHARE = 0.2;
const NOTES = 900;
/** Less of a file says nothing. */
const LEAST = 120;

/**
 * What a repository says about itself: documents, API descriptions and comments of public
 * declarations, always in these three sections (S3-52).
 * @param maxCharacters the text is never longer, down to 2,000: what did not fit is said
 */
export function docsText(report: DocsReport, maxCharacters: number): string {
  const total = Math.max(maxCharacters, 2_000) - NOTES;
  const sections = [
    { title: "Documents", files: report.documents },
    { title: "API descriptions", files: report.descriptions },
    { title: "Comments of public declarations", files: report.surfaces.flatMap(commentsOf) },
  ].map((section) => ({ ...section, files: section.files.map(shortened) }));
  const wanted = sections.map(({ files }) => files.reduce((sum, file) => sum + sizeOf(file), 0));
  let left = total;
  const texts = sections.map(({ title, files }, index) => {
    const kept = wanted
      .slice(index + 1)
      .reduce((sum, want) => sum + Math.min(want, total * SHARE), 0);
    const section = sectionText(title, files, Math.floor(left - kept));
    left -= section.used;
    return section;
  });
  const hidden = texts.flatMap((section) => section.hidden);
  const note =
    hidden.length === 0
      ? []
      : [`Cut at ${maxCharacters} characters; cut or not shown: ${namedSome(hidden)}.`];
  return [...texts.map(({ text }) => text), ...note].join("\n\n");
}

/** The first lines of a file; how many there are more is said. */
function shortened({ path, text }: DocText): DocText {
  const lines = text.trimEnd().split(/\r\n|\n|\r/);
  if (lines.length <= FILE_LINES) return { path, text: lines.join("\n") };
  const more = lines.length - FILE_LINES;
  return { path, text: [...lines.slice(0, FILE_LINES), `… ${more} more lines`].join("\n") };
}

function sectionText(
  title: string,
  files: readonly DocText[],
  budget: number,
): { readonly text: string; readonly used: number; readonly hidden: readonly string[] } {
  const shown: string[] = [];
  const hidden: string[] = [];
  let used = 0;
  for (const [index, file] of files.entries()) {
    const room = roomOf(files.slice(index), budget - used);
    const text = file.text.length <= room ? file.text : cutAt(file.text, room);
    if (text !== file.text) hidden.push(file.path);
    if (text === "") continue;
    shown.push(`## ${file.path}\n${text}`);
    used += sizeOf({ ...file, text });
  }
  const body = shown.length > 0 ? shown.join("\n\n") : noneText(files);
  return { text: `# ${title}\n\n${body}`, used, hidden };
}

/** What the first of some files may take: what the others leave, and at least its share of what there is. */
function roomOf(files: readonly DocText[], left: number): number {
  const [first, ...others] = files;
  const free = left - others.reduce((sum, file) => sum + sizeOf(file), 0);
  const share = left / Math.min(files.length, 4);
  return Math.floor(Math.max(free, share)) - ((first?.path.length ?? 0) + HEADING);
}

/** A file's heading and the blank line after it. */
const HEADING = 6;
const sizeOf = ({ path, text }: DocText): number => path.length + text.length + HEADING;

function noneText(files: readonly DocText[]): string {
  return files.length === 0 ? "none found" : "none shown: see the note below";
}

/** Whole lines as far as they fit; "" when that is next to nothing. */
function cutAt(text: string, room: number): string {
  const mark = "\n… cut";
  if (room < LEAST) return "";
  const head = text.slice(0, room - mark.length);
  const end = head.lastIndexOf("\n");
  return (end > LEAST / 2 ? head.slice(0, end) : head.toWellFormed()) + mark;
}

function commentsOf({ path, language, signatures }: FileSurface): readonly DocText[] {
  const most = language === "Python" ? COMMENT_LINES.python : COMMENT_LINES.other;
  const comments = signatures.flatMap(({ line, name, documentation }) => {
    const lines = documentation === null ? [] : proseOf(documentation);
    if (lines.length === 0) return [];
    const rest = lines.length > most ? ["…"] : [];
    return [
      `${line}: ${name}\n${[...lines.slice(0, most), ...rest].map((text) => `  ${text}`).join("\n")}`,
    ];
  });
  const limit = language === "Python" ? comments.length : COMMENTS_PER_FILE;
  const more = comments.length - limit;
  const shown = [...comments.slice(0, limit), ...(more > 0 ? [`… ${more} more comments`] : [])];
  return shown.length === 0 ? [] : [{ path, text: shown.join("\n") }];
}

/** A comment's lines without its marks, and without blank ones. */
function proseOf(comment: string): readonly string[] {
  return comment
    .replace(/^\s*(\/\*\*?|=begin)|(\*\/|=end)\s*$/g, "")
    .split(/\r\n|\n|\r/)
    .map((line) => line.replace(/^\s*(\/\/[/!]?|\*|#+:?)?\s?/, "").trimEnd())
    .filter((line) => line.trim() !== "");
}

function namedSome(paths: readonly string[]): string {
  const short = paths.slice(0, 8).map((path) => (path.length > 60 ? `…${path.slice(-59)}` : path));
  const more = paths.length - short.length;
  return more > 0 ? `${short.join(", ")} and ${more} more` : short.join(", ");
}
