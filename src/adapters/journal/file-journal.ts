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
import { chainLine, chainStart, readChainedLine } from "./journal-chain.ts";
import type { JournalHead } from "./journal-head.ts";
import { openJournalHead } from "./journal-head.ts";
import { checkLockFile, lockDigest, saveLockFile } from "./lock-file.ts";

export interface FileJournalOptions {
  /** Key of the HMAC-SHA256 of lock and journal; without one the lock is kept unsigned. */
  readonly key?: string | null;
  /** File, away from `dir`, that keeps how far the journal has got; none is kept when left out. */
  readonly headPath?: string;
  /** Takes secrets out of a text. Applied to every string of an entry before it is written. */
  readonly redact?: (text: string) => string;
}

/** The journal with the one thing a file needs besides: to be let go of. */
export interface FileJournal extends Omit<Journal, "share">, Disposable {
  readonly path: string;
  /** The complete lines as they are on disk, to be kept elsewhere. */
  text(): Promise<string>;
}

/** A complete line of the journal is not what was written: the file was edited, or is not ours. */
export class JournalError extends Error {
  override readonly name = "JournalError";
}

const writeTo = promisify(write);
const sync = promisify(fdatasync);
const cut = promisify(ftruncate);

/**
 * Newline-delimited JSON in `<dir>/journal.ndjson`: append-only, readable while the run goes on. An
 * entry is on disk (written and fdatasync'ed) before its promise resolves. A last line that a crash
 * tore is no entry: it is passed over in reading and cut off before the next append. Each line is
 * chained to the one before, so that none can be changed, removed, added or moved unnoticed.
 */
export function createFileJournal(dir: string, options: FileJournalOptions = {}): FileJournal {
  const path = join(dir, "journal.ndjson");
  const redact = options.redact ?? ((text: string) => text);
  const key = options.key ?? null;
  const head = openJournalHead(options.headPath ?? null, key);
  let open: { readonly fd: number; previous: string; count: number } | null = null;
  let last: Promise<void> = Promise.resolve();

  async function appendOne(entry: JournalEntry): Promise<void> {
    open ??= await openForAppend(dir, path, await wholeLines(path, key, head));
    const body = JSON.stringify(entry, (_, value: unknown) =>
      typeof value === "string" ? redact(value) : value,
    );
    const { line, digest } = chainLine(open.previous, body, key);
    await writeWhole(open.fd, Buffer.from(`${line}\n`));
    await sync(open.fd);
    open.previous = digest;
    open.count += 1;
    head.note(open.count, digest);
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
      const { bodies } = await wholeLines(path, key, head);
      return bodies.map((body, index) => parseLine(path, body, index + 1));
    },
    async text() {
      const { lines } = await readLines(path);
      return lines.map((line) => `${line}\n`).join("");
    },
    checkLock: async (lock, digest) =>
      lockDigest(lock) === digest
        ? await checkLockFile(dir, digest, key)
        : { kind: "changed", why: "the run goes by another lock than the one that was taken" },
    saveLock: async (lock) => await saveLockFile(dir, lock, key),
    [Symbol.dispose]() {
      if (open !== null) closeSync(open.fd);
      open = null;
      head[Symbol.dispose]();
    },
  };
}

/** Every line, each following from the one before, and none lost at the end. @throws JournalError */
async function wholeLines(path: string, key: string | null, head: JournalHead) {
  const { lines, end } = await readLines(path);
  const { bodies, digests } = unchained(path, lines, key);
  const objection = head.objection(digests);
  if (objection !== null)
    throw new JournalError(
      `${path} is not as it was left: ${objection}. Nothing goes on from it. Put the whole file back, or start the run again.`,
    );
  return { bodies, digests, end };
}

async function openForAppend(
  dir: string,
  path: string,
  { digests, end }: Awaited<ReturnType<typeof wholeLines>>,
) {
  mkdirSync(dir, { recursive: true });
  const { O_CREAT, O_APPEND, O_RDWR } = constants;
  const fd = openSync(path, O_CREAT | O_APPEND | O_RDWR, 0o600);
  await cut(fd, end);
  syncDirectory(dir);
  return { fd, previous: digests.at(-1) ?? chainStart, count: digests.length };
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

/** The entries' own texts and their digests. @throws JournalError at the first line that does not follow */
function unchained(path: string, lines: readonly string[], key: string | null) {
  let previous = chainStart;
  const digests: string[] = [];
  const bodies = lines.map((line, index) => {
    const read = readChainedLine(previous, line, key);
    if (read.kind === "broken") throw new JournalError(brokenChain(path, index + 1, key));
    previous = read.digest;
    digests.push(previous);
    return read.body;
  });
  return { bodies, digests };
}

function brokenChain(path: string, number: number, key: string | null): string {
  const keys =
    key === null
      ? ""
      : ", or the journal was written without this installation's TDD_LOOP_LOCK_KEY";
  return `${path} line ${number} does not follow from the line before it: a line was changed, removed, added or moved since it was written${keys}. Nothing goes on from it. Move the file away and start the run again.`;
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
