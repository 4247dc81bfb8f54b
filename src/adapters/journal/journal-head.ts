import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";

/**
 * How far a journal has got, kept apart from it: a chain of lines shows every change but the loss of
 * its last ones. With a key the head is signed, so that only an older head with the older journal passes.
 */
export interface JournalHead extends Disposable {
  /**
   * Why a journal cannot be the one that was written; null when nothing speaks against it. A journal
   * that is longer than its head is whole: the head is written second.
   * @param digests of its lines, in order
   */
  readonly objection: (digests: readonly string[]) => string | null;
  /** Called when a line is on disk. */
  readonly note: (count: number, digest: string) => void;
}

/** Without a path nothing is kept and nothing is objected to. */
export function openJournalHead(path: string | null, key: string | null): JournalHead {
  let fd: number | null = null;
  const signed = (count: number, digest: string): string => {
    const hash = key === null ? createHash("sha256") : createHmac("sha256", key);
    return hash.update(`head ${count} ${digest}`).digest("hex");
  };
  return {
    objection(digests) {
      const text = path === null ? null : readHead(path);
      if (text === null) return null;
      const [, count = "", digest = "", mac = ""] = HEAD.exec(text) ?? [];
      if (count === "" || !isSame(mac, signed(Number(count), digest)))
        return `its head ${path} is not what was written there`;
      return againstHead(digests, Number(count), digest);
    },
    note(count, digest) {
      if (path === null) return;
      const text = `${String(count).padStart(9, "0")} ${digest} ${signed(count, digest)}\n`;
      fd ??= openWith(path, text);
      // Of one length always, so that a later head covers the earlier one in one write.
      writeSync(fd, text, 0);
    },
    [Symbol.dispose]() {
      if (fd !== null) closeSync(fd);
      fd = null;
    },
  };
}

/** Opens the head, which holds a whole line from its first moment on: a kill leaves no empty one. */
function openWith(path: string, text: string): number {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.new`, text, { mode: 0o600, flush: true });
    renameSync(`${path}.new`, path);
  }
  return openSync(path, constants.O_RDWR);
}

function againstHead(digests: readonly string[], count: number, digest: string): string | null {
  if (digests.length < count)
    return `it has ${digests.length} lines, and ${count} were written: its end was cut off, or an older copy was put in its place`;
  return digests[count - 1] === digest
    ? null
    : "it is another journal than the one that was written here";
}

const HEAD = /^(\d{9}) ([0-9a-f]{64}) ([0-9a-f]{64})\n$/;

function readHead(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // A run of an older version, or one whose working directory was cleared.
    return null;
  }
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
