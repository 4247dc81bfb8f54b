import type { Git } from "./run-git.ts";
import { createGit } from "./run-git.ts";
import { refusedBase } from "./workspace-open.ts";
import type { Refusal } from "./workspace-remote.ts";

/** What a person should know of their own repository before a run starts from a commit of it. */
export interface PersonRepository {
  /** Why the run cannot start from that base; null when it can. */
  refusedBase(asked: { base: string | null; branch: string }): Promise<Refusal | null>;
  /** Paths with changes that no commit has; a directory that is new as a whole ends in "/". */
  uncommitted(): Promise<readonly string[]>;
  /** Commits of the local base that its remote-tracking branch, where a run starts, does not have. */
  unpushed(base: string | null): Promise<Unpushed>;
}

export interface Unpushed {
  readonly branch: string;
  readonly count: number;
}

/** @param path PATH for git */
export function openPersonRepository(root: string, path: string): PersonRepository {
  const git = createGit({ path, globalConfig: "/dev/null" });
  return {
    refusedBase: (asked) => refusedBase(git, root, asked),
    uncommitted: () => uncommitted(git, root),
    unpushed: (base) => unpushed(git, root, base),
  };
}

async function uncommitted(git: Git, root: string): Promise<readonly string[]> {
  const args = ["-c", "safe.directory=*", "status", "--porcelain", "-z", "--no-renames"];
  const { exitCode, stdout } = await git.run(args, { cwd: root });
  if (exitCode !== 0) return [];
  const lines = stdout.toString("utf8").split("\0").filter(Boolean);
  return lines.map((line) => line.slice(3));
}

async function unpushed(git: Git, root: string, base: string | null): Promise<Unpushed> {
  const safe = ["-c", "safe.directory=*"];
  const head = await git.run([...safe, "symbolic-ref", "-q", "--short", "HEAD"], { cwd: root });
  const branch = (base ?? head.stdout.toString("utf8").trim()).replace(/^origin\//, "");
  const range = `refs/remotes/origin/${branch}..refs/heads/${branch}`;
  const counted = await git.run([...safe, "rev-list", "--count", "--end-of-options", range], {
    cwd: root,
  });
  return { branch, count: Number(counted.stdout.toString("utf8").trim()) || 0 };
}
