import type { Clock, Pushed } from "../../ports.ts";
import { objectId } from "./object-id.ts";
import type { Git } from "./run-git.ts";
import { GitError } from "./run-git.ts";
import type { Identity } from "./workspace-commit.ts";
import { commitTree } from "./workspace-commit.ts";
import { ensureControl } from "./workspace-control.ts";
import { pushRef } from "./workspace-push.ts";
import type { Refusal, Remote } from "./workspace-remote.ts";
import { addressOf, listRefs, reach, refusalOf } from "./workspace-remote.ts";

/** The run's files as another runner left them on the remote. */
export type FetchedState =
  | {
      readonly kind: "found";
      readonly sha: string;
      readonly files: Readonly<Record<string, string>>;
    }
  | { readonly kind: "none" }
  | Refusal;

export interface StatePush {
  /** Trees or commits that another runner needs to go on. */
  readonly keep?: readonly string[];
  /** The version that has to be there; null or absent: any. */
  readonly over?: string | null;
}

export interface StateStore {
  /**
   * Commits the files to the issue's state ref on the remote, on top of what is there.
   * @param more what travels along, and what has to be there
   */
  pushState(
    files: Readonly<Record<string, string>>,
    issue: number,
    signal: AbortSignal,
    more?: StatePush,
  ): Promise<Pushed>;
  fetchState(issue: number, signal: AbortSignal): Promise<FetchedState>;
  /** Brings what the named branches hold; one that is not there is left out. Null when it worked. */
  fetchBranches(names: readonly string[], signal: AbortSignal): Promise<Refusal | null>;
  /** Deletes a ref of the remote. False when it could not, or was not there. */
  deleteRef(ref: string, signal: AbortSignal): Promise<boolean>;
}

interface StateOptions {
  readonly git: Git;
  readonly remote: Remote;
  readonly gitDir: string;
  readonly by: Identity;
  readonly clock: Clock;
}

export function stateRef(issue: number): string {
  return `refs/tdd-loop/issue-${issue}/state`;
}

/** Keeps lock and journal on a git ref of the repository itself: no database, any runner goes on. */
export function createStateStore(options: StateOptions): StateStore {
  const { git, remote, gitDir } = options;
  const last = new Map<number, string>();
  return {
    async pushState(files, issue, signal, { keep = [], over = null } = {}) {
      const state = { files, issue, keep };
      const known = last.get(issue) ?? null;
      const pushed = await pushOver(options, state, { known, over }, signal);
      if (pushed.kind === "pushed") last.set(issue, pushed.sha);
      return pushed;
    },
    async fetchState(issue, signal) {
      const found = await findState(options, stateRef(issue), signal);
      if (found.kind === "refused") return found;
      const { sha } = found;
      if (sha === null) return { kind: "none" };
      return { kind: "found", sha, files: await readFiles(git, gitDir, sha) };
    },
    fetchBranches: (names, signal) => fetchBranches(options, names, signal),
    async deleteRef(ref, signal) {
      const call = reach(remote, gitDir, signal);
      const args = ["push", "--no-verify", "-q", "--", addressOf(remote), `:${ref}`];
      return (await git.run(args, call)).exitCode === 0;
    },
  };
}

interface RunState {
  readonly files: Readonly<Record<string, string>>;
  readonly issue: number;
  readonly keep: readonly string[];
}

/**
 * @param known what this process put there last; a server that has something else by now refuses
 *   the lease, and only then is it asked what it has: one request a save, not four
 */
async function pushOver(
  options: StateOptions,
  state: RunState,
  { known, over }: { readonly known: string | null; readonly over: string | null },
  signal: AbortSignal,
): Promise<Pushed> {
  if (known !== null && (over ?? known) === known) {
    const pushed = await commitAndPush(options, state, known, signal);
    if (pushed.kind === "pushed") return pushed;
  }
  const ref = stateRef(state.issue);
  // A run that ends before it opens the base has a state as well.
  const found = await findState(options, ref, signal);
  if (found.kind === "refused") return found;
  if (over !== null && found.sha !== over) return overtaken(ref);
  return await commitAndPush(options, state, found.sha, signal);
}

