import { copyFile, lstat, readlink } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import type { Change } from "../../domain/change.ts";
import type { Offence, Snapshot } from "../../ports.ts";
import type { Git } from "./run-git.ts";
import { GitError } from "./run-git.ts";
import { findOddPaths, isDotGitPath, splitZ } from "./tree-odd.ts";
import { unsafePath } from "./tree-path.ts";
import type { Site } from "./tree-site.ts";
import { siteCall } from "./tree-site.ts";

/** One line of `git status`: what is at a path now, judged by bytes. */
interface Seen {
  readonly bytes: Buffer;
  readonly path: string;
  readonly kind: "changed" | "deleted" | "new";
  /** Whether the path held a link in the tree that the turn began with. */
  readonly wasLink: boolean;
}

/**
 * Takes what is in a site as a tree, relative to the tree laid out there. Only paths and bytes of
 * the work tree are read, through the site's private git directory; the `.git` inside it is not.
 * What cannot be part of a commit is left out of the tree and returned as an offence.
 */
export async function takeSnapshot(git: Git, site: Site, tree: string): Promise<Snapshot> {
  const [seen, odd] = await Promise.all([readStatus(git, site), findOdd(git, site)]);
  const offences = [...odd];
  const fit: Seen[] = [];
  for (const one of seen) {
    // Named by both searches: a nested repository, or a file that became a pipe.
    if (odd.some(({ path: place }) => place === one.path.replace(/\/$/, ""))) continue;
    const offence = await judge(site, one);
    if (offence === null) fit.push(one);
    else offences.push(offence);
  }
  if (fit.length === 0) return { tree, changes: [], offences };
  const made = await writeTree(git, site, tree, fit);
  return { tree: made, changes: await readChanges(git, site.control, tree, made), offences };
}

function isUnder(path: string, top: string): boolean {
  return path === top || `${path}/`.startsWith(`${top}/`);
}

async function readStatus(git: Git, site: Site): Promise<readonly Seen[]> {
  const args = ["status", "--porcelain=v2", "-z", "-uall", "--no-renames"];
  const status = await git.run([...args, "--ignore-submodules=all"], siteCall(site));
  if (status.exitCode !== 0) throw new GitError(`git status failed: ${status.stderr.trim()}`);
  return splitZ(status.stdout)
    .map(readLine)
    .filter((seen) => !site.carried.some((carried) => isUnder(seen.path, carried.path)));
}

/** `1 <XY> <sub> <mH> <mI> <mW> <hH> <hI> <path>` or `? <path>`. */
function readLine(line: Buffer): Seen {
  const isNew = line[0] === 0x3f;
  let at = isNew ? 2 : 0;
  for (let field = 0; !isNew && field < 8; field += 1) at = line.indexOf(0x20, at) + 1;
  const fields = line.subarray(0, at).toString("latin1").split(" ");
  const bytes = line.subarray(at);
  const kind = fields[1]?.[1] === "D" ? "deleted" : "changed";
  return {
    bytes,
    path: bytes.toString("utf8"),
    kind: isNew ? "new" : kind,
    wasLink: !isNew && fields[4] === "120000",
  };
}

async function judge(site: Site, seen: Seen): Promise<Offence | null> {
  if (seen.kind === "deleted") return null;
  const unsafe = unsafePath(seen.bytes);
  if (unsafe !== null) {
    const fix = `The path ${JSON.stringify(seen.path)} ${unsafe}. Give the file a plain name.`;
    return { code: "PATH_UNSAFE", path: seen.path, fix };
  }
  if (seen.path.endsWith("/")) return nested(seen.path.replace(/\/$/, ""));
  const place = join(site.dir, seen.path);
  const found = await lstat(place);
  if (found.isSymbolicLink()) return await judgeLink(site, seen, place);
  return found.isFile() ? null : special(seen.path);
}

async function judgeLink(site: Site, seen: Seen, place: string): Promise<Offence | null> {
  const target = await readlink(place);
  const leads = relative(site.dir, resolve(dirname(place), target));
  const outside = target.startsWith("/") || leads.startsWith("..") || isUnder(leads, ".git");
  if (seen.wasLink && !outside) return null;
  const what = outside ? `leads out of the repository, to ${target}` : "is a new symbolic link";
  const fix = `${seen.path} ${what}. Replace it by an ordinary file, or remove it.`;
  return { code: "BAD_MODE", path: seen.path, fix };
}

function nested(path: string): Offence {
  const fix = `${path} is a git repository of its own. Remove its .git, or the directory.`;
  return { code: "NESTED_REPO", path, fix };
}

function special(path: string): Offence {
  const fix = `${path} is neither a file nor a directory (a pipe, socket or device). Remove it.`;
  return { code: "SPECIAL_FILE", path, fix };
}

async function findOdd(git: Git, site: Site): Promise<readonly Offence[]> {
  const offences: Offence[] = [];
  for (const place of await findOddPaths(site)) {
    if (await isIgnored(git, site, place)) continue;
    offences.push(isDotGitPath(place) ? nested(dirname(place)) : special(place));
  }
  return offences;
}

async function isIgnored(git: Git, site: Site, place: string): Promise<boolean> {
  // `.git` itself can never be ignored; what counts is the directory that it makes a repository.
  const name = isDotGitPath(place) ? dirname(place) : place;
  const asked = await git.run(["check-ignore", "-q", "--", `./${name}`], siteCall(site));
  return asked.exitCode === 0;
}

/** Adds the changed paths, by bytes, to a copy of the index and writes that as a tree. */
async function writeTree(
  git: Git,
  site: Site,
  tree: string,
  seen: readonly Seen[],
): Promise<string> {
  const index = join(site.gitDir, "snapshot-index");
  await copyFile(join(site.gitDir, "index"), index);
  const call = { ...siteCall(site), index };
  const gone = seen.filter(({ kind }) => kind === "deleted").map(({ bytes }) => bytes);
  const there = seen.filter(({ kind }) => kind !== "deleted").map(({ bytes }) => bytes);
  if (gone.length > 0) {
    // By name, not by looking: the path may now lead through a link.
    const none = Buffer.from(`0 ${"0".repeat(tree.length)}\t`);
    const lines = gone.map((bytes) => Buffer.concat([none, bytes]));
    await git.text(["update-index", "-z", "--index-info"], { ...call, input: joinZ(lines) });
  }
  if (there.length > 0) {
    const add = ["update-index", "--add", "--remove", "--replace", "-z", "--stdin"];
    await git.text(add, { ...call, input: joinZ(there) });
  }
  return await git.text(["write-tree"], call);
}

/** The parts with a NUL after each, as git's `-z` input wants them. */
function joinZ(parts: readonly Buffer[]): Buffer {
  return Buffer.concat(parts.flatMap((part) => [part, Buffer.from([0])]));
}

/** The differing paths of two trees, renames off, with the modes and blobs of the second. */
export async function readChanges(
  git: Git,
  gitDir: string,
  from: string,
  to: string,
): Promise<readonly Change[]> {
  const args = ["diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", from, to];
  const { exitCode, stdout, stderr } = await git.run(args, { gitDir });
  if (exitCode !== 0) throw new GitError(`git diff-tree failed: ${stderr.trim()}`);
  const parts = stdout.toString("utf8").split("\0");
  const changes: Change[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, mode = "", , blob = "", letter = ""] = (parts[at] ?? "").split(" ");
    const path = parts[at + 1] ?? "";
    if (letter === "D") changes.push({ path, status: "deleted", mode: null, blob: null });
    else changes.push({ path, status: letter === "A" ? "added" : "modified", mode, blob });
  }
  return changes;
}
