import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";

const LARGEST_FILE = 1_000_000;
const MOST_HITS = 60;
const MOST_HITS_A_FILE = 12;
const WIDEST_LINE = 240;

export interface Search {
  readonly text: string;
  readonly ignoreCase: boolean;
}

/**
 * Lines that contain a literal text. Literal on purpose: a pattern of the model's own could keep the
 * process busy for ever on a line of the repository's own.
 */
export async function searchText(
  root: string,
  files: readonly string[],
  search: Search,
): Promise<string> {
  const wanted = search.ignoreCase ? search.text.toLowerCase() : search.text;
  const hits: string[] = [];
  let unshown = 0;
  for (const file of files) {
    const text = await textOrNull(join(root, file));
    if (text === null || !fold(text, search).includes(wanted)) continue;
    const found = hitsIn(file, text, wanted, search);
    const room = Math.max(0, Math.min(MOST_HITS_A_FILE, MOST_HITS - hits.length));
    hits.push(...found.slice(0, room));
    unshown += found.length - Math.min(found.length, room);
  }
  if (hits.length === 0) return `Nothing contains ${JSON.stringify(search.text)}.`;
  const rest =
    unshown === 0 ? [] : [`… and ${unshown} more lines. Search in one directory or file.`];
  return [...hits, ...rest].join("\n");
}

function hitsIn(file: string, text: string, wanted: string, search: Search): readonly string[] {
  return text.split("\n").flatMap((line, index) => {
    const at = fold(line, search).indexOf(wanted);
    return at < 0 ? [] : [`${file}:${index + 1}: ${around(line.trimEnd(), at)}`];
  });
}

function around(line: string, at: number): string {
  if (line.length <= WIDEST_LINE) return line;
  const from = Math.max(0, at - WIDEST_LINE / 2);
  return `…${line.slice(from, from + WIDEST_LINE)}…`;
}

function fold(text: string, search: Search): string {
  return search.ignoreCase ? text.toLowerCase() : text;
}

async function textOrNull(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  if (found === null || found.size > LARGEST_FILE) return null;
  const bytes = await readFile(path);
  return bytes.includes(0) ? null : bytes.toString("utf8");
}
