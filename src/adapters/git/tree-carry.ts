import type { BigIntStats } from "node:fs";
import { constants, existsSync } from "node:fs";
import { cp, lstat, mkdir, readdir, readlink, realpath, rm, symlink } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { exec } from "../exec.ts";
import type { Git } from "./run-git.ts";

/** Something that tests need and git does not keep: where it is, and where it belongs in a tree. */
export interface Carried {
  /** Relative to the top of the tree. */
  readonly path: string;
  readonly source: string;
  /** The top of the repository that `source` was found in. */
  readonly from: string;
  readonly how: "link" | "farm" | "copy";
}

/** Holds packages side by side, some of them links back into the repository's own packages. */
const FARMS = new Set(["node_modules", "vendor"]);
/** Written to by every build, so a link would change the original. */
const COPIES = new Set(["target", "_build"]);
/** Scratch space of tools inside node_modules: always there, always empty. */
const SCRATCH = [".cache", ".vite", ".vite-temp", ".vitest"];
/** Small directories whose files find the packages relative to themselves. */
const BY_VALUE = new Set([".bin", "bin", "composer"]);

/**
 * Finds what is to be carried: wanted names (anywhere) or paths that exist in `from` and that git
 * keeps no part of.
 */
export async function findCarried(
  git: Git,
  from: string,
  wanted: readonly string[],
): Promise<readonly Carried[]> {
  const listing = ["ls-files", "-o", "-z", "--directory", "--no-empty-directory"];
  const listed = await git.run(listing, { cwd: from });
  if (listed.exitCode !== 0) return [];
  const untracked = listed.stdout
    .toString("utf8")
    .split("\0")
    .filter(Boolean)
    .map((path) => path.replace(/\/$/, ""));
  const names = wanted.map((name) => name.replace(/^\.\/|\/+$/g, "")).filter(isInside);
  const byName = untracked.filter((path) => names.includes(basename(path)));
  const byPath = names.filter((name) =>
    untracked.some((path) => `${name}/`.startsWith(`${path}/`)),
  );
  const paths = [...new Set([...byName, ...byPath])].filter((path) => existsSync(join(from, path)));
  return await Promise.all(
    paths.sort().map(async (path) => ({
      path,
      from: await realpath(from),
      source: await realpath(join(from, path)),
      how: wayOf(path),
    })),
  );
}

function isInside(path: string): boolean {
  return path !== "" && !path.startsWith("/") && !path.split("/").includes("..");
}

function wayOf(path: string): Carried["how"] {
  if (FARMS.has(basename(path))) return "farm";
  return COPIES.has(basename(path)) ? "copy" : "link";
}

/** Fingerprints of what was installed, by place: an untouched place is not built again. */
const installed = new Map<string, ReadonlyMap<string, bigint>>();

/** Puts one carried thing at `place`, or puts back what a run changed about it there. */
export async function installCarried(carried: Carried, place: string): Promise<void> {
  if (!existsSync(dirname(place))) return;
  if (await isInPlace(carried, place)) return;
  await rm(place, { recursive: true, force: true });
  const source = await lstat(carried.source).catch(() => null);
  if (source === null) return;
  const how = source.isDirectory() ? carried.how : "copy";
  if (how === "link") await symlink(carried.source, place);
  else if (how === "farm") await buildFarm(carried, carried.source, place);
  else await copyTree(carried.source, place);
  if (how !== "link") installed.set(place, await fingerprint(how, place));
}

async function isInPlace(carried: Carried, place: string): Promise<boolean> {
  if (await linksTo(place, carried.source)) return carried.how === "link";
  if (!(await isUntouched(place))) return false;
  if (carried.how === "farm") await emptyScratch(place);
  return true;
}

async function linksTo(place: string, source: string): Promise<boolean> {
  return (await readlink(place).catch(() => null)) === source;
}

async function copyTree(source: string, place: string): Promise<void> {
  const mode = constants.COPYFILE_FICLONE;
  await cp(source, place, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    mode,
  });
}

