import { readFile, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "../../domain/projects.ts";
import type { GateLock } from "../../gates/tamper/gate-lock.ts";
import { flawOf } from "../../gates/tamper/path-safety.ts";
import { readConverted } from "./gate-converted.ts";
import { readDependencies } from "./gate-dependencies.ts";
import { openIgnoreRules } from "./gate-ignore.ts";
import { lineEnds } from "./gate-locked.ts";
import type { RepositoryPlace } from "./gate-repository.ts";
import { listRefs, locate, readRepositoryState } from "./gate-repository.ts";
import { listTree } from "./gate-trees.ts";
import { walk } from "./gate-walk.ts";
import type { Git } from "./git.ts";
import { developerGit, hardenedGit } from "./git.ts";

export interface LockQuestion {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly repo: string;
  readonly base: string;
  readonly red: string;
  readonly allow: readonly string[];
  readonly testFiles: readonly string[];
  readonly testCommand: readonly string[];
  readonly projects?: readonly TestProject[];
}

export type LockOutcome = { readonly kind: "locked"; readonly lock: GateLock } | Refused;

interface Refused {
  readonly kind: "refused";
  readonly why: string;
  readonly fix: string;
}

/** Takes the lock: what may change, and everything else as it stands now. Nothing is written. */
export async function takeGateLock(asked: LockQuestion): Promise<LockOutcome> {
  const bad = asked.allow.map(refusePath).filter((why) => why !== null);
  if (bad[0] !== undefined) {
    return refused(bad[0], "List exact paths, relative to the top of the repository.");
  }
  const top = await realpath(asked.repo).catch(() => null);
  const place = top === null ? null : await locate(top);
  if (top === null || place === null) {
    const why = `${asked.repo} is not the top of a git work tree`;
    return refused(why, "Name the top directory of a clone with --repo.");
  }
  const path = asked.env["PATH"] ?? "";
  const git = hardenedGit(path, { gitDir: place.gitDir, workTree: top });
  const commits = await readCommits(git, asked);
  if (commits.kind === "refused") return commits;
  return { kind: "locked", lock: await snapshot(asked, { ...commits, git, top, place, path }) };
}

interface Commits {
  readonly kind: "read";
  readonly baseSha: string;
  readonly redSha: string;
  readonly branch: string;
}

async function readCommits(git: Git, { base, red }: LockQuestion): Promise<Commits | Refused> {
  const baseSha = await commitOf(git, base);
  const redSha = await commitOf(git, red);
  if (baseSha === null || redSha === null) {
    const why = `"${baseSha === null ? base : red}" is not a commit here`;
    return refused(why, "Fetch it, and name it by its SHA.");
  }
  const branch = await git(["symbolic-ref", "-q", "HEAD"]);
  if (branch.exitCode !== 0) {
    return refused("HEAD is detached", "Check out the branch that is to be worked on.");
  }
  for (const [part, whole] of [[baseSha, redSha] as const, [redSha, "HEAD"] as const]) {
    if ((await git(["merge-base", "--is-ancestor", part, whole])).exitCode !== 0) {
      return refused(`${part} is not an ancestor of ${whole}`, "Name base and RED of this branch.");
    }
  }
  return { kind: "read", baseSha, redSha, branch: branch.stdout.toString("utf8").trim() };
}

interface Taking extends Omit<Commits, "kind"> {
  readonly git: Git;
  readonly top: string;
  readonly place: RepositoryPlace;
  readonly path: string;
}

async function snapshot(asked: LockQuestion, taking: Taking): Promise<GateLock> {
  const { git, top, place, path, baseSha, redSha, branch } = taking;
  const refs = (await listRefs(path, place)).filter(({ isCheckedOut }) => !isCheckedOut);
  const repository = {
    ...(await readRepositoryState(path, top, place)),
    refs: Object.fromEntries(refs.map(({ name, oid }) => [name, oid])),
  };
  const excludes = await readExcludes(asked, top, place);
  const baseTree = await listTree(git, baseSha);
  await using rules = await openIgnoreRules(path, git, baseTree, excludes);
  const tracked = await listTree(git, "HEAD");
  const { dependencyRoots, differences } = await walk({
    top,
    tracked,
    rules,
    lineEnds: await lineEnds(git, { repository }, baseTree),
    mayBeMissing: new Set(repository.flagged),
  });
  return {
    version: 1,
    branch,
    baseSha,
    redSha,
    allow: asked.allow.map((line) => line.replace(/^[.]\//, "")),
    testFiles: [...asked.testFiles],
    testCommand: [...asked.testCommand],
    ...(asked.projects === undefined ? {} : { projects: [...asked.projects] }),
    repository,
    dependencies: await readDependencies(top, dependencyRoots, null),
    excludes,
    converted: await readConverted(developerGit(asked.env, top), top, tracked, differences),
  };
}

/** Ignore rules outside the tree: the repository's own and the developer's, as they are now. */
async function readExcludes(
  { env }: LockQuestion,
  top: string,
  { commonDir }: RepositoryPlace,
): Promise<string> {
  const git = developerGit(env, top);
  const named = await git(["config", "--type=path", "--get", "core.excludesFile"]);
  const config = env["XDG_CONFIG_HOME"] ?? join(env["HOME"] ?? homedir(), ".config");
  const file =
    named.exitCode === 0 ? named.stdout.toString("utf8").trim() : join(config, "git/ignore");
  const read = (name: string): Promise<string> => readFile(name, "utf8").catch(() => "");
  return `${await read(file)}\n${await read(join(commonDir, "info/exclude"))}`;
}

async function commitOf(git: Git, name: string): Promise<string | null> {
  if (name.startsWith("-")) return null;
  const { exitCode, stdout } = await git(["rev-parse", "-q", "--verify", `${name}^{commit}`]);
  return exitCode === 0 ? stdout.toString("utf8").trim() : null;
}

function refusePath(path: string): string | null {
  if (path.startsWith("/") || path.split("/").includes(".."))
    return `${path} leaves the repository`;
  if (path === "" || path.endsWith("/")) return `"${path}" is not the path of a file`;
  const flaw = flawOf(path.replace(/^[.]\//, ""));
  return flaw === null ? null : `${JSON.stringify(path)} is an unsafe name (${flaw})`;
}

function refused(why: string, fix: string): Refused {
  return { kind: "refused", why, fix };
}
