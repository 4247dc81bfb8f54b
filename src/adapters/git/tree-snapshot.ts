import { constants } from "node:fs";
import { lstat, open, readlink } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import type { Change, Offence } from "../../domain/change.ts";
import type { Version } from "../../gates/change-set.ts";
import { collisions } from "../../gates/tamper/path-safety.ts";
import type { Snapshot } from "../../ports.ts";
import { inside } from "./gate-ignore.ts";
import { encodePath, inByteOrder } from "./path-bytes.ts";
import type { Git } from "./run-git.ts";
import { isTooLong, openUp } from "./site-access.ts";
import type { SiteDifference } from "./site-disk.ts";
import { findLoss } from "./site-loss.ts";
import { findNewFiles } from "./site-new-files.ts";
import type { TreeFiles } from "./tree-files.ts";
import { unsafePath } from "./tree-path.ts";
import type { Site } from "./tree-site.ts";

/** A path of the work tree that is not as in the tree that the turn began with. */
interface Seen {
  readonly path: string;
  readonly kind: "file" | "link" | "special";
  readonly before: Version;
}

/**
 * Takes what is in a site as a tree, relative to the tree laid out there. Only paths and bytes of
 * the work tree are read; the `.git` inside it is not. What cannot be part of a commit is left out
 * of the tree and returned as an offence.
 */
export async function takeSnapshot(git: Git, site: Site, tree: string): Promise<Snapshot> {
  const loss = await findLoss(site);
  if (loss !== null) return { tree, changes: [], offences: [loss] };
  try {
    return await takeWhole(git, site, tree);
  } catch (error) {
    if (isTooLong(error)) return { tree, changes: [], offences: [tooLong(error)] };
    if (!(await openUp(error, site))) throw error;
    return await takeWhole(git, site, tree);
  }
}

async function takeWhole(git: Git, site: Site, tree: string): Promise<Snapshot> {
  const files = await site.trees.files(tree);
  const difference = await site.disk.compare(files);
  const found = await findNewFiles(git, site, difference);
  const seen = [...(await changedFiles(site, files, difference)), ...found.files];
  const offences = [...found.offences];
  const versions = new Map<string, Version>(deletedFiles(files, difference));
  for (const one of seen) {
    const offence = await judge(site, one);
    if (offence !== null) offences.push(offence);
    else versions.set(one.path, await keep(site, one));
  }
  offences.push(...withoutCollisions(files, versions));
  if (versions.size === 0) return { tree, changes: [], offences };
  const made = await site.trees.write(tree, versions);
  return { tree: made, changes: changesOf(files, versions), offences };
}

/** Takes new files out that a Mac or Windows would write over an older one (case XP05), and tells of them. */
function withoutCollisions(tree: TreeFiles, versions: Map<string, Version>): Offence[] {
  const kept = [...versions].filter(([, version]) => version !== null).map(([path]) => path);
  const added = kept.filter((path) => !tree.files.has(path));
  const others = [...tree.files.keys()].filter((path) => versions.get(path) !== null);
  return collisions(others, added).map((path) => {
    versions.delete(path);
    const fix = `Give ${path} another name: only letter case or spelling tells it from one that is there, and some file systems keep one of the two.`;
    return { code: "PATH_UNSAFE", path, fix };
  });
}

/** A submodule's place is none of the loop's business, whether it is there or not. */
function deletedFiles(tree: TreeFiles, { missing }: SiteDifference): [string, null][] {
  return missing
    .filter((path) => tree.files.get(path)?.mode !== "160000")
    .map((path) => [path, null]);
}

async function changedFiles(
  site: Site,
  tree: TreeFiles,
  { changed }: SiteDifference,
): Promise<Seen[]> {
  return await Promise.all(
    changed.map(async (path) => {
      const stat = await lstat(inside(site.dir, path));
      const other = stat.isSymbolicLink() ? "link" : "special";
      const kind = stat.isFile() ? "file" : other;
      return { path, kind, before: tree.files.get(path) ?? null } as const;
    }),
  );
}

function changesOf(tree: TreeFiles, versions: ReadonlyMap<string, Version>): Change[] {
  return inByteOrder([...versions.keys()]).map((path) => {
    const version = versions.get(path) ?? null;
    if (version === null) return { path, status: "deleted", mode: null, blob: null };
    const status = tree.files.has(path) ? "modified" : "added";
    return { path, status, mode: version.mode, blob: version.oid };
  });
}

async function keep(site: Site, { path, kind }: Seen): Promise<NonNullable<Version>> {
  const place = inside(site.dir, path);
  if (kind === "link") {
    const target = await readlink(place, { encoding: "buffer" });
    return { mode: "120000", oid: await site.objects.writeBlob(target) };
  }
  // Not through a link, should it have become one.
  const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { mode } = await file.stat();
    const oid = await site.objects.writeBlob(await file.readFile());
    return { mode: (mode & 0o100) === 0 ? "100644" : "100755", oid };
  } finally {
    await file.close();
  }
}

async function judge(site: Site, seen: Seen): Promise<Offence | null> {
  const bytes = encodePath(seen.path);
  const path = bytes.toString("utf8");
  const unsafe = unsafePath(bytes);
  if (unsafe !== null) {
    const fix = `The path ${JSON.stringify(path)} ${unsafe}. Give the file a plain name.`;
    return { code: "PATH_UNSAFE", path, fix };
  }
  if (seen.kind === "link") return await judgeLink(site, seen);
  if (seen.kind === "file") return await judgeSize(site, seen.path);
  const fix = `${path} is neither a file nor a directory (a pipe, socket or device). Remove it.`;
  return { code: "SPECIAL_FILE", path, fix };
}

/** GitHub takes no larger file in a push. */
const LARGEST = 100 * 1024 * 1024;

async function judgeSize(site: Site, path: string): Promise<Offence | null> {
  const { size } = await lstat(inside(site.dir, path));
  if (size <= LARGEST) return null;
  const fix = `${path} has ${Math.ceil(size / 1024 / 1024)} MB, and GitHub takes files of at most 100 MB. Make it smaller, or remove it.`;
  return { code: "FILE_TOO_LARGE", path, fix };
}

async function judgeLink(site: Site, { path, before }: Seen): Promise<Offence | null> {
  const place = join(site.dir, path);
  const target = await readlink(place);
  const leads = relative(site.dir, resolve(dirname(place), target));
  const outside = target.startsWith("/") || leads.startsWith("..") || isUnder(leads, ".git");
  if (before?.mode === "120000" && !outside) return null;
  const what = outside ? `leads out of the repository, to ${target}` : "is a new symbolic link";
  const fix = `${path} ${what}. Replace it by an ordinary file, or remove it.`;
  return { code: "BAD_MODE", path, fix };
}

function isUnder(path: string, top: string): boolean {
  return path === top || `${path}/`.startsWith(`${top}/`);
}

function tooLong(error: unknown): Offence {
  const named = error instanceof Error && "path" in error ? String(error.path) : "";
  const path = named === "" ? "(a path)" : `${named.slice(-100)}`;
  const fix = `${path} is longer than the file system allows. Remove it, or give it a shorter name.`;
  return { code: "PATH_UNSAFE", path, fix };
}
