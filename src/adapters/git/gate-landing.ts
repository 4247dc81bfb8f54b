import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Landing } from "../../gates/tamper/judge-landing.ts";
import { diffTrees } from "./gate-trees.ts";
import type { Git } from "./git.ts";
import { hardenedGit } from "./git.ts";
import { decodePath } from "./path-bytes.ts";

export interface LandingQuestion {
  /** The PATH to find git in. */
  readonly path: string;
  /** Directory of the repository's objects, which are only read. */
  readonly objects: string;
  readonly tip: string;
  readonly head: string;
}

/**
 * Merges in a scratch repository that has the judged one's objects and nothing else of it: no
 * setting, attribute or merge driver of it has a say, and what the merge makes is thrown away.
 */
export async function readLanding(question: LandingQuestion): Promise<Landing> {
  const { path, objects, tip, head } = question;
  const gitDir = await mkdtemp(join(tmpdir(), "tdd-loop-landing-"));
  try {
    await mkdir(join(gitDir, "objects/info"), { recursive: true });
    await mkdir(join(gitDir, "refs"));
    await writeFile(join(gitDir, "HEAD"), "ref: refs/heads/none\n");
    await writeFile(join(gitDir, "objects/info/alternates"), `${objects}\n`);
    await writeFile(join(gitDir, "config"), configFor(tip));
    return await merge(hardenedGit(path, { gitDir }), tip, head);
  } finally {
    await rm(gitDir, { recursive: true, force: true });
  }
}

function configFor(oid: string): string {
  const format = oid.length === 64 ? "[extensions]\n\tobjectFormat = sha256\n" : "";
  return `[core]\n\trepositoryFormatVersion = 1\n\tbare = true\n${format}`;
}

async function merge(git: Git, tip: string, head: string): Promise<Landing> {
  const args = ["merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", tip, head];
  const { exitCode, stdout, stderr } = await git(args);
  const [tree = "", ...names] = decodePath(stdout).split("\0");
  const paths = names.filter((name) => name !== "");
  if (exitCode === 0) {
    const landed = await diffTrees(git, tip, tree);
    return { kind: "merges", paths: landed.map((change) => change.path) };
  }
  if (exitCode === 1) return { kind: "conflicts", paths };
  // Before 2.38 git has no such merge; the branch's own changes are judged all the same.
  if (exitCode === 129) return { kind: "as_the_branch" };
  throw new Error(`git merge-tree ended with ${exitCode}: ${stderr.trim()}`);
}
