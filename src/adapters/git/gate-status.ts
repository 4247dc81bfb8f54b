import type { CommittedChange, PendingChange, Version } from "../../gates/change-set.ts";
import { decodePath } from "./path-bytes.ts";

/** One `git status --porcelain=v2 --branch -z`, read. */
export interface StatusReading {
  /** Null before the first commit. */
  readonly headOid: string | null;
  /** Null when HEAD is detached. */
  readonly branch: string | null;
  readonly pending: readonly PendingChange[];
}

/** Arguments of the one process that tells a work tree's state (performance.md 2b). */
export const STATUS_ARGS = [
  "status",
  "--porcelain=v2",
  "--branch",
  "-z",
  "--untracked-files=all",
  "--no-renames",
  "--ignore-submodules=untracked",
] as const;

/** Arguments of a raw diff of two trees that no configuration can shorten. */
export const TREE_DIFF_ARGS = [
  "diff-tree",
  "-r",
  "-z",
  "--raw",
  "--no-renames",
  "--no-abbrev",
  "--ignore-submodules=none",
] as const;

/** Reads what STATUS_ARGS print. A record of an unknown kind is a bug, so it throws. */
export function readStatus(output: Buffer): StatusReading {
  const records = decodePath(output).split("\0");
  const header = new Map<string, string>();
  const pending: PendingChange[] = [];
  for (const record of records) {
    if (record.startsWith("# ")) {
      const space = record.indexOf(" ", 2);
      header.set(record.slice(2, space), record.slice(space + 1));
    } else if (record !== "") {
      pending.push(readRecord(record));
    }
  }
  const oid = header.get("branch.oid") ?? "(initial)";
  const branch = header.get("branch.head") ?? "(detached)";
  return {
    headOid: oid === "(initial)" ? null : oid,
    branch: branch === "(detached)" ? null : branch,
    pending,
  };
}

function readRecord(record: string): PendingChange {
  if (record.startsWith("? ")) return { kind: "untracked", path: record.slice(2) };
  if (record.startsWith("1 ")) return readOrdinary(record);
  if (record.startsWith("u ")) return { kind: "unmerged", path: afterFields(record, 10) };
  throw new Error(`git status printed a record that is not known: ${JSON.stringify(record)}`);
}

/** `1 XY sub mH mI mW hH hI path` */
function readOrdinary(record: string): PendingChange {
  const [, xy = "", , headMode = "", indexMode = "", , headOid = "", indexOid = ""] = record.split(
    " ",
    8,
  );
  return {
    kind: "tracked",
    path: afterFields(record, 8),
    head: version(headMode, headOid),
    index: version(indexMode, indexOid),
    worktreeDiffers: xy[1] !== ".",
    intentToAdd: xy[1] === "A",
  };
}

/** What follows `count` fields, each ended by one space; a path may hold spaces of its own. */
function afterFields(record: string, count: number): string {
  let at = 0;
  for (let field = 0; field < count; field += 1) at = record.indexOf(" ", at) + 1;
  return record.slice(at);
}

/** Reads what TREE_DIFF_ARGS print: `:mA mB oA oB S` NUL `path` NUL, and so on. */
export function readTreeDiff(output: Buffer): CommittedChange[] {
  const parts = decodePath(output).split("\0");
  const changes: CommittedChange[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [from = "", to = "", fromOid = "", toOid = ""] = (parts[at] ?? "").slice(1).split(" ");
    changes.push({
      path: parts[at + 1] ?? "",
      fork: version(from, fromOid),
      head: version(to, toOid),
    });
  }
  return changes;
}

function version(mode: string, oid: string): Version {
  return mode === "000000" ? null : { mode, oid };
}
