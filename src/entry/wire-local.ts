import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { unmountBelow } from "../adapters/git/mounts.ts";
import type { PersonRepository } from "../adapters/git/person-repository.ts";
import { openPersonRepository } from "../adapters/git/person-repository.ts";
import { repositoryRoot } from "../adapters/git/repository-root.ts";
import { hideStateDir } from "../adapters/git/workspace-hide.ts";
import { ConfigError } from "../domain/config.ts";
import type { Terminal } from "./terminal.ts";

/** A person's repository on this machine, and where the loop keeps its runs in it. */
export interface LocalRepository {
  readonly root: string;
  /** The directory of all runs; each has its own below it. */
  readonly runsDir: string;
  /** Looked at, never changed. */
  readonly person: PersonRepository;
}

/**
 * Finds the repository and hides the state directory from git (S0-13).
 * @throws ConfigError when `repo` is not in a git work tree
 */
export async function openLocalRepository(
  given: { readonly repo: string; readonly stateDir: string | null },
  terminal: Pick<Terminal, "cwd" | "env">,
): Promise<LocalRepository> {
  const path = pathOf(terminal);
  const root = await rootOf(given.repo, terminal);
  const person = openPersonRepository(root, path);
  if (given.stateDir !== null) {
    await refuseFile(resolve(terminal.cwd, given.stateDir));
    return { root, person, runsDir: join(resolve(terminal.cwd, given.stateDir), "runs") };
  }
  await hideStateDir(root, path);
  return { root, person, runsDir: join(root, ".tdd-loop", "runs") };
}

function pathOf({ env }: Pick<Terminal, "env">): string {
  return env["PATH"] ?? "/usr/bin:/bin";
}

/**
 * The top directory of the repository that holds `given`.
 * @throws ConfigError when it is in none
 */
export async function rootOf(
  given: string,
  terminal: Pick<Terminal, "cwd" | "env">,
): Promise<string> {
  const repo = resolve(terminal.cwd, given);
  const root = await repositoryRoot(repo, pathOf(terminal)).catch(() => null);
  if (root !== null) return root;
  throw new ConfigError(
    `${repo} is not a git repository. Go to one, or name it with --repo DIR; \`git init\` makes one.`,
  );
}

/** @throws ConfigError for a state directory that is something else */
async function refuseFile(stateDir: string): Promise<void> {
  const isOther = await stat(stateDir).then(
    (entry) => !entry.isDirectory(),
    () => false,
  );
  if (isOther)
    throw new ConfigError(`${stateDir} is a file. Give --state-dir a directory, or a new path.`);
}

/**
 * Where a run's clone and sites are: below the person's state directory, never in the work tree,
 * where the repository's own test command would run them.
 */
export function workDirOf(
  { root, runsDir }: Pick<LocalRepository, "root" | "runsDir">,
  runId: string,
  env: Terminal["env"],
): string {
  const inTree = `${runsDir}/`.startsWith(`${root}/`);
  if (!inTree) return join(runsDir, runId, "work");
  const home = env["XDG_STATE_HOME"] ?? join(env["HOME"] ?? tmpdir(), ".local", "state");
  return join(home, "tdd-loop", sha256(root).slice(0, 16), runId);
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** What a run that was killed may have left mounted in its directory, where even its guard was killed. */
export async function takeDownLanes(dir: string, env: Terminal["env"]): Promise<void> {
  await unmountBelow(dir, env["PATH"] ?? "/usr/bin:/bin");
}
