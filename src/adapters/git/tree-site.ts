import { lstat, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { exec } from "../exec.ts";
import type { AgentPacks } from "./agent-packs.ts";
import type { ObjectStore } from "./object-store.ts";
import type { OverlayCopies } from "./overlay-copies.ts";
import type { Git, GitCall } from "./run-git.ts";
import { GitError } from "./run-git.ts";
import type { SiteDisk } from "./site-disk.ts";
import { restoreFiles } from "./site-restore.ts";
import type { Carried } from "./tree-carry.ts";
import { installCarried } from "./tree-carry.ts";
import { differenceOf } from "./tree-difference.ts";
import type { TreeFiles, Trees } from "./tree-files.ts";
import { findOddPaths } from "./tree-odd.ts";
import { RAW_ATTRIBUTES, removeStaleLocks } from "./workspace-control.ts";

/** A directory that trees are laid out in, and the private git directory that watches over it. */
export interface Site {
  readonly dir: string;
  /** HEAD, index and exclusions of this site; outside `dir`, so nothing that runs in it has them. */
  readonly gitDir: string;
  /** The control repository, whose objects the site shares. */
  readonly control: string;
  readonly carried: readonly Carried[];
  /** PATH for the search of what git does not see. */
  readonly path: string;
  readonly disk: SiteDisk;
  /** Shared with the other sites of the workspace. */
  readonly objects: ObjectStore;
  readonly trees: Trees;
  readonly packs: AgentPacks;
  /** Whether this process has laid the site out before, so that only differences need be written. */
  isLaidOut: boolean;
  /** Null where a site has files of its own only. */
  shared: SharedFiles | null;
}

/** Files that several sites share until they write to them. */
export interface SharedFiles {
  readonly copies: OverlayCopies;
  /** The one lay-out that all are copies of: of the tree that was asked for first. */
  layer(tree: string, signal: AbortSignal): Promise<Layer>;
}

export interface Layer {
  readonly site: Site;
  readonly files: TreeFiles;
}

export function siteCall(site: Site, signal?: AbortSignal): GitCall {
  return {
    gitDir: site.gitDir,
    workTree: site.dir,
    objects: join(site.control, "objects"),
    // In the work tree, not where the loop was started: git clean takes paths from here.
    cwd: site.dir,
    ...(signal === undefined ? {} : { signal }),
  };
}

/**
 * Makes the site hold exactly `tree` and the carried dependencies: what was left there is removed,
 * what was changed is put back, and only what differs is written; where files are shared by starting from
 * an untouched copy, else by git the first time, then by comparison with what is known of the site. A
 * site that a kill or a hostile run left unusable is made anew.
 */
export async function layOut(
  git: Git,
  site: Site,
  tree: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    // What is carried lies in the layer as well.
    if (await layOutCopy(site, tree, signal)) return;
    await (site.isLaidOut ? restore(site, tree) : layOutByGit(git, site, tree, signal));
  } catch (error) {
    if (signal.aborted) throw error;
    await removeSite(site);
    await layOutByGit(git, site, tree, signal);
  }
  site.isLaidOut = true;
  for (const carried of site.carried) await installCarried(carried, join(site.dir, carried.path));
}

/** @returns false where the site shares no files, or this machine does not allow it */
async function layOutCopy(site: Site, tree: string, signal: AbortSignal): Promise<boolean> {
  if (site.shared === null) return false;
  const { copies, layer } = site.shared;
  const { site: original, files: present } = await layer(tree, signal);
  if (!(await copies.copy(site.dir, original.dir))) {
    site.shared = null;
    return false;
  }
  await prepare(site);
  site.disk.standOn(original.disk);
  const files = await site.trees.files(tree);
  if (files !== present) await restoreFiles(site, files, differenceOf(present, files));
  return true;
}

async function restore(site: Site, tree: string): Promise<void> {
  await prepare(site);
  const files = await site.trees.files(tree);
  await restoreFiles(site, files, await site.disk.compare(files));
}

