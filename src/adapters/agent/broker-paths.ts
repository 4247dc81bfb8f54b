import { lstat, realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { describeWritable, isWritable, repoPath } from "../../domain/access.ts";

/** A place on the disk that the agent may touch, or the sentence that tells it why not. */
export type Place =
  | { readonly kind: "at"; readonly path: string; readonly absolute: string }
  | { readonly kind: "refused"; readonly why: string };

/**
 * Finds what may be read. Links are followed only to places inside the work directory or inside `extraRoots`
 * (carried dependencies), both resolved: a link to anywhere else is refused, whatever it is called.
 */
export async function placeToRead(
  root: string,
  text: string,
  extraRoots: readonly string[],
): Promise<Place> {
  const named = repoPath(text);
  if (named.kind === "refused") return refused(text, named.why);
  const real = await realpathOrNull(join(root, named.path));
  if (real === null) return refused(text, "there is no such file");
  const home = [await realpath(root), ...extraRoots].find((allowed) => within(allowed, real));
  if (home === undefined) return refused(text, "it is a link that leaves the repository");
  if (relative(home, real).split(sep).includes(".git")) {
    return refused(text, "it leads into a .git directory");
  }
  return { kind: "at", path: named.path, absolute: real };
}

/**
 * Finds what may be written, before it is written. No part of the path may be a link, so a write can
 * land nowhere but at the path that was allowed; the file gate judges the same later, as a second lock.
 */
export async function placeToWrite(
  root: string,
  text: string,
  mayWrite: readonly string[],
): Promise<Place> {
  const named = repoPath(text);
  if (named.kind === "refused") return refused(text, named.why);
  if (!isWritable(mayWrite, named.path)) {
    return refused(text, `it is not yours to change. ${describeWritable(mayWrite)}`);
  }
  return confinedPlace(root, named.path);
}

/** Like `placeToWrite` without the list: for recorded edits, which the gates judge afterwards. */
export async function confinedPlace(root: string, text: string): Promise<Place> {
  const named = repoPath(text);
  if (named.kind === "refused") return refused(text, named.why);
  if (named.path === "") return refused(text, "it is the root of the repository");
  const real = await realpath(root);
  const absolute = join(real, named.path);
  const parent = await nearestDirectory(real, dirname(absolute));
  if (parent.kind === "refused") return refused(text, parent.why);
  const found = await lstatOrNull(absolute);
  if (found !== null && !found.isFile()) {
    return refused(text, found.isDirectory() ? "it is a directory" : "it is not a regular file");
  }
  if (found !== null && found.nlink > 1) return refused(text, "it is shared by a hard link");
  return { kind: "at", path: named.path, absolute };
}

async function nearestDirectory(
  root: string,
  start: string,
): Promise<{ kind: "fine" } | { kind: "refused"; why: string }> {
  for (let current = start; current !== root; current = dirname(current)) {
    const found = await lstatOrNull(current);
    if (found === null) continue;
    if (found.isSymbolicLink()) return { kind: "refused", why: "a part of the path is a link" };
    if (!found.isDirectory()) {
      return { kind: "refused", why: `${relative(root, current)} is a file, not a directory` };
    }
  }
  return { kind: "fine" };
}

function within(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

function refused(text: string, why: string): Place {
  return { kind: "refused", why: `${JSON.stringify(text.slice(0, 200))}: ${why}` };
}

async function realpathOrNull(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch {
    return null;
  }
}

async function lstatOrNull(path: string) {
  try {
    return await lstat(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG";
}
