import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { mkdir, open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Seal } from "../../domain/change.ts";
import type { LockCheck } from "../../domain/lock.ts";
import { Lock } from "../../domain/lock.ts";

/** What was found where a lock is kept. */
export type FoundLock =
  | {
      readonly kind: "found";
      readonly lock: Lock;
      readonly digest: string;
      readonly red: string | null;
      /** The tests of RED, by git blob id. */
      readonly seal: Seal | null;
    }
  | { readonly kind: "none" }
  | { readonly kind: "tampered"; readonly why: string };

/** `red` is added when the branch has got its RED commit, with a MAC that binds it to this lock. */
const LockFile = z.object({
  lock: Lock,
  digest: z.string(),
  mac: z.string().nullable(),
  red: z
    .object({
      sha: z.string(),
      seal: z.record(z.string(), z.string()).optional(),
      mac: z.string().nullable(),
    })
    .optional(),
});

/**
 * Writes `lock.json` (the lock, its sha256, and its HMAC-SHA256 when there is a key) and
 * `allowlist.txt` (S0-12) so that a crash leaves the old file or the new one, never a part.
 * @returns the sha256 of the lock, in hex
 */
export async function saveLockFile(dir: string, lock: Lock, key: string | null): Promise<string> {
  const text = canonical(lock);
  const digest = sha256(text);
  const mac = key === null ? null : macOf(text, key);
  await mkdir(dir, { recursive: true });
  const kept = { lock: Lock.parse(lock), digest, mac };
  await writeWhole(join(dir, "lock.json"), `${JSON.stringify(kept, null, 2)}\n`);
  await writeWhole(join(dir, "allowlist.txt"), allowlist(lock, digest));
  return digest;
}

/** Reads `lock.json` and holds it against its digest and, when a key is given, its MAC. */
export async function readLockFile(dir: string, key: string | null): Promise<FoundLock> {
  const text = await readFile(join(dir, "lock.json"), "utf8").catch(() => null);
  return text === null ? { kind: "none" } : checkLock(text, key);
}

/** Whether `lock.json` is still the lock that had this digest when it was taken. */
export async function checkLockFile(
  dir: string,
  digest: string,
  key: string | null,
): Promise<LockCheck> {
  const found = await readLockFile(dir, key);
  if (found.kind === "none") return { kind: "changed", why: "lock.json is gone" };
  if (found.kind === "tampered") return { kind: "changed", why: found.why };
  if (found.digest === digest) return { kind: "intact" };
  const why = `the lock has the digest ${found.digest.slice(0, 12)} now and had ${digest.slice(0, 12)}`;
  return { kind: "changed", why };
}

/** The sha256 of a lock, in hex, whatever order its keys came in. */
export function lockDigest(lock: Lock): string {
  return sha256(canonical(lock));
}

/** The same for the text of a `lock.json` that came from elsewhere, such as a git ref. */
export function checkLock(text: string, key: string | null): FoundLock {
  const parsed = LockFile.safeParse(parseJson(text));
  if (!parsed.success) return { kind: "tampered", why: whyNoLock(text) };
  const { lock, digest, mac, red } = parsed.data;
  const content = canonical(lock);
  if (sha256(content) !== digest) {
    return { kind: "tampered", why: "the lock is not the one its digest was made of" };
  }
  if (key !== null && !isSigned(mac, content, key)) {
    return { kind: "tampered", why: "the lock was not signed with this installation's key" };
  }
  if (
    red !== undefined &&
    key !== null &&
    !isSigned(red.mac, redText(digest, red.sha, red.seal), key)
  ) {
    return { kind: "tampered", why: "its RED commit was not signed with this installation's key" };
  }
  return { kind: "found", lock, digest, red: red?.sha ?? null, seal: red?.seal ?? null };
}

/** Locks of version 1 name no repository and no run: any of them could be an old one, or another's. */
function whyNoLock(text: string): string {
  const old = z.object({ lock: z.object({ version: z.literal(1) }) }).safeParse(parseJson(text));
  return old.success
    ? "it was made by an older version, and names neither its repository nor its run; start a fresh run (`/tdd run --fresh`, or `tdd-loop run` anew), which takes a new lock"
    : "lock.json does not hold a lock";
}

/**
 * The text of a `lock.json` with the RED commit that the branch got, and its tests, so that whoever judges the branch
 * sees when it was taken out of its history (case W35).
 */
export function withRed(text: string, sha: string, key: string | null, seal?: Seal): string {
  const kept = LockFile.parse(JSON.parse(text));
  const mac = key === null ? null : macOf(redText(kept.digest, sha, seal), key);
  const red = { sha, ...(seal === undefined ? {} : { seal }), mac };
  return `${JSON.stringify({ ...kept, red }, null, 2)}\n`;
}

function redText(digest: string, sha: string, seal: Seal | undefined): string {
  const tests = Object.entries(seal ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return `red ${digest} ${sha} ${sha256(JSON.stringify(tests))}`;
}

/** The schema's own key order, so that equal locks have equal digests. */
function canonical(lock: Lock): string {
  return JSON.stringify(Lock.parse(lock));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function macOf(text: string, key: string): string {
  return createHmac("sha256", key).update(text).digest("hex");
}

function isSigned(mac: string | null, text: string, key: string): boolean {
  return mac !== null && same(mac, macOf(text, key));
}

function same(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

function allowlist(lock: Lock, digest: string): string {
  const paths = [...lock.allowlist.map(({ path }) => path), ...lock.testFiles];
  return [`# lock ${digest}`, ...new Set(paths), ""].join("\n");
}

async function writeWhole(path: string, text: string): Promise<void> {
  const making = `${path}.${randomBytes(6).toString("hex")}`;
  const file = await open(making, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(making, path);
}

/** The text of the lock as it was saved, to be shared as it is; null before there is one. */
export async function readLockText(dir: string): Promise<string | null> {
  return readFile(join(dir, "lock.json"), "utf8").catch(() => null);
}