async function layOutByGit(git: Git, site: Site, tree: string, signal: AbortSignal): Promise<void> {
  await prepare(site);
  const call = siteCall(site, signal);
  const kept = site.carried.flatMap(({ path }) => ["-e", `/${escapePattern(path)}`]);
  await Promise.all([
    clean(git, call, kept),
    // What git does not see, git does not clean.
    findOddPaths(site).then((odd) =>
      Promise.all(odd.map((path) => rm(join(site.dir, path), { recursive: true, force: true }))),
    ),
  ]);
  await git.text(["read-tree", "--reset", "-u", tree], call);
  site.disk.note(await site.trees.files(tree));
}

/** What git could not enter (too deep, forbidden) it leaves, says so, and calls it success. */
async function clean(git: Git, call: GitCall, kept: readonly string[]): Promise<void> {
  const { exitCode, stderr } = await git.run(["clean", "-ffdxq", ...kept], call);
  if (exitCode === 0 && stderr.trim() === "") return;
  throw new GitError(`git clean ended with ${exitCode}: ${stderr.trim().slice(0, 500)}`);
}

async function prepare(site: Site): Promise<void> {
  const found = await lstat(site.dir).catch(() => null);
  if (found !== null && !found.isDirectory()) await removeSite(site);
  await mkdir(site.dir, { recursive: true });
  await rm(join(site.dir, ".git"), { recursive: true, force: true });
  await mkdir(join(site.gitDir, "refs"), { recursive: true });
  await mkdir(join(site.gitDir, "info"), { recursive: true });
  await removeStaleLocks(site.gitDir);
  await writeFile(join(site.gitDir, "HEAD"), "ref: refs/heads/none\n");
  await writeFile(join(site.gitDir, "config"), "[core]\n\trepositoryformatversion = 0\n");
  await writeFile(join(site.gitDir, "info", "attributes"), RAW_ATTRIBUTES);
  await writeFile(join(site.gitDir, "info", "exclude"), exclusions(site.carried));
}

export function exclusions(carried: readonly Carried[]): string {
  return carried.map(({ path }) => `/${escapePattern(path)}\n`).join("");
}

function escapePattern(path: string): string {
  return path.replace(/[\\*?[\] !#]/g, "\\$&");
}

/** Also where a run took away the right to enter its own directories, or made them too deep for paths. */
async function removeSite(site: Site): Promise<void> {
  await site.shared?.copies.drop(site.dir);
  site.shared = null;
  const env = { PATH: site.path };
  const found = await lstat(site.dir).catch(() => null);
  // A link in its place is removed, never followed.
  if (found?.isDirectory() === true) await exec("chmod", ["-R", "u+rwx", site.dir], { env });
  // rm of the system: it walks by directory handles, so no path is too long for it.
  await exec("rm", ["-rf", "--", site.dir, site.gitDir], { env });
}

/**
 * A repository of the agent's own, for coding tools that want one: one commit, its own objects, no
 * remote, tag, reflog or hook. It is never read back: an agent may do to it what it likes.
 */
export async function makeAgentRepository(
  git: Git,
  site: Pick<Site, "dir" | "carried" | "packs">,
  commit: string,
): Promise<void> {
  const own = join(site.dir, ".git");
  await mkdir(join(own, "objects", "pack"), { recursive: true });
  await mkdir(join(own, "refs", "heads"), { recursive: true });
  await mkdir(join(own, "info"), { recursive: true });
  await writeFile(join(own, "HEAD"), "ref: refs/heads/work\n");
  await writeFile(
    join(own, "config"),
    "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tlogAllRefUpdates = false\n",
  );
  await writeFile(join(own, "info", "exclude"), exclusions(site.carried));
  await writeFile(join(own, "info", "attributes"), RAW_ATTRIBUTES);
  await site.packs.into(commit, join(own, "objects", "pack"));
  await writeFile(join(own, "refs", "heads", "work"), `${commit}\n`);
  await git.text(["read-tree", commit], { gitDir: own });
}
