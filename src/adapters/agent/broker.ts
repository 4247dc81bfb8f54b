import { mkdir, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Place } from "./broker-paths.ts";
import { placeToRead, placeToWrite } from "./broker-paths.ts";
import { searchText } from "./search-text.ts";
import { unlistedDirectories, workFiles } from "./work-files.ts";

/** What a file operation gives back: a text for the agent either way, never an exception. */
export type BrokerReply =
  | { readonly kind: "done"; readonly text: string }
  | { readonly kind: "refused"; readonly why: string };

/** The only way from an agent's tools to the disk. Everything is confined, bounded and checked first. */
export interface Broker {
  read(path: string, from: number, lines: number): Promise<BrokerReply>;
  list(path: string): Promise<BrokerReply>;
  search(text: string, path: string, ignoreCase: boolean): Promise<BrokerReply>;
  write(path: string, text: string): Promise<BrokerReply>;
  edit(path: string, old: string, replacement: string): Promise<BrokerReply>;
  remove(path: string): Promise<BrokerReply>;
  /** Goes up with every change on the disk; the same number means the same files. */
  changes(): number;
}

export interface BrokerOptions {
  readonly dir: string;
  /** Exact paths, or directories ending in "/". */
  readonly mayWrite: readonly string[];
  /** Directories outside `dir` where links may lead, for reading only: carried dependencies. */
  readonly readable?: readonly string[];
  /** Names of directories that are neither listed nor searched. */
  readonly unlisted?: readonly string[];
  /** Numbered lines help a reader to point at them and a writer to fail at an edit. */
  readonly lineNumbers: boolean;
}

const LARGEST_READ = 2_000_000;
const LARGEST_WRITE = 400_000;
const MOST_LINES = 600;
const MOST_CHARACTERS = 30_000;
const WIDEST_LINE = 2_000;
const MOST_LISTED = 400;

export function createBroker(options: BrokerOptions): Broker {
  let changes = 0;
  const unlisted = options.unlisted ?? unlistedDirectories;
  const changed = (text: string): BrokerReply => {
    changes += 1;
    return { kind: "done", text };
  };
  const toRead = async (path: string) =>
    placeToRead(options.dir, path, await existing(options.readable ?? []));
  const toWrite = (path: string) => placeToWrite(options.dir, path, options.mayWrite);
  const { dir, lineNumbers: numbered } = options;
  return {
    changes: () => changes,
    read: (path, from, lines) =>
      orRefused(path, async () => show(await toRead(path), { from, lines, numbered })),
    list: (path) => orRefused(path, async () => list(dir, await toRead(path), unlisted)),
    search: (text, path, ignoreCase) =>
      orRefused(path, async () => search(dir, await toRead(path), { text, ignoreCase }, unlisted)),
    write: (path, text) => orRefused(path, async () => write(await toWrite(path), text, changed)),
    edit: (path, old, replacement) =>
      orRefused(path, async () => edit(await toWrite(path), { old, replacement }, changed)),
    remove: (path) => orRefused(path, async () => remove(await toWrite(path), changed)),
  };
}

/** What the disk refuses (too long, full, not permitted) is an answer for the agent, not an exception. */
async function orRefused(path: string, work: () => Promise<BrokerReply>): Promise<BrokerReply> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error && "code" in error)) throw error;
    return refuse(path, `the disk refuses it (${error.code})`);
  }
}

type Changed = (text: string) => BrokerReply;

interface Window {
  readonly from: number;
  readonly lines: number;
  readonly numbered: boolean;
}

async function show(place: Place, window: Window): Promise<BrokerReply> {
  if (place.kind === "refused") return place;
  const found = await textOf(place.absolute, place.path);
  if (found.kind === "refused") return found;
  const all = found.text.split("\n");
  if (all.at(-1) === "") all.pop();
  if (all.length === 0) return { kind: "done", text: "(the file is empty)" };
  const from = Math.max(1, window.from);
  if (from > all.length) return refuse(place.path, `it has only ${all.length} lines`);
  const shown = takeLines(all, { ...window, from });
  const end = from + shown.length - 1;
  const more =
    end < all.length ? `\n(lines ${from} to ${end} of ${all.length}; go on from ${end + 1})` : "";
  return { kind: "done", text: `${shown.join("\n")}${more}` };
}

function takeLines(all: readonly string[], window: Window): readonly string[] {
  const shown: string[] = [];
  let size = 0;
  const most = Math.min(window.lines, MOST_LINES);
  for (const line of all.slice(window.from - 1, window.from - 1 + most)) {
    const cut = line.length > WIDEST_LINE ? `${line.slice(0, WIDEST_LINE)}… (cut)` : line;
    const number = window.numbered ? `${window.from + shown.length}\t` : "";
    size += cut.length + 1;
    if (size > MOST_CHARACTERS && shown.length > 0) break;
    shown.push(`${number}${cut}`);
  }
  return shown;
}

