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

export interface StateStore {
  /**
   * Commits the files to the issue's state ref on the remote, on top of what is there.
   * @param keep commits that another runner needs to go on; they travel along
   */
  pushState(
    files: Readonly<Record<string, string>>,
    issue: number,
    signal: AbortSignal,
    keep?: readonly string[],
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
  const { git, remote, gitDir, by, clock } = options;
  return {
    async pushState(files, issue, signal, keep = []) {
      const ref = stateRef(issue);
      const listed = await listRefs(git, remote, reach(remote, gitDir, signal), [ref]);
      if (listed.kind === "refused") return listed;
      const parent = listed.refs.get(ref) ?? null;
      if (parent !== null) {
        const missing = await fetchRef(options, ref, signal);
        if (missing !== null) return missing;
      }
      const tree = await writeFiles(git, gitDir, files);
      const message = `state of issue ${issue}`;
      const asked = { tree, parent, message, also: keep };
      const sha = await commitTree(git, gitDir, asked, by, clock);
      return await pushRef(git, remote, gitDir, { ref, sha, expected: parent }, signal);
    },
    async fetchState(issue, signal) {
      const ref = stateRef(issue);
      const ready = await ensureControl(git, remote, gitDir, signal);
      if (ready.kind === "refused") return ready;
      const listed = await listRefs(git, remote, reach(remote, gitDir, signal), [ref]);
      if (listed.kind === "refused") return listed;
      const sha = listed.refs.get(ref);
      if (sha === undefined) return { kind: "none" };
      const missing = await fetchRef(options, ref, signal);
      if (missing !== null) return missing;
      return { kind: "found", sha, files: await readFiles(git, gitDir, sha) };
    },
    async fetchBranches(names, signal) {
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
    },
    async deleteRef(ref, signal) {
      const call = reach(remote, gitDir, signal);
      const args = ["push", "--no-verify", "-q", "--", addressOf(remote), `:${ref}`];
      return (await git.run(args, call)).exitCode === 0;
    },
  };
}

async function fetchRef(
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

async function writeFiles(
  git: Git,
  gitDir: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const lines: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) {
      throw new Error(`Bug: ${JSON.stringify(name)} cannot be the name of a state file.`);
    }
    const blob = await git.text(["hash-object", "-w", "--stdin"], { gitDir, input: text });
    lines.push(`100644 blob ${blob}\t${name}`);
  }
  const entries = [...new Set(lines)].map((line) => `${line}\0`).join("");
  return await git.text(["mktree", "-z"], { gitDir, input: entries });
}

async function readFiles(
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
