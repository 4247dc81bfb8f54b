import type { Clock } from "../../ports.ts";
import type { Git } from "./run-git.ts";
import { GitError } from "./run-git.ts";
import type { Identity } from "./workspace-commit.ts";
import { commitTree } from "./workspace-commit.ts";
import { ensureControl } from "./workspace-control.ts";
import { pushRef } from "./workspace-push.ts";
import type { Refusal, Remote } from "./workspace-remote.ts";
import { addressOf, listRefs, reach, refusalOf } from "./workspace-remote.ts";
import { readFiles, sorted, writeFiles } from "./workspace-state.ts";

/** A text on a ref of the remote; `sha` names this one version of it. */
export interface KeptRecord {
  readonly sha: string;
  readonly text: string;
}

export interface NewRecord {
  /** Full ref name. */
  readonly ref: string;
  readonly text: string;
  /** The version that it takes the place of, null where there must be none. */
  readonly over: string | null;
  /** Trees that travel along. */
  readonly keep: readonly string[];
}

/** Small texts on refs of the repository itself, each changed by compare-and-swap only. */
export interface RecordStore {
  /** The records below a prefix that ends in "/", by what follows it. @throws GitError */
  readRecords(prefix: string, signal: AbortSignal): Promise<ReadonlyMap<string, KeptRecord>>;
  /** The one on this ref; null where there is none. @throws GitError */
  readRecord(ref: string, signal: AbortSignal): Promise<KeptRecord | null>;
  /** Its version; null when the remote holds another than `over`. @throws GitError */
  putRecord(asked: NewRecord, signal: AbortSignal): Promise<string | null>;
  /** Deletes those of the refs that exist. @throws GitError */
  dropRecords(refs: readonly string[], signal: AbortSignal): Promise<void>;
}

interface RecordOptions {
  readonly git: Git;
  readonly remote: Remote;
  readonly gitDir: string;
  readonly by: Identity;
  readonly clock: Clock;
}

const FILE = "record.json";

export function createRecordStore(options: RecordOptions): RecordStore {
  return {
    readRecords: (prefix, signal) => readNamed(options, prefix, "*", signal),
    async readRecord(ref, signal) {
      const name = ref.slice(ref.lastIndexOf("/") + 1);
      return (await readNamed(options, ref.slice(0, -name.length), name, signal)).get(name) ?? null;
    },
    putRecord: (asked, signal) => putRecord(options, asked, signal),
    dropRecords: (refs, signal) => dropRecords(options, refs, signal),
  };
}

async function readNamed(
  options: RecordOptions,
  prefix: string,
  names: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, KeptRecord>> {
  const { git, gitDir } = options;
  // A record may be replaced or dropped between the list and the fetch: then it is looked at again.
  for (let tries = 0; ; tries += 1) {
    const listed = await refsAt(options, [`${prefix}${names}`], signal);
    const fetched = await fetchAll(options, [...listed.keys()], signal);
    if (fetched === null) return readAll(git, gitDir, prefix, listed);
    if (tries === 4) throw new GitError(`${fetched.why} ${fetched.fix}`);
  }
}

async function refsAt(
  { git, remote, gitDir }: RecordOptions,
  names: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const ready = await ensureControl(git, remote, gitDir, signal);
  if (ready.kind === "refused") throw new GitError(`${ready.why} ${ready.fix}`);
  const listed = await listRefs(git, remote, reach(remote, gitDir, signal), names);
  if (listed.kind === "refused") throw new GitError(`${listed.why} ${listed.fix}`);
  return listed.refs;
}

async function fetchAll(
  { git, remote, gitDir }: RecordOptions,
  refs: readonly string[],
  signal: AbortSignal,
): Promise<Refusal | null> {
  if (refs.length === 0) return null;
  const args = ["fetch", "-q", "--no-tags", "--update-shallow", "--no-write-fetch-head", "--"];
  const wanted = refs.map((ref) => `+${ref}:${ref}`);
  const call = reach(remote, gitDir, signal);
  const fetched = await git.run([...args, addressOf(remote), ...wanted], call);
  return fetched.exitCode === 0 ? null : refusalOf(remote, fetched);
}

/** As they were fetched, which may be newer than the list: text and version belong together. */
async function readAll(
  git: Git,
  gitDir: string,
  prefix: string,
  listed: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, KeptRecord>> {
  const records = new Map<string, KeptRecord>();
  for (const ref of listed.keys()) {
    const sha = await git.text(["rev-parse", "--verify", ref], { gitDir });
    const files = await readFiles(git, gitDir, sha);
    records.set(ref.slice(prefix.length), { sha, text: files[FILE] ?? "" });
  }
  return records;
}

async function putRecord(
  options: RecordOptions,
  { ref, text, over, keep }: NewRecord,
  signal: AbortSignal,
): Promise<string | null> {
  const { git, remote, gitDir, by, clock } = options;
  await ensureControl(git, remote, gitDir, signal);
  const { trees } = await sorted(git, gitDir, keep);
  const tree = await writeFiles(git, gitDir, { [FILE]: text }, trees);
  const asked = { tree, parent: over, message: "record of a task", also: [] };
  const sha = await commitTree(git, gitDir, asked, by, clock);
  const pushed = await pushRef(
    git,
    remote,
    gitDir,
    { ref, sha, expected: over },
    {
      signal,
      readBack: true,
    },
  );
  if (pushed.kind === "pushed") return sha;
  const there = (await refsAt(options, [ref], signal)).get(ref) ?? null;
  if (there !== over) return null;
  throw new GitError(`${pushed.why} ${pushed.fix}`);
}

async function dropRecords(
  options: RecordOptions,
  refs: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const there = await refsAt(options, refs, signal);
  const found = refs.filter((ref) => there.has(ref));
  if (found.length === 0) return;
  const { git, remote, gitDir } = options;
  const args = ["push", "--no-verify", "-q", "--", addressOf(remote)];
  const dropped = await git.run(
    [...args, ...found.map((ref) => `:${ref}`)],
    reach(remote, gitDir, signal),
  );
  if (dropped.exitCode === 0) return;
  const left = await refsAt(options, found, signal);
  if (left.size > 0) throw new GitError(refusalOf(remote, dropped).why);
}
