import {
  closeSync,
  constants,
  fdatasync,
  fsyncSync,
  ftruncate,
  mkdirSync,
  openSync,
  write,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { JournalEntry } from "../../domain/journal-entry.ts";
import type { Journal } from "../../ports.ts";
import { saveLockFile } from "./lock-file.ts";

export interface FileJournalOptions {
  /** Key of the lock's HMAC-SHA256; without one the lock is kept unsigned. */
  readonly key?: string | null;
  /** Takes secrets out of a text. Applied to every string of an entry before it is written. */
  readonly redact?: (text: string) => string;
}

/** The journal with the one thing a file needs besides: to be let go of. */
export interface FileJournal extends Omit<Journal, "share">, Disposable {
  readonly path: string;
}

/** A complete line of the journal is not an entry: the file was edited, or is from another version. */
export class JournalError extends Error {
  override readonly name = "JournalError";
}

const writeTo = promisify(write);
const sync = promisify(fdatasync);
const cut = promisify(ftruncate);

/**
 * Newline-delimited JSON in `<dir>/journal.ndjson`: append-only, readable while the run goes on. An
 * entry is on disk (written and fdatasync'ed) before its promise resolves. A last line that a crash
 * tore is no entry: it is passed over in reading and cut off before the next append.
 */
export function createFileJournal(dir: string, options: FileJournalOptions = {}): FileJournal {
  const path = join(dir, "journal.ndjson");
  const redact = options.redact ?? ((text: string) => text);
  let fd: number | null = null;
  let last: Promise<void> = Promise.resolve();

  async function appendOne(entry: JournalEntry): Promise<void> {
    fd ??= await openForAppend(dir, path);
    const line = JSON.stringify(entry, (_, value: unknown) =>
      typeof value === "string" ? redact(value) : value,
    );
    await writeWhole(fd, Buffer.from(`${line}\n`));
    await sync(fd);
  }

  return {
    path,
    append(entry) {
      // One at a time and in order, also when a caller does not wait.
      const appended = last.then(() => appendOne(entry));
      last = appended.catch(() => undefined);
      return appended;
    },
    async read() {
      const { lines } = await readLines(path);
      return lines.map((line, index) => parseLine(path, line, index + 1));
    },
    saveLock: async (lock) => await saveLockFile(dir, lock, options.key ?? null),
    [Symbol.dispose]() {
      if (fd !== null) closeSync(fd);
      fd = null;
    },
  };
}

async function openForAppend(dir: string, path: string): Promise<number> {
  mkdirSync(dir, { recursive: true });
  const { end } = await readLines(path);
  const { O_CREAT, O_APPEND, O_RDWR } = constants;
  const fd = openSync(path, O_CREAT | O_APPEND | O_RDWR, 0o600);
  await cut(fd, end);
  syncDirectory(dir);
  return fd;
}

/** A new name is on disk only when its directory is. */
function syncDirectory(dir: string): void {
  const fd = openSync(dir, "r");
  fsyncSync(fd);
  closeSync(fd);
}

async function writeWhole(fd: number, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await writeTo(fd, bytes, at, bytes.length - at, null);
    at += bytesWritten;
  }
}

/** The complete lines, and where the last of them ends. */
async function readLines(path: string): Promise<{ lines: readonly string[]; end: number }> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return Buffer.alloc(0);
    throw error;
  });
  const end = bytes.lastIndexOf(0x0a) + 1;
  const text = bytes.subarray(0, end).toString("utf8");
  return { lines: text.split("\n").slice(0, -1), end };
}

function parseLine(path: string, line: string, number: number): JournalEntry {
  const where = `${path} line ${number}`;
  const fix = "Move the file away to start afresh, or resume with the version that wrote it.";
  let data: unknown;
  try {
    data = JSON.parse(line);
  } catch (cause) {
    throw new JournalError(`${where} is not JSON. ${fix}`, { cause });
  }
  const entry = JournalEntry.safeParse(data);
  if (entry.success) return entry.data;
  throw new JournalError(`${where} is not a journal entry. ${fix}`, { cause: entry.error });
}
