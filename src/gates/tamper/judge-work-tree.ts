import type { Version } from "../change-set.ts";
import type { GateFinding } from "./finding.ts";

export interface IndexEntry {
  readonly path: string;
  readonly version: Version;
  /** 0, or 1 … 3 in a merge that is not resolved. */
  readonly stage: number;
  /** A flag that makes git look away: assume-unchanged or skip-worktree. */
  readonly hidden: boolean;
}

/** One way in which the files on disk are not what HEAD has; ignored files are not told. */
export interface DiskDifference {
  readonly path: string;
  readonly kind: "special" | "nested_repository" | "differs" | "deleted" | "untracked";
  /** A link, where a regular file was or should be. */
  readonly isLink: boolean;
  readonly detail: string;
}

export interface WorkTreeEvidence {
  readonly head: ReadonlyMap<string, Version>;
  readonly index: readonly IndexEntry[];
  readonly disk: readonly DiskDifference[];
  readonly allow: ReadonlySet<string>;
  /** Paths that were hidden when the lock was taken. */
  readonly flagged: ReadonlySet<string>;
}

/** Index and work tree against HEAD: staged, unstaged, untracked, hidden, and what is no file. */
export function judgeWorkTree(evidence: WorkTreeEvidence): GateFinding[] {
  return [
    ...indexFindings(evidence),
    ...evidence.disk.flatMap((one) => diskFinding(one, evidence)),
  ];
}

function indexFindings(evidence: WorkTreeEvidence): GateFinding[] {
  const { head, index, allow, flagged } = evidence;
  const staged = new Set(index.map(({ path }) => path));
  const missing = [...head.keys()].filter((path) => !staged.has(path) && !allow.has(path));
  return [
    ...index.flatMap((entry) => flagFindings(entry, flagged)),
    ...index.filter(({ stage }) => stage === 0).flatMap((entry) => stagedFindings(entry, evidence)),
    ...missing.map((path) => ({
      code: "STAGED_DELETE",
      path,
      fix: `Put ${path} back into the index (git restore --staged).`,
    })),
  ];
}

function stagedFindings(
  { path, version }: IndexEntry,
  { head, allow }: WorkTreeEvidence,
): GateFinding[] {
  const before = head.get(path) ?? null;
  if (before?.oid === version?.oid && before?.mode === version?.mode) return [];
  if (allow.has(path)) return badMode(path, version?.mode ?? "");
  const fix = `Unstage ${path}: it is not in the file list (git restore --staged).`;
  return [{ code: "STAGED_OUTSIDE", path, fix }];
}

function flagFindings(entry: IndexEntry, flagged: ReadonlySet<string>): GateFinding[] {
  const { path } = entry;
  if (entry.stage !== 0) {
    return [{ code: "UNMERGED", path, fix: `Resolve the merge of ${path} and commit it.` }];
  }
  if (!entry.hidden || flagged.has(path)) return [];
  const fix = `Clear the index flag of ${path}: git update-index --no-assume-unchanged --no-skip-worktree.`;
  return [{ code: "INDEX_FLAG", path, fix }];
}

function badMode(path: string, mode: string): GateFinding[] {
  if (mode !== "120000" && mode !== "160000") return [];
  return [{ code: "BAD_MODE", path, detail: mode, fix: `Make ${path} a regular file.` }];
}

const DISK_CODES = {
  special: ["SPECIAL_FILE", "is no regular file: remove it"],
  nested_repository: ["NESTED_REPO", "is a repository of its own: remove it"],
  differs: ["WORKTREE_DIFFERS", "is not what HEAD has and not in the file list: restore it"],
  deleted: ["WORKTREE_DELETED", "is gone from the work tree: restore it"],
  untracked: ["UNTRACKED_OUTSIDE", "is new and not in the file list: remove it"],
} as const;

function diskFinding(one: DiskDifference, { allow }: WorkTreeEvidence): GateFinding[] {
  const { path, kind } = one;
  if (allow.has(path) && kind !== "special" && kind !== "nested_repository") {
    return one.isLink ? badMode(path, "120000") : [];
  }
  const [code, what] = DISK_CODES[kind];
  const detail = one.detail === "" ? {} : { detail: one.detail };
  return [{ code, path, ...detail, fix: `${path} ${what}.` }];
}
