import type { FileSurface, LeftOut, Signature } from "../domain/surface.ts";

export interface SurfaceReport {
  /** In the order in which they are shown. */
  readonly files: readonly FileSurface[];
  readonly unreadable: readonly LeftOut[];
  /** Reason to number of files that were not looked at. */
  readonly leftOut: Readonly<Record<string, number>>;
}

/** So much of a limit is kept free for what is said about the rest. */
const NOTES = 2_000;
const MAX_NAMED = 10;

/**
 * Signatures with their lines, file by file, and what was left out and why (S3-47).
 * @param maxCharacters the text is never longer, down to 4,000; 0 for no limit
 */
export function surfaceText(report: SurfaceReport, maxCharacters: number): string {
  const shown = report.files.filter(({ signatures }) => signatures.length > 0);
  const limit =
    maxCharacters === 0 ? Number.POSITIVE_INFINITY : Math.max(maxCharacters, 2 * NOTES) - NOTES;
  const header = headerOf(shown);
  let left = limit - header.length;
  const sections: string[] = [];
  const cut: string[] = [];
  const seen = new Map<string, string>();
  for (const file of shown) {
    const section = sectionOf(file, left, seen);
    if (section.hidden > 0)
      cut.push(`${shortPath(file.path)} (${counted(section.hidden, "signature")})`);
    if (section.text === "") continue;
    sections.push(section.text);
    left -= section.text.length + 2;
  }
  return [header, ...sections, ...notesOf(report, cut, maxCharacters)].join("\n\n");
}

function headerOf(files: readonly FileSurface[]): string {
  const languages = new Map<string, number>();
  for (const { language } of files) languages.set(language, (languages.get(language) ?? 0) + 1);
  const named = [...languages].map(([name, count]) => `${name} ${count}`).join(", ");
  const total = files.reduce((sum, { signatures }) => sum + signatures.length, 0);
  if (files.length === 0) return "# Public API: nothing found";
  return `# Public API: ${counted(total, "signature")} in ${counted(files.length, "file")} (${named})`;
}

/** As many of a file's signatures as fit; a file that exports the same as one before only says so. */
function sectionOf(
  file: FileSurface,
  left: number,
  seen: Map<string, string>,
): { readonly text: string; readonly hidden: number } {
  const title = `## ${file.path} (${file.language})`;
  const key = file.signatures.map(({ depth, text }) => `${depth} ${text}`).join("\n");
  const same = seen.get(key);
  seen.set(key, same ?? file.path);
  const all =
    same !== undefined && key.length > 80 ? [`the same as ${same}`] : file.signatures.map(lineOf);
  const lines: string[] = [];
  let used = title.length;
  for (const line of all) {
    used += line.length + 1;
    if (used > left) break;
    lines.push(line);
  }
  const hidden = all.length - lines.length;
  return { text: lines.length === 0 ? "" : [title, ...lines].join("\n"), hidden };
}

function lineOf({ line, depth, text }: Signature): string {
  return `${line}: ${"  ".repeat(depth)}${text}`;
}

function notesOf(
  { files, unreadable, leftOut }: SurfaceReport,
  cut: readonly string[],
  maxCharacters: number,
): readonly string[] {
  const broken = files.filter(({ syntaxErrors }) => syntaxErrors.length > 0);
  const without = files.filter(({ signatures }) => signatures.length === 0).length;
  const reasons = Object.entries(leftOut).map(
    ([why, count]) => `${counted(count, "file")}: ${why}`,
  );
  const notes = [
    ...(cut.length === 0
      ? []
      : [
          `Cut at ${maxCharacters} characters; not shown: ${someOf(cut)}. Name fewer paths to see them.`,
        ]),
    ...(broken.length === 0
      ? []
      : [
          `Syntax errors, shown as far as understood: ${someOf(
            broken.map(({ path, syntaxErrors }) => `${shortPath(path)}:${syntaxErrors[0]}`),
          )}.`,
        ]),
    ...(unreadable.length === 0
      ? []
      : [
          `Could not be read: ${someOf(unreadable.map(({ path, why }) => `${shortPath(path)} (${why})`))}.`,
        ]),
    ...(reasons.length === 0 ? [] : [`Not looked at: ${someOf(reasons)}.`]),
    ...(without === 0 ? [] : [`Nothing public in ${counted(without, "file")}.`]),
  ];
  return notes.length === 0 ? [] : [notes.join("\n")];
}

function someOf(parts: readonly string[]): string {
  const more = parts.length - MAX_NAMED;
  const named = parts.slice(0, MAX_NAMED).join(", ");
  return more > 0 ? `${named} and ${more} more` : named;
}

/** The end of a path, so that the notes keep to their share. */
function shortPath(path: string): string {
  return path.length > 80 ? `…${path.slice(-79)}` : path;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