async function list(root: string, place: Place, unlisted: readonly string[]): Promise<BrokerReply> {
  if (place.kind === "refused") return place;
  if (!(await stat(place.absolute)).isDirectory()) return refuse(place.path, "it is a file");
  const { files, links, cut } = await workFiles(root, place.path, unlisted);
  const names = [...files, ...links.map((link) => `${link} (link)`)];
  if (names.length === 0) return { kind: "done", text: "(no files)" };
  const rest = names.length - MOST_LISTED;
  const note =
    rest > 0 ? [`… and ${rest} ${cut ? "or more" : "more"}. List one of the directories.`] : [];
  return { kind: "done", text: [...names.slice(0, MOST_LISTED), ...note].join("\n") };
}

async function search(
  root: string,
  place: Place,
  wanted: { text: string; ignoreCase: boolean },
  unlisted: readonly string[],
): Promise<BrokerReply> {
  if (place.kind === "refused") return place;
  if (wanted.text.includes("\n")) return refuse("search", "search for one line at a time");
  const isFile = (await stat(place.absolute)).isFile();
  const files = isFile ? [place.path] : (await workFiles(root, place.path, unlisted)).files;
  return { kind: "done", text: await searchText(root, files, wanted) };
}

async function write(place: Place, text: string, changed: Changed): Promise<BrokerReply> {
  if (place.kind === "refused") return place;
  const fault = textFault(text);
  if (fault !== null) return refuse(place.path, fault);
  const before = await readFile(place.absolute, "utf8").catch(() => null);
  const kept = before !== null && hasCrlf(before) && !text.includes("\r") ? toCrlf(text) : text;
  if (before === kept) return { kind: "done", text: `${place.path} already has this text.` };
  await mkdir(dirname(place.absolute), { recursive: true });
  await writeFile(place.absolute, kept);
  return changed(`${before === null ? "Created" : "Rewrote"} ${place.path}.`);
}

async function edit(
  place: Place,
  asked: { old: string; replacement: string },
  changed: Changed,
): Promise<BrokerReply> {
  if (place.kind === "refused") return place;
  const found = await textOf(place.absolute, place.path);
  if (found.kind === "refused") return found;
  const crlf = hasCrlf(found.text) && !asked.old.includes("\r");
  const old = crlf ? toCrlf(asked.old) : asked.old;
  const replacement = crlf ? toCrlf(asked.replacement) : asked.replacement;
  if (old === replacement) return refuse(place.path, "old and new are the same");
  const pieces = found.text.split(old);
  if (old === "" || pieces.length !== 2)
    return refuse(place.path, whyNoEdit(old, pieces.length - 1));
  const after = pieces.join(replacement);
  const fault = textFault(after);
  if (fault !== null) return refuse(place.path, fault);
  await writeFile(place.absolute, after);
  return changed(`Edited ${place.path}.`);
}

function whyNoEdit(old: string, times: number): string {
  if (old === "") return 'the old text is empty; use "write" for a new file';
  return times === 0
    ? "the old text is not in it, character by character, white space included; read it again"
    : `the old text is in it ${times} times; add lines around it until it is unique`;
}

async function remove(place: Place, changed: Changed): Promise<BrokerReply> {
  if (place.kind === "refused") return place;
  const found = await stat(place.absolute).catch(() => null);
  if (found === null) return refuse(place.path, "there is no such file");
  await rm(place.absolute);
  return changed(`Removed ${place.path}.`);
}

type Text = { kind: "text"; text: string } | { kind: "refused"; why: string };

async function textOf(absolute: string, path: string): Promise<Text> {
  const found = await stat(absolute).catch(() => null);
  if (found === null) return refuse(path, "there is no such file");
  if (found.isDirectory()) return refuse(path, 'it is a directory; use "list"');
  if (!found.isFile()) return refuse(path, "it is not a regular file");
  if (found.size > LARGEST_READ)
    return refuse(path, `it has ${found.size} bytes, too many to read`);
  const bytes = await readFile(absolute);
  if (bytes.includes(0)) return refuse(path, "it is a binary file");
  try {
    return {
      kind: "text",
      text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes),
    };
  } catch {
    return refuse(path, "it is not UTF-8 text");
  }
}

function textFault(text: string): string | null {
  if (text.includes("\0")) return "text may not contain NUL characters";
  if (!text.isWellFormed()) return "text may not contain half of a surrogate pair";
  const size = Buffer.byteLength(text);
  return size > LARGEST_WRITE ? `${size} bytes are more than the ${LARGEST_WRITE} allowed` : null;
}

function hasCrlf(text: string): boolean {
  return text.includes("\r\n") && !/(?:^|[^\r])\n/u.test(text);
}

function toCrlf(text: string): string {
  return text.replaceAll("\n", "\r\n");
}

async function existing(roots: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(roots.map((root) => realpath(root).catch(() => null)));
  return found.filter((root) => root !== null);
}

function refuse(path: string, why: string): { kind: "refused"; why: string } {
  return { kind: "refused", why: `${path === "" ? "." : path}: ${why}.` };
}
