import type { CommittedChange, Version } from "../../gates/change-set.ts";
import type { IndexEntry } from "../../gates/tamper/judge-work-tree.ts";
import { readTreeDiff, TREE_DIFF_ARGS } from "./gate-status.ts";
import type { Git } from "./git.ts";
import { gitBytes } from "./git.ts";
import { decodePath, encodePath } from "./path-bytes.ts";

/** Every path of a commit's tree with its mode and object id; submodules as one path each. */
export async function listTree(git: Git, oid: string): Promise<Map<string, Version>> {
  return (await readTree(git, oid)).entries;
}

/** A tree as it lists itself. */
interface TreeReading {
  readonly entries: Map<string, Version>;
  /**
   * Paths that do not come after the one before them. git writes trees sorted and each name once; a
   * tree that is not hides one entry behind another, and every reader sees a different one.
   */
  readonly disorder: readonly string[];
}

export async function readTree(git: Git, oid: string): Promise<TreeReading> {
  const output = await gitBytes(git, ["ls-tree", "-r", "-z", "--full-tree", oid]);
  const entries = new Map<string, Version>();
  const disorder: string[] = [];
  let last: Buffer = Buffer.alloc(0);
  for (const record of records(output)) {
    const tab = record.indexOf("\t");
    const [mode = "", , id = ""] = record.slice(0, tab).split(" ");
    const path = record.slice(tab + 1);
    const bytes = encodePath(path);
    if (Buffer.compare(last, bytes) >= 0) disorder.push(path);
    last = bytes;
    entries.set(path, { mode, oid: id });
  }
  return { entries, disorder };
}

/** How two commits' trees differ, by raw entries: no renames, no filters, no configuration. */
export async function diffTrees(git: Git, from: string, to: string): Promise<CommittedChange[]> {
  return readTreeDiff(await gitBytes(git, [...TREE_DIFF_ARGS, from, to]));
}

/** The index as it is, with the flags that hide paths from git's own comparison. */
export async function listIndex(git: Git): Promise<IndexEntry[]> {
  const output = await gitBytes(git, ["ls-files", "-v", "-s", "-z", "--full-name", ":/"]);
  return records(output).map((record) => {
    const tab = record.indexOf("\t");
    const [tag = "H", mode = "", oid = "", stage = "0"] = record.slice(0, tab).split(" ");
    return {
      path: record.slice(tab + 1),
      version: { mode, oid },
      stage: Number(stage),
      hidden: tag === "S" || tag === tag.toLowerCase(),
    };
  });
}

/**
 * Paths that commits after `red` touched, those of the target branch's own commits left out. A
 * merge counts only where it differs from every parent.
 */
export async function touchedAfter(
  git: Git,
  red: string,
  head: string,
  tip: string | null,
): Promise<string[]> {
  const range = [head, `^${red}`, ...(tip === null ? [] : [`^${tip}`])];
  const commits = await gitBytes(git, ["rev-list", ...range]);
  if (commits.length === 0) return [];
  const output = await gitBytes(
    git,
    ["diff-tree", "--stdin", "-c", "-r", "-z", "--root", "--name-only", "--no-renames"],
    { input: commits },
  );
  const ids = new Set(commits.toString("utf8").split("\n"));
  return [...new Set(records(output))].filter((record) => !ids.has(record));
}

/** Contents of blobs, in the order asked; null for one that is missing. */
export async function readBlobs(git: Git, oids: readonly string[]): Promise<(Buffer | null)[]> {
  if (oids.length === 0) return [];
  const output = await gitBytes(git, ["cat-file", "--batch"], { input: `${oids.join("\n")}\n` });
  const contents: (Buffer | null)[] = [];
  let at = 0;
  for (const _ of oids) {
    const end = output.indexOf(10, at);
    const [, type, size] = output.toString("utf8", at, end).split(" ");
    at = end + 1;
    if (type !== "blob") contents.push(null);
    else {
      contents.push(output.subarray(at, at + Number(size)));
      at += Number(size) + 1;
    }
  }
  return contents;
}

function records(output: Buffer): string[] {
  return decodePath(output)
    .split("\0")
    .filter((record) => record !== "");
}
