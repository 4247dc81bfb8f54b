import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../ports.ts";
import { objectId } from "./object-id.ts";
import type { Git } from "./run-git.ts";

export interface Identity {
  readonly name: string;
  readonly email: string;
}

/** Tokens by which text in a commit would switch off the checks that are to judge it. */
const SKIPS =
  /\[(?:skip[ -]ci|ci[ -]skip|no[ -]ci|skip[ -]actions|actions[ -]skip|skip[ -]checks?)\]|\*\*\*NO_CI\*\*\*/gi;

/** A commit message without `[skip ci]` and its relatives, in subject, body or trailer. */
export function plainMessage(message: string): string {
  const text = message
    .replace(SKIPS, "")
    .replace(/^[ \t]*skip-checks:.*$/gim, "")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return `${text === "" ? "change" : text}\n`;
}

/**
 * Writes a commit by plumbing. Asked again for the same tree, parent and message, also by a later
 * process, it gives the same commit: a note beside the objects remembers which one it was.
 * `also`: more parents.
 */
export async function commitTree(
  git: Git,
  gitDir: string,
  asked: { tree: string; parent: string | null; message: string; also?: readonly string[] },
  by: Identity,
  clock: Clock,
): Promise<string> {
  const message = plainMessage(asked.message);
  const also = asked.also ?? [];
  const key = JSON.stringify([asked.tree, asked.parent, message, by.name, by.email, ...also]);
  const note = join(gitDir, "tdd-loop-commits", createHash("sha256").update(key).digest("hex"));
  const all = [...new Set([...(asked.parent === null ? [] : [asked.parent]), ...also])];
  const known = await readFile(note, "utf8").catch(() => null);
  if (known !== null && (await isThat(git, gitDir, known, [asked.tree, ...all]))) return known;
  const parents = all.flatMap((parent) => ["-p", objectId(parent)]);
  const sha = await git.text(["commit-tree", objectId(asked.tree), ...parents, "-F", "-"], {
    gitDir,
    input: message,
    env: signature(by, Math.floor(clock.now() / 1000)),
  });
  await mkdir(join(note, ".."), { recursive: true });
  await writeFile(`${note}.new`, sha);
  await rename(`${note}.new`, note);
  return sha;
}

/** A note is a file, and files can be changed: believed only while it names what was asked for. */
async function isThat(
  git: Git,
  gitDir: string,
  sha: string,
  [tree, ...parents]: readonly string[],
): Promise<boolean> {
  if (!/^[0-9a-f]{40,64}$/.test(sha)) return false;
  const read = await git.run(["cat-file", "commit", sha], { gitDir });
  const [head = ""] = read.stdout.toString("utf8").split("\n\n");
  const named = head.split("\n").filter((line) => /^(tree|parent) /.test(line));
  const wanted = [`tree ${tree}`, ...parents.map((parent) => `parent ${parent}`)];
  return read.exitCode === 0 && named.join("\n") === wanted.join("\n");
}

function signature(by: Identity, seconds: number): Record<string, string> {
  return {
    GIT_AUTHOR_NAME: by.name,
    GIT_AUTHOR_EMAIL: by.email,
    GIT_AUTHOR_DATE: `@${seconds} +0000`,
    GIT_COMMITTER_NAME: by.name,
    GIT_COMMITTER_EMAIL: by.email,
    GIT_COMMITTER_DATE: `@${seconds} +0000`,
  };
}
