import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Version } from "../../gates/change-set.ts";
import { readBlobs } from "./gate-trees.ts";
import type { Git } from "./git.ts";
import { hardenedGit } from "./git.ts";
import { decodePath, encodePath } from "./path-bytes.ts";

/** A path on disk whose ignoring is asked for. */
export interface Candidate {
  readonly path: string;
  readonly isDirectory: boolean;
}

/**
 * What the base's `.gitignore` files ignore, whatever the work tree's own ones say: an agent cannot
 * hide a file by adding a rule. The rules are laid out in a scratch repository of their own.
 */
export interface IgnoreRules extends AsyncDisposable {
  ignored(candidates: readonly Candidate[]): Promise<ReadonlySet<string>>;
}

/**
 * @param git reads the repository that is judged
 * @param tree paths of the trusted base commit
 * @param excludes rules from outside the tree, as they were when the lock was taken
 */
export async function openIgnoreRules(
  path: string,
  git: Git,
  tree: ReadonlyMap<string, Version>,
  excludes: string,
): Promise<IgnoreRules> {
  const scratch = await mkdtemp(join(tmpdir(), "tdd-loop-ignore-"));
  const gitDir = join(scratch, "git");
  const workTree = join(scratch, "tree");
  for (const made of ["objects", "refs", "info"]) {
    await mkdir(join(gitDir, made), { recursive: true });
  }
  await writeFile(join(gitDir, "HEAD"), "ref: refs/heads/none\n");
  await writeFile(join(gitDir, "info/exclude"), excludes);
  await mkdir(workTree);
  await layOut(git, workTree, tree);
  const asker = hardenedGit(path, { gitDir, workTree });
  return {
    ignored: (candidates) => ask(asker, workTree, candidates),
    [Symbol.asyncDispose]: () => rm(scratch, { recursive: true, force: true }),
  };
}

async function layOut(
  git: Git,
  workTree: string,
  tree: ReadonlyMap<string, Version>,
): Promise<void> {
  const files = [...tree].filter(
    ([name, version]) => /(^|\/)[.]gitignore$/.test(name) && version?.mode.startsWith("100"),
  );
  const contents = await readBlobs(
    git,
    files.map(([, version]) => version?.oid ?? ""),
  );
  for (const [index, [name]] of files.entries()) {
    const file = inside(workTree, name);
    await mkdir(inside(workTree, dirname(name)), { recursive: true });
    await writeFile(file, contents[index] ?? "");
  }
}

async function ask(
  git: Git,
  workTree: string,
  candidates: readonly Candidate[],
): Promise<ReadonlySet<string>> {
  if (candidates.length === 0) return new Set();
  // Rules that end in "/" match directories only, so there has to be one to look at. A name too
  // long for the file system cannot be made, and then is not ignored.
  for (const { path } of candidates.filter(({ isDirectory }) => isDirectory)) {
    await mkdir(inside(workTree, path), { recursive: true }).catch(() => undefined);
  }
  const input = Buffer.concat(
    candidates.map(({ path }) => Buffer.concat([encodePath(`./${path}`), Buffer.from([0])])),
  );
  const { exitCode, stdout, stderr } = await git(["check-ignore", "--no-index", "--stdin", "-z"], {
    input,
    cwd: workTree,
  });
  if (exitCode !== 0 && exitCode !== 1) {
    throw new Error(`git check-ignore ended with ${exitCode}: ${stderr.trim()}`);
  }
  const named = decodePath(stdout).split("\0");
  return new Set(named.filter((name) => name !== "").map((name) => name.replace(/^[.]\//, "")));
}

/** The bytes of a path below a directory of ours. */
export function inside(directory: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${directory}/`), encodePath(path)]);
}
