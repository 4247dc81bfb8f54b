import type { LockOutcome, LockQuestion } from "../adapters/git/gate-lock-taking.ts";
import { takeGateLock } from "../adapters/git/gate-lock-taking.ts";
import type { LockedOutcome } from "../adapters/git/gate-locked.ts";
import { judgeRepositoryByLock } from "../adapters/git/gate-locked.ts";
import type { FileGateOutcome } from "../adapters/git/gate-session.ts";
import { FileGateSession } from "../adapters/git/gate-session.ts";
import { developerGit } from "../adapters/git/git.ts";
import { encodePath } from "../adapters/git/path-bytes.ts";
import type { WatchedGate, WatchedOutcome } from "../adapters/git/watched-gate.ts";
import { openWatchedGate } from "../adapters/git/watched-gate.ts";
import type { GateLock } from "../gates/tamper/gate-lock.ts";

export type { WatchedOutcome };

type Env = Readonly<Record<string, string | undefined>>;

/** Builds what the file gate needs, in the caller's own repository, and asks it once. */
export async function askFileGate(asked: {
  readonly env: Env;
  readonly cwd: string;
  readonly allowlist: string;
  readonly base: string | null;
}): Promise<FileGateOutcome> {
  const { env, cwd, allowlist, base } = asked;
  const git = developerGit(env, cwd);
  return await new FileGateSession({ git, cwd, allowlist, base }).checkThoroughly();
}

/** The same gate for whoever asks again and again; to be closed. */
export async function watchFileGate(asked: {
  readonly env: Env;
  readonly cwd: string;
  readonly allowlist: string;
  readonly base: string | null;
}): Promise<WatchedGate> {
  const { env, cwd, allowlist, base } = asked;
  return await openWatchedGate({ git: developerGit(env, cwd), cwd, allowlist, base });
}

/** Takes a lock on a repository as it is now. */
export async function takeLock(asked: LockQuestion): Promise<LockOutcome> {
  return await takeGateLock(asked);
}

/** Holds a repository to its lock, without running anything of it. */
export async function askLockedGate(asked: {
  readonly env: Env;
  readonly repo: string;
  readonly lock: GateLock;
  readonly tip: string | null;
  readonly lockFile: string;
}): Promise<LockedOutcome> {
  const { env, ...question } = asked;
  return await judgeRepositoryByLock({ ...question, path: env["PATH"] ?? "" });
}

/** A path as the bytes that git has for it, for output that other programs read. */
export function pathBytes(path: string): Buffer {
  return encodePath(path);
}
