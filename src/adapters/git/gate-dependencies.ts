import { createHash } from "node:crypto";
import type { BigIntStats } from "node:fs";
import { lstat, readdir, readFile, readlink } from "node:fs/promises";
import { isToolCache, TOOL_CACHE } from "../../gates/tamper/dependency-caches.ts";
import type { DependencyState } from "../../gates/tamper/gate-lock.ts";
import { inside } from "./gate-ignore.ts";
import { decodePath } from "./path-bytes.ts";

/**
 * Reads installed dependencies file by file; a tool's cache is only named, as it may be large and
 * changes all the time. A file whose size, times and inode are those of the
 * lock is not read again: a change time cannot be set back by anyone who is not the machine's owner.
 * @param before the state of the lock, to save that reading
 */
export async function readDependencies(
  top: string,
  roots: readonly string[],
  before: DependencyState | null,
): Promise<DependencyState> {
  const files: DependencyState["files"] = {};
  for (const root of roots) await readBelow(top, root, { files, before });
  return { roots: [...roots], files };
}

interface Reading {
  readonly files: DependencyState["files"];
  readonly before: DependencyState | null;
}

async function readBelow(top: string, path: string, reading: Reading): Promise<void> {
  if (isToolCache(path)) {
    reading.files[path] = { digest: TOOL_CACHE, stat: "" };
    return;
  }
  const file = inside(top, path);
  const stat = await lstat(file, { bigint: true });
  if (!stat.isDirectory()) {
    reading.files[path] = await readOne(file, stat, reading.before?.files[path]);
    return;
  }
  const names = await readdir(file, { encoding: "buffer" });
  for (const name of names.map(decodePath).sort()) {
    await readBelow(top, `${path}/${name}`, reading);
  }
}

async function readOne(
  file: Buffer,
  stat: BigIntStats,
  before: { digest: string; stat: string } | undefined,
): Promise<{ digest: string; stat: string }> {
  const seen = [stat.ino, stat.size, stat.mode, stat.mtimeNs, stat.ctimeNs].join(":");
  if (before?.stat === seen) return before;
  const hash = createHash("sha256");
  if (stat.isSymbolicLink()) hash.update("link\0").update(await readlink(file, "buffer"));
  else if (stat.isFile()) hash.update("file\0").update(await readFile(file));
  else hash.update("special");
  return { digest: hash.digest("hex"), stat: seen };
}
