import type { Dirent } from "node:fs";
import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** More than any repository that a person works in; a directory tree that has more is cut there. */
const MAX_FILES = 200_000;

/**
 * Files below a directory, relative to it, "/" between names. Links are not followed: they may lead
 * anywhere.
 * @param enters whether a directory's content is wanted, by its name
 */
export async function filesBelow(
  root: string,
  enters: (name: string) => boolean,
): Promise<readonly string[]> {
  const found: string[] = [];
  const waiting = [""];
  for (let dir = waiting.pop(); dir !== undefined; dir = waiting.pop()) {
    const below = dir === "" ? "" : `${dir}/`;
    const entries = await entriesOf(join(root, dir));
    const directories = entries.filter((entry) => entry.isDirectory() && enters(entry.name));
    waiting.push(...directories.map(({ name }) => below + name));
    found.push(...entries.filter((entry) => entry.isFile()).map(({ name }) => below + name));
    if (found.length > MAX_FILES) break;
  }
  return found;
}

async function entriesOf(dir: string): Promise<Dirent[]> {
  return await readdir(dir, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (/^(EACCES|ENOENT|EPERM)$/.test(error.code ?? "")) return [];
    throw error;
  });
}

/** Larger files are data. */
const MAX_BYTES = 8_000_000;

/** Text of a regular file; null when it is gone, is a link, is too large, or may not be read. */
export async function regularText(path: string): Promise<string | null> {
  try {
    const found = await lstat(path);
    return found.isFile() && found.size <= MAX_BYTES ? await readFile(path, "utf8") : null;
  } catch (error) {
    if (/^(EACCES|ENOENT|EPERM|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? ""))
      return null;
    throw error;
  }
}
