import { lstat, readFile, realpath, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { parseAllowlist } from "../../gates/allowlist.ts";
import type { CommittedChange } from "../../gates/change-set.ts";
import { changedPaths } from "../../gates/change-set.ts";
import { fileGateFindings } from "../../gates/file-gate.ts";
import type { GateFinding } from "../../gates/tamper/finding.ts";
import type { BaseReading, Distrust } from "./gate-base.ts";
import { distrust, readBase } from "./gate-base.ts";
import type { StatusReading } from "./gate-status.ts";
import { readStatus, readTreeDiff, STATUS_ARGS, TREE_DIFF_ARGS } from "./gate-status.ts";
import type { Git } from "./git.ts";
import { gitBytes } from "./git.ts";
import { decodePath, encodePath, inByteOrder } from "./path-bytes.ts";

/** What the file gate found: paths outside the list, in the order of their bytes, or no trust. */
export type FileGateOutcome =
  | { readonly kind: "judged"; readonly findings: readonly GateFinding[] }
  | Distrust;

export interface FileGateQuestion {
  /** Runs where the caller is; any directory of the work tree will do. */
  readonly git: Git;
  readonly cwd: string;
  readonly allowlist: string;
  /** Null falls back to origin/HEAD (S0-40). */
  readonly base: string | null;
}

type Found = Extract<BaseReading, { kind: "found" }>;

/** What stays true while HEAD does: everything but the status. */
interface Standing {
  readonly base: Found;
  readonly committed: readonly CommittedChange[];
  /** HEAD's commit and branch as git status first told them; null before it was asked. */
  readonly head: string | null;
}

/** How often HEAD may have moved between two looks at it before the gate gives up. */
const LOOKS = 3;

/**
 * The file gate over one work tree, for whoever asks more than once: a check costs one git process
 * as long as HEAD stays where it is (performance.md P3). The base is read when the session begins
 * and whenever HEAD moves. Index flags that hide an edit are looked for by `thorough` only.
 */
export class FileGateSession {
  readonly #question: FileGateQuestion;
  #standing: Standing | null = null;

  constructor(question: FileGateQuestion) {
    this.#question = question;
  }

  /** Judges the work tree as it is now. */
  async check(): Promise<FileGateOutcome> {
    for (let look = 0; look < LOOKS; look += 1) {
      const outcome = await this.#look();
      if (outcome !== "head_moved") return outcome;
      this.#standing = null;
    }
    const fix = "Let nothing else work in this repository while it is judged.";
    return distrust("GATE_ERROR_FAIL_CLOSED", "HEAD moves while it is looked at", fix);
  }

  async #look(): Promise<FileGateOutcome | "head_moved"> {
    const standing = this.#standing ?? (await this.#read());
    if ("kind" in standing) return standing;
    const [list, status] = await Promise.all([
      readList(this.#question),
      readState(this.#question.git, standing.base.top),
    ]);
    if (list.kind === "distrust") return list;
    if ("kind" in status) return status;
    const head = `${status.headOid} ${status.branch}`;
    if (status.headOid !== standing.base.headOid || (standing.head ?? head) !== head) {
      return "head_moved";
    }
    this.#standing = { ...standing, head };
    return judge(standing, list, status);
  }

  /** The same, and refuses to judge when the index hides work tree files from git's view. */
  async checkThoroughly(): Promise<FileGateOutcome> {
    const outcome = await this.check();
    if (outcome.kind === "distrust" || this.#standing === null) return outcome;
    return (await this.#hidden(this.#standing.base.top)) ?? outcome;
  }

  async #read(): Promise<Standing | Distrust> {
    const { git } = this.#question;
    const base = await readBase(git, this.#question.base);
    if (base.kind === "distrust") return base;
    const output = await gitBytes(git, [...TREE_DIFF_ARGS, base.forkOid, base.headOid], {
      cwd: base.top,
    });
    return { base, committed: readTreeDiff(output), head: null };
  }

  async #hidden(top: string): Promise<Distrust | null> {
    const listed = await gitBytes(this.#question.git, ["ls-files", "-v", "-z"], { cwd: top });
    const flagged = decodePath(listed)
      .split("\0")
      .filter((record) => /^([a-z]|S) /.test(record));
    const hidden: string[] = [];
    for (const record of flagged) {
      if (record[0] !== "S" || (await exists(top, record.slice(2)))) hidden.push(record.slice(2));
    }
    const [first] = hidden;
    if (first === undefined) return null;
    return distrust(
      "INDEX_FLAG",
      `index flags hide ${hidden.length === 1 ? first : `${first} and ${hidden.length - 1} more`} from git status`,
      `Clear them: git update-index --no-assume-unchanged --no-skip-worktree -- ${JSON.stringify(first)}`,
    );
  }
}

export interface List {
  readonly kind: "list";
  readonly path: string;
  readonly paths: ReadonlySet<string>;
}

function judge(standing: Standing, list: List, status: StatusReading): FileGateOutcome {
  const changes = changedPaths({
    committed: standing.committed,
    pending: status.pending,
    allowlistPath: within(standing.base.top, list.path),
  });
  return { kind: "judged", findings: fileGateFindings(inByteOrder(changes), list.paths) };
}

export async function readList({ cwd, allowlist }: FileGateQuestion): Promise<List | Distrust> {
  try {
    const path = await realpath(resolve(cwd, allowlist), "buffer");
    // A pipe that nobody writes to, or a device without an end, would be read for ever.
    const entry = await stat(path);
    if (!entry.isFile()) return unreadable(allowlist, "it is no ordinary file");
    if (entry.size > LONGEST_LIST) return unreadable(allowlist, "it is longer than 10 MB");
    return {
      kind: "list",
      path: decodePath(path),
      paths: parseAllowlist(decodePath(await readFile(path))),
    };
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    return unreadable(allowlist, String(error.code));
  }
}

const LONGEST_LIST = 10_000_000;

function unreadable(allowlist: string, why: string): Distrust {
  return distrust(
    "NO_ALLOWLIST",
    `no allowlist can be read at ${allowlist} (${why})`,
    "Name a file with one repository-relative path a line.",
  );
}

/** git refuses to look into a submodule that has become a link; then it looks at all but inside. */
async function readState(git: Git, cwd: string): Promise<StatusReading | Distrust> {
  const asked = await git(STATUS_ARGS, { cwd });
  if (asked.exitCode === 0) return readStatus(asked.stdout);
  const again = await git([...STATUS_ARGS, "--ignore-submodules=dirty"], { cwd });
  if (again.exitCode === 0) return readStatus(again.stdout);
  return distrust(
    "GATE_ERROR_FAIL_CLOSED",
    `git status failed: ${again.stderr.trim()}`,
    "Repair the repository (git fsck, git status) and ask again.",
  );
}

function within(top: string, path: string): string | null {
  return path.startsWith(`${top}/`) ? path.slice(top.length + 1) : null;
}

async function exists(top: string, path: string): Promise<boolean> {
  const bytes = Buffer.concat([Buffer.from(`${top}/`), encodePath(path)]);
  return await lstat(bytes).then(
    () => true,
    () => false,
  );
}