/**
 * A directory of links, one a package, in place of one link for all: links that lead back into the
 * repository (workspaces) then find this tree's packages, not those of the person's work tree, and
 * tools may write beside the packages without changing the original.
 */
async function buildFarm(carried: Carried, source: string, place: string): Promise<void> {
  await mkdir(place, { recursive: true });
  const scratch = basename(source) === "node_modules" ? SCRATCH : [];
  await Promise.all(scratch.map((name) => mkdir(join(place, name), { recursive: true })));
  const entries = await readdir(source, { withFileTypes: true });
  await Promise.all(
    entries
      .filter((entry) => !scratch.includes(entry.name))
      .map(async (entry) => {
        const [original, made] = [join(source, entry.name), join(place, entry.name)];
        if (entry.isSymbolicLink()) await copyLink(carried, original, made);
        else if (!entry.isDirectory()) await copyTree(original, made);
        else if (isPlural(entry.name)) await buildFarm(carried, original, made);
        else await symlink(original, made);
      }),
  );
}

function isPlural(name: string): boolean {
  return name.startsWith("@") || BY_VALUE.has(name);
}

async function copyLink(carried: Carried, original: string, made: string): Promise<void> {
  const target = await readlink(original);
  const leads = relative(carried.from, resolve(dirname(original), target));
  if (!target.startsWith("/") && !leads.startsWith("..")) await symlink(target, made);
  else await symlink(resolve(dirname(original), target), made);
}

async function emptyScratch(place: string): Promise<void> {
  for (const name of SCRATCH) {
    const dir = join(place, name);
    for (const entry of await readdir(dir).catch(() => [])) {
      await rm(join(dir, entry), { recursive: true, force: true });
    }
  }
}

async function isUntouched(place: string): Promise<boolean> {
  const known = installed.get(place);
  if (known === undefined) return false;
  const seen = await Promise.all(
    [...known].map(async ([path, changed]) => {
      const found = await lstat(path, { bigint: true }).catch(() => null);
      return found !== null && found.ctimeNs === changed;
    }),
  );
  return !seen.includes(false);
}

/**
 * Change times of all that could be changed without leaving a trace elsewhere: a link can only be
 * replaced, which shows in its directory; a file can be written in place.
 */
async function fingerprint(how: Carried["how"], place: string): Promise<Map<string, bigint>> {
  const times = new Map<string, bigint>();
  const visit = async (path: string, stat: BigIntStats): Promise<void> => {
    if (stat.isSymbolicLink()) return;
    times.set(path, stat.ctimeNs);
    if (!stat.isDirectory()) return;
    for (const name of await readdir(path)) {
      if (how === "farm" && path === place && SCRATCH.includes(name)) continue;
      const inner = join(path, name);
      await visit(inner, await lstat(inner, { bigint: true }));
    }
  };
  await visit(place, await lstat(place, { bigint: true }));
  return times;
}

/** A tool that a person runs beside the run writes its caches there; no test loads anything from them. */
function besides(sources: readonly string[]): string[] {
  const farms = sources.filter((source) => basename(source) === "node_modules");
  const literal = (path: string) => path.replaceAll(/[\\*?[\]]/g, "\\$&");
  return farms
    .flatMap((farm) => SCRATCH.map((name) => join(farm, name)))
    .flatMap((path) => ["-path", literal(path), "-prune", "-o"]);
}

/**
 * The first carried file that was written, replaced or removed since `stamp`, or null. Where a
 * sandbox keeps the originals read-only there is never one.
 */
export async function findTampered(
  carried: readonly Carried[],
  stamp: string,
  path: string,
): Promise<string | null> {
  const sources = carried.map(({ source }) => source).filter((source) => existsSync(source));
  if (sources.length < carried.length) {
    return carried.find(({ source }) => !existsSync(source))?.source ?? null;
  }
  if (sources.length === 0) return null;
  const search = [...sources, ...besides(sources), "-newercc", stamp, "-print", "-quit"];
  const { stdout } = await exec("find", search, { env: { PATH: path } });
  return stdout.toString("utf8").trim() || null;
}