async function commitAndPush(
  { git, remote, gitDir, by, clock }: StateOptions,
  { files, issue, keep }: RunState,
  expected: string | null,
  signal: AbortSignal,
): Promise<Pushed> {
  const { commits, trees } = await sorted(git, gitDir, keep);
  const tree = await writeFiles(git, gitDir, files, trees);
  const asked = { tree, parent: expected, message: `state of issue ${issue}`, also: commits };
  const sha = await commitTree(git, gitDir, asked, by, clock);
  const request = { ref: stateRef(issue), sha, expected };
  return await pushRef(git, remote, gitDir, request, { signal, readBack: false });
}

function overtaken(ref: string): Refusal {
  return {
    kind: "refused",
    why: `Another job has gone on with this run: ${ref} is newer than what this one knows.`,
    fix: "Nothing of this job was kept there. The other one goes on; resume the run if it does not.",
  };
}

/** Fetches the ref, whose commit is null when the remote does not have it. */
async function findState(
  options: StateOptions,
  ref: string,
  signal: AbortSignal,
): Promise<{ kind: "looked"; sha: string | null } | Refusal> {
  const { git, remote, gitDir } = options;
  const ready = await ensureControl(git, remote, gitDir, signal);
  if (ready.kind === "refused") return ready;
  const listed = await listRefs(git, remote, reach(remote, gitDir, signal), [ref]);
  if (listed.kind === "refused") return listed;
  const sha = listed.refs.get(ref) ?? null;
  const missing = sha === null ? null : await fetchRef(options, ref, signal);
  return missing ?? { kind: "looked", sha };
}

async function fetchBranches(
  options: StateOptions,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Refusal | null> {
  const { git, remote, gitDir } = options;
  const wanted = [...new Set(names)].map((name) => `refs/heads/${name}`);
  if (wanted.length === 0) return null;
  const listed = await listRefs(git, remote, reach(remote, gitDir, signal), wanted);
  if (listed.kind === "refused") return listed;
  for (const ref of wanted.filter((name) => listed.refs.has(name))) {
    const kept = `refs/tdd-loop/fetched/${ref.slice("refs/heads/".length)}`;
    const problem = await fetchRef(options, ref, signal, kept);
    if (problem !== null) return problem;
  }
  return null;
}

/** A commit travels as a parent of the state's commit, a bare tree as an entry of its tree. */
export async function sorted(git: Git, gitDir: string, keep: readonly string[]) {
  const commits: string[] = [];
  const trees: string[] = [];
  for (const id of new Set(keep.map(objectId))) {
    const type = await git.text(["cat-file", "-t", id], { gitDir });
    (type === "commit" ? commits : trees).push(id);
  }
  return { commits, trees };
}

export async function fetchRef(
  { git, remote, gitDir }: StateOptions,
  ref: string,
  signal: AbortSignal,
  as = ref,
): Promise<Refusal | null> {
  const args = ["fetch", "-q", "--no-tags", "--update-shallow", "--no-write-fetch-head", "--"];
  const call = reach(remote, gitDir, signal);
  const fetched = await git.run([...args, addressOf(remote), `+${ref}:${as}`], call);
  return fetched.exitCode === 0 ? null : refusalOf(remote, fetched);
}

export async function writeFiles(
  git: Git,
  gitDir: string,
  files: Readonly<Record<string, string>>,
  trees: readonly string[],
): Promise<string> {
  const lines: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name) || name.startsWith("keep-")) {
      throw new Error(`Bug: ${JSON.stringify(name)} cannot be the name of a state file.`);
    }
    const blob = await git.text(["hash-object", "-w", "--stdin"], { gitDir, input: text });
    lines.push(`100644 blob ${blob}\t${name}`);
  }
  for (const tree of trees) lines.push(`040000 tree ${tree}\tkeep-${tree}`);
  const entries = [...new Set(lines)].map((line) => `${line}\0`).join("");
  return await git.text(["mktree", "-z"], { gitDir, input: entries });
}

export async function readFiles(
  git: Git,
  gitDir: string,
  sha: string,
): Promise<Readonly<Record<string, string>>> {
  const listed = await git.text(["ls-tree", "-z", sha], { gitDir });
  const files: Record<string, string> = {};
  for (const entry of listed.split("\0")) {
    const [about = "", name = ""] = entry.split("\t");
    const [, kind, blob = ""] = about.split(" ");
    if (kind !== "blob") continue;
    const read = await git.run(["cat-file", "blob", objectId(blob)], { gitDir });
    if (read.exitCode !== 0) throw new GitError(`git cat-file failed: ${read.stderr.trim()}`);
    files[name] = read.stdout.toString("utf8");
  }
  return files;
}
