import { dirname } from "node:path";
import type { Offence } from "../../domain/change.ts";
import { decodePath, encodePath } from "./path-bytes.ts";
import type { Git } from "./run-git.ts";
import { GitError } from "./run-git.ts";
import type { SiteDifference, Stranger } from "./site-disk.ts";
import { kindOf, list } from "./site-disk.ts";
import type { Site } from "./tree-site.ts";
import { siteCall } from "./tree-site.ts";

export interface NewFile {
  readonly path: string;
  readonly kind: "file" | "link" | "special";
  readonly before: null;
}

/** Levels of new directories; each costs a question to git, and no sources lie deeper. */
const DEEPEST = 40;

interface NewFiles {
  readonly files: readonly NewFile[];
  readonly offences: readonly Offence[];
}

/**
 * The files that are in a site and neither in its tree nor ignored by the ignore rules in the site.
 * Repositories inside the site are offences and not looked into.
 */
export async function findNewFiles(
  git: Git,
  site: Site,
  { strangers, dotGits }: SiteDifference,
): Promise<NewFiles> {
  const files: NewFile[] = [];
  const nested = new Set(await nestedIn(git, site, dotGits));
  let level = strangers;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return { files, offences: [tooDeep(level)] };
    const ignored = await ignoredOf(git, site, level);
    const kept = level.filter(({ path }) => !ignored.has(path));
    for (const { path, kind } of kept)
      if (kind !== "directory") files.push({ path, kind, before: null });
    const directories = kept.filter(({ kind }) => kind === "directory");
    level = directories.flatMap(({ path }) => enter(site, path, nested));
  }
  return { files, offences: [...nested].sort().map(nestedOffence) };
}

/** What is in a directory; one that is a repository is noted as such and not entered. */
function enter(site: Site, path: string, nested: Set<string>): Stranger[] {
  const entries = list(site.dir, path).map((entry) => ({
    path: `${path}/${decodePath(entry.name)}`,
    kind: kindOf(entry),
  }));
  if (!entries.some((entry) => isDotGit(entry.path))) return entries;
  nested.add(path);
  return [];
}

/** A `.git` can itself never be ignored: what counts is the directory that it makes a repository. */
async function nestedIn(git: Git, site: Site, dotGits: readonly string[]): Promise<string[]> {
  const places = dotGits.map((path) => ({ path: dirname(path), kind: "directory" as const }));
  const ignored = await ignoredOf(git, site, places);
  return places.map(({ path }) => path).filter((path) => !ignored.has(path));
}

async function ignoredOf(
  git: Git,
  site: Site,
  asked: readonly Stranger[],
): Promise<ReadonlySet<string>> {
  if (asked.length === 0) return new Set();
  const input = Buffer.concat(
    asked.map(({ path }) => Buffer.concat([encodePath(`./${path}`), Buffer.from([0])])),
  );
  const call = { ...siteCall(site), input };
  const answer = await git.run(["check-ignore", "--no-index", "--stdin", "-z"], call);
  // 1: none of them is ignored.
  if (answer.exitCode !== 0 && answer.exitCode !== 1) {
    throw new GitError(`git check-ignore ended with ${answer.exitCode}: ${answer.stderr.trim()}`);
  }
  const named = decodePath(answer.stdout).split("\0");
  return new Set(named.filter((name) => name !== "").map((name) => name.replace(/^[.]\//, "")));
}

function isDotGit(path: string): boolean {
  return /[/]\.git$/i.test(path);
}

function tooDeep([first]: readonly Stranger[]): Offence {
  const path = first?.path.split("/").slice(0, 3).join("/") ?? "";
  const fix = `${path} holds directories more than ${DEEPEST} levels deep. Remove it.`;
  return { code: "PATH_UNSAFE", path, fix };
}

function nestedOffence(path: string): Offence {
  const fix = `${path} is a git repository of its own. Remove its .git, or the directory.`;
  return { code: "NESTED_REPO", path, fix };
}
