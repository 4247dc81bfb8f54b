import { realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Version } from "../../gates/change-set.ts";
import { untrustedCaches } from "../../gates/tamper/dependency-caches.ts";
import type { GateFinding } from "../../gates/tamper/finding.ts";
import type { GateLock } from "../../gates/tamper/gate-lock.ts";
import type { LockedEvidence } from "../../gates/tamper/judge-locked.ts";
import { judgeLocked } from "../../gates/tamper/judge-locked.ts";
import { judgeRepository } from "../../gates/tamper/judge-repository.ts";
import { withoutConverted } from "./gate-converted.ts";
import { readDependencies } from "./gate-dependencies.ts";
import type { LineEnds } from "./gate-file.ts";
import { openIgnoreRules } from "./gate-ignore.ts";
import type { RepositoryPlace } from "./gate-repository.ts";
import { locate, readRepositoryState } from "./gate-repository.ts";
import { readFork, readLandingOf, withoutFetched } from "./gate-target.ts";
import { diffTrees, listIndex, listTree, readBlobs, readTree, touchedAfter } from "./gate-trees.ts";
import { walk } from "./gate-walk.ts";
import type { Git } from "./git.ts";
import { hardenedGit } from "./git.ts";

export interface LockedQuestion {
  /** The PATH to find git in. */
  readonly path: string;
  readonly repo: string;
  readonly lock: GateLock;
  /** The target branch's tip as the server has it; null compares with the lock's base. */
  readonly tip: string | null;
  /** The lock's own file: while untracked it is no change of the branch, wherever it lies. */
  readonly lockFile: string | null;
}

/** What the static half of `gate --lock` found; `head` is the commit that was judged. */
export interface LockedOutcome {
  readonly findings: readonly GateFinding[];
  /** Null when the repository is not the one that was locked, so that nothing more can be said. */
  readonly head: string | null;
  /** Caches among the dependencies that a test run must not see; relative to the top. */
  readonly caches: readonly string[];
}

/** Judges a repository against its lock without running anything of it. */
export async function judgeRepositoryByLock(question: LockedQuestion): Promise<LockedOutcome> {
  const { path, lock } = question;
  const top = await realpath(question.repo);
  const place = await locate(top);
  if (place === null) {
    const fix = "Put .git back: the repository that was locked is gone from here.";
    return unknown([{ code: "REPO_TAMPERED", path: ".git", fix }]);
  }
  const moved = place.gitDir !== lock.repository.gitDir || place.kind !== lock.repository.kind;
  if (moved) {
    const after = { ...lock.repository, ...place };
    return unknown(judgeRepository(lock.repository, after));
  }
  const git = hardenedGit(path, { gitDir: place.gitDir, workTree: top });
  const read = await git(["rev-parse", "-q", "--verify", "HEAD^{commit}"]);
  if (read.exitCode !== 0) {
    const fix = `Put HEAD back: git finds no commit there (${read.stderr.trim() || "none"}).`;
    return unknown([{ code: "REPO_TAMPERED", path: "HEAD", fix }]);
  }
  const head = read.stdout.toString("utf8").trim();
  const evidence = await gather({ ...question, git, top, place, head });
  const { before, after } = evidence.dependencies;
  return { findings: judgeLocked(evidence), head, caches: untrustedCaches(before, after) };
}

function unknown(findings: readonly GateFinding[]): LockedOutcome {
  return { findings, head: null, caches: [] };
}

interface Gathering extends LockedQuestion {
  readonly git: Git;
  readonly top: string;
  readonly place: RepositoryPlace;
  readonly head: string;
}

