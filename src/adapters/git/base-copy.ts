import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { isTestPath } from "../../domain/test-surface.ts";
import { repositoryRoot } from "./repository-root.ts";
import { createGit } from "./run-git.ts";
import { findCarried, installCarried } from "./tree-carry.ts";

export interface BaseCopyRequest {
  /** Where the person stands: somewhere in a work tree. */
  readonly dir: string;
  readonly ref: string;
  /** An empty directory to lay the commit's files into. */
  readonly into: string;
  /** Ignored paths that tests need, carried from the work tree. */
  readonly carry: readonly string[];
  /** PATH for git. */
  readonly path: string;
}

export type BaseCopy =
  /** `dir`: the same place in the copy that the person stands at in the work tree. */
  | { readonly kind: "copied"; readonly dir: string; readonly changedTests: readonly string[] }
  /** `isMissing`: there is no such commit. */
  | { readonly kind: "no_base"; readonly why: string; readonly isMissing?: true };

/**
 * Lays out what a commit has, with what git does not keep, so that its tests can run beside the work
 * tree: nothing of the work tree, its index or its git directory is touched. No copy is made when no
 * test file differs: there is nothing new to tell from what was there.
 */
export async function copyBase(asked: BaseCopyRequest): Promise<BaseCopy> {
  const root = await repositoryRoot(asked.dir, asked.path);
  if (root === null) return { kind: "no_base", why: "this is no git repository" };
  const git = createGit({ path: asked.path, globalConfig: "/dev/null" });
  const call = { cwd: root, index: join(asked.into, "index") };
  const commit = `${asked.ref}^{commit}`;
  const found = await git.run(["rev-parse", "-q", "--verify", "--end-of-options", commit], call);
  if (found.exitCode !== 0)
    return { kind: "no_base", why: `there is no commit ${asked.ref}`, isMissing: true };
  const sha = found.stdout.toString("utf8").trim();
  await git.text(["read-tree", sha], call);
  const changedTests = await changedIn(root, sha, git);
  if (changedTests.length === 0)
    return { kind: "no_base", why: `no test file differs from ${asked.ref}` };
  const tree = join(asked.into, "tree");
  await mkdir(tree);
  await git.text(["checkout-index", "-a", `--prefix=${tree}/`], call);
  for (const one of await findCarried(git, root, asked.carry))
    await installCarried(one, join(tree, one.path));
  const below = await git.text(["rev-parse", "--show-prefix"], { cwd: asked.dir });
  return { kind: "copied", dir: join(tree, below), changedTests };
}

/** Test files that are new, gone or another than the commit's. */
async function changedIn(root: string, sha: string, git: ReturnType<typeof createGit>) {
  const options = ["--name-only", "-z", "--no-renames", "--no-ext-diff"];
  const changed = await git.text(["diff", ...options, sha, "--"], { cwd: root });
  const untracked = await git.text(["ls-files", "-o", "-z", "--exclude-standard"], { cwd: root });
  const paths = `${changed}\0${untracked}`.split("\0").filter((path) => path !== "");
  return [...new Set(paths)].filter((path) => isTestPath(path)).sort();
}
