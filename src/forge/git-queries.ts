import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Git } from "./git.ts";

export interface CommitInfo {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Person;
  readonly committer: Person;
  readonly message: string;
}

export interface Person {
  readonly name: string;
  readonly email: string;
  /** ISO 8601 in UTC, as GitHub writes it. */
  readonly date: string;
}

export interface FileDiff {
  readonly filename: string;
  readonly previous: string | null;
  readonly status: "added" | "removed" | "modified" | "renamed" | "copied" | "changed";
  readonly blob: string;
  readonly additions: number;
  readonly deletions: number;
  /** Hunks without the file header; null for binary files. */
  readonly patch: string | null;
}

export function isSha(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text);
}

export const zeroSha = "0".repeat(40);

/** The commit (or other object) that a ref, branch name, tag or sha names; null when none. */
export async function resolveCommit(git: Git, name: string): Promise<string | null> {
  if (name.startsWith("-") || /[\s~^:?*[\\]|\.\.|@\{/.test(name)) return null;
  if (isSha(name)) return (await objectType(git, name)) === "commit" ? name : null;
  for (const candidate of [`refs/heads/${name}`, `refs/tags/${name}`, name]) {
    const found = await git.run(["rev-parse", "--verify", "--quiet", `${candidate}^{commit}`]);
    if (found.code === 0) return found.stdout.trim();
  }
  return null;
}

/** What a full ref name points to. Loose refs are read from their file: no process, every event asks. */
export async function resolveRef(git: Git, ref: string): Promise<string | null> {
  if (!/^refs\/[^\0]+$/.test(ref) || ref.includes("..")) return null;
  const loose = await readFile(join(git.dir, ref), "utf8").catch(() => "");
  if (isSha(loose.trim())) return loose.trim();
  const found = await git.run(["show-ref", "--verify", "--hash", ref]);
  return found.code === 0 ? found.stdout.trim() : null;
}

/** Every ref of the repository with what it points to. */
export async function listRefs(git: Git, prefix = "refs/"): Promise<Map<string, string>> {
  const text = await git.ok(["for-each-ref", "--format=%(refname) %(objectname)"]);
  const refs = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [ref, sha] = line.split(" ");
    if (ref?.startsWith(prefix) && sha) refs.set(ref, sha);
  }
  return refs;
}

export async function objectType(git: Git, sha: string): Promise<string | null> {
  if (!isSha(sha)) return null;
  const found = await git.ask(["cat-file", "-t", sha]);
  return found.code === 0 ? found.stdout.trim() : null;
}

const format = "%H%x00%T%x00%P%x00%an%x00%ae%x00%at%x00%cn%x00%ce%x00%ct%x00%B%x01";

function utc(seconds: string | undefined): string {
  return new Date(Number(seconds) * 1000).toISOString().replace(".000Z", "Z");
}

function readCommit(record: string): CommitInfo {
  const [
    sha = "",
    tree = "",
    parents = "",
    an = "",
    ae = "",
    at,
    cn = "",
    ce = "",
    ct,
    message = "",
  ] = record.split("\0");
  return {
    sha: sha.trim(),
    tree,
    parents: parents.split(" ").filter(Boolean),
    author: { name: an, email: ae, date: utc(at) },
    committer: { name: cn, email: ce, date: utc(ct) },
    message: message.replace(/\n$/, ""),
  };
}

/** Commits of `range` (rev-list arguments), newest first. */
export async function readCommits(git: Git, range: readonly string[]): Promise<CommitInfo[]> {
  const text = await git.ok(["log", `--format=${format}`, ...range, "--"]);
  return text
    .split("\x01")
    .filter((record) => record.trim() !== "")
    .map(readCommit);
}

export async function commitInfo(git: Git, sha: string): Promise<CommitInfo> {
  const answer = await git.ask(["log", `--format=${format}`, "-1", sha, "--"]);
  const [record = ""] = answer.stdout.split("\x01");
  const found = answer.code === 0 && record.trim() !== "" ? readCommit(record) : null;
  if (!found) throw new Error(`No commit ${sha} in ${git.dir}`);
  return found;
}

export async function mergeBase(git: Git, a: string, b: string): Promise<string | null> {
  const found = await git.ask(["merge-base", a, b]);
  return found.code === 0 ? found.stdout.trim() : null;
}

export async function isAncestor(git: Git, older: string, newer: string): Promise<boolean> {
  return (await git.ask(["merge-base", "--is-ancestor", older, newer])).code === 0;
}

export async function aheadBehind(git: Git, base: string, head: string) {
  const counts = await git.ask(["rev-list", "--left-right", "--count", `${base}...${head}`]);
  const [behind, ahead] = counts.stdout.trim().split(/\s+/).map(Number);
  return { ahead: ahead ?? 0, behind: behind ?? 0 };
}

/** Merges without a work tree. The merged tree, or null on a conflict. */
export async function mergeTrees(git: Git, base: string, head: string): Promise<string | null> {
  const merged = await git.ask(["merge-tree", "--write-tree", base, head]);
  if (merged.code === 0) return merged.stdout.trim().split("\n")[0] ?? null;
  if (merged.code === 1) return null;
  throw new Error(`git merge-tree ${base} ${head} in ${git.dir}: ${merged.stderr}`);
}

const statuses: Readonly<Record<string, FileDiff["status"]>> = {
  A: "added",
  D: "removed",
  M: "modified",
  R: "renamed",
  C: "copied",
  T: "changed",
};

type RawFile = Omit<FileDiff, "additions" | "deletions" | "patch">;

function readRawFile(head: string, first: string, second: string): RawFile {
  const [, , old = "", now = "", letter = "M"] = head.slice(1).split(" ");
  const moved = /^[RC]/.test(letter);
  return {
    filename: moved ? second : first,
    previous: moved ? first : null,
    status: statuses[letter.charAt(0)] ?? "modified",
    blob: now === zeroSha ? old : now,
  };
}

function readRaw(text: string): RawFile[] {
  const fields = text.split("\0");
  const files: RawFile[] = [];
  for (let at = 0; at + 1 < fields.length; ) {
    const file = readRawFile(fields[at] ?? "", fields[at + 1] ?? "", fields[at + 2] ?? "");
    files.push(file);
    at += file.previous === null ? 2 : 3;
  }
  return files;
}

function readCounts(text: string): { additions: number; deletions: number }[] {
  const counts = [];
  const fields = text.split("\0");
  for (let at = 0; at < fields.length; at += 1) {
    const match = /^(\d+|-)\t(\d+|-)\t(.*)$/s.exec(fields[at] ?? "");
    if (!match) continue;
    counts.push({ additions: Number(match[1]) || 0, deletions: Number(match[2]) || 0 });
    if (match[3] === "") at += 2;
  }
  return counts;
}

/** What changed between two commits or trees, renames found, as GitHub lists it. */
export async function diffFiles(git: Git, from: string, to: string): Promise<FileDiff[]> {
  const range = ["-M", "--no-ext-diff", from, to, "--"];
  const [raw, counts, patches] = await Promise.all([
    git.ask(["diff", "--raw", "-z", "--abbrev=40", ...range]),
    git.ask(["diff", "--numstat", "-z", ...range]),
    git.ask(["diff", "--no-color", ...range]),
  ]);
  const numbers = readCounts(counts.stdout);
  const blocks = patches.stdout.split(/^(?=diff --git )/m).filter(Boolean);
  return readRaw(raw.stdout).map((file, at) => {
    const block = blocks[at] ?? "";
    const hunks = block.search(/^@@ /m);
    return {
      ...file,
      additions: numbers[at]?.additions ?? 0,
      deletions: numbers[at]?.deletions ?? 0,
      patch: hunks < 0 ? null : block.slice(hunks).replace(/\n$/, ""),
    };
  });
}