async function gather(asked: Gathering): Promise<LockedEvidence> {
  const { git, lock, head, tip, top } = asked;
  const target = { ...asked, objects: join(asked.place.commonDir, "objects") };
  const forking = await readFork(target);
  const { fork, count } = forking;
  const [forkTree, { entries: headTree, disorder }, baseTree] = await Promise.all([
    listTree(git, fork),
    readTree(git, head),
    listTree(git, lock.baseSha),
  ]);
  const red = await redFiles(git, lock);
  const allow = new Set(lock.allow);
  const touched = await touchedAfter(git, lock.redSha, head, tip);
  const disk = await readDisk(asked, headTree, baseTree);
  const own = asked.lockFile === null ? null : await withinTop(top, asked.lockFile);
  const state = await readRepositoryState(asked.path, top, asked.place);
  return {
    repository: {
      before: lock.repository,
      after: { ...state, refs: await withoutFetched(target, state.refs) },
    },
    history: await readHistory(asked, count),
    tree: {
      committed: await diffTrees(git, fork, head),
      red,
      disorder,
      forkPaths: [...forkTree.keys()],
      allow,
      testFiles: lock.testFiles,
      touchedSinceRed: touched.filter((name) => red.has(name)),
    },
    landing: await readLandingOf(target, forking),
    workTree: {
      head: headTree,
      index: await listIndex(git),
      disk: disk.differences.filter(({ path, kind }) => kind !== "untracked" || path !== own),
      allow,
      flagged: new Set(lock.repository.flagged),
    },
    dependencies: {
      before: lock.dependencies,
      after: await readDependencies(top, disk.dependencyRoots, lock.dependencies),
    },
  };
}

async function withinTop(top: string, file: string): Promise<string | null> {
  const real = await realpath(file).catch(() => null);
  return real?.startsWith(`${top}/`) ? real.slice(top.length + 1) : null;
}

/** Every file that RED touched, as RED left it. */
async function redFiles(git: Git, lock: GateLock): Promise<Map<string, Version>> {
  const changes = await diffTrees(git, lock.baseSha, lock.redSha);
  return new Map(changes.map(({ path, head }) => [path, head]));
}

async function readHistory(
  { git, lock, head, tip }: Gathering,
  count: number,
): Promise<LockedEvidence["history"]> {
  const branch = await git(["symbolic-ref", "-q", "HEAD"]);
  const contains = async (part: string, whole: string): Promise<boolean> =>
    (await git(["merge-base", "--is-ancestor", part, whole])).exitCode === 0;
  const check = await git([
    "rev-list",
    "--objects",
    "--verify-objects",
    "--no-walk",
    head,
    lock.redSha,
    lock.baseSha,
  ]);
  return {
    lockedBranch: lock.branch,
    branch: branch.exitCode === 0 ? branch.stdout.toString("utf8").trim() : null,
    objectsSound: check.exitCode === 0 && !/mismatch|corrupt|fatal|error/.test(check.stderr),
    redInHead: await contains(lock.redSha, head),
    baseInTip: await contains(lock.baseSha, tip ?? lock.redSha),
    mergeBases: count,
  };
}

async function readDisk(
  { path, git, lock, top }: Gathering,
  headTree: ReadonlyMap<string, Version>,
  baseTree: ReadonlyMap<string, Version>,
): ReturnType<typeof walk> {
  await using rules = await openIgnoreRules(path, git, baseTree, lock.excludes);
  const walked = await walk({
    top,
    tracked: headTree,
    rules,
    lineEnds: await lineEnds(git, lock, baseTree),
    mayBeMissing: new Set(lock.repository.flagged),
  });
  const found = await withoutConverted(top, headTree, walked.differences, lock.converted);
  return { ...walked, differences: found };
}

/** CRLF on disk is honest when the locked base or configuration asks git for it. */
export async function lineEnds(
  git: Git,
  lock: Pick<GateLock, "repository">,
  baseTree: ReadonlyMap<string, Version>,
): Promise<LineEnds> {
  const converts = lock.repository.config.some((setting) =>
    /^core[.](autocrlf\n(true|input)|eol\ncrlf)$/i.test(setting),
  );
  if (converts) return "crlf_allowed";
  const files = [...baseTree].filter(([name]) => /(^|\/)[.]gitattributes$/.test(name));
  const texts = await readBlobs(
    git,
    files.map(([, version]) => version?.oid ?? ""),
  );
  const asks = texts.some((text) => /\b(text|eol=crlf|crlf)\b/.test(text?.toString("utf8") ?? ""));
  return asks ? "crlf_allowed" : "exact";
}
