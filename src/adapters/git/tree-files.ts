import type { Version } from "../../gates/change-set.ts";
import type { ObjectStore, TreeLine } from "./object-store.ts";
import { decodePath } from "./path-bytes.ts";
import { GitError } from "./run-git.ts";

/** What one tree holds, submodules as one path each. */
export interface TreeFiles {
  readonly files: ReadonlyMap<string, NonNullable<Version>>;
  /** Every directory that a file of the tree lies in. */
  readonly directories: ReadonlySet<string>;
}

export interface Trees {
  files(tree: string): Promise<TreeFiles>;
  /** The tree that `tree` becomes with these versions in place; a null removes the path. */
  write(tree: string, changes: ReadonlyMap<string, Version>): Promise<string>;
}

/** How many trees are remembered: one of the agent's and one of the tests' site, and what is judged. */
const KEPT = 4;

/** What lies in one directory itself. Trees that have the same directory at the same place share it. */
interface Listing {
  readonly oid: string;
  /** In the tree's order. */
  readonly entries: readonly (readonly [path: string, version: NonNullable<Version>])[];
}

interface Read extends TreeFiles {
  /** By path; the top is "". */
  readonly listings: ReadonlyMap<string, Listing>;
}

export function openTrees(store: ObjectStore): Trees {
  const kept = new Map<string, Promise<Read>>();
  const read = async (tree: string, others: readonly Promise<Read>[]): Promise<Read> => {
    const ended = await Promise.allSettled(others);
    const known = ended.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    return await readFiles(store, tree, known);
  };
  return {
    files(tree) {
      const known = kept.get(tree) ?? read(tree, [...kept.values()]);
      kept.delete(tree);
      kept.set(tree, known);
      for (const [oldest] of [...kept].slice(0, -KEPT)) kept.delete(oldest);
      known.catch(() => kept.delete(tree));
      return known;
    },
    async write(tree, changes) {
      const written = await writeDirectory(store, tree, changes);
      return written ?? (await store.writeTree([]));
    },
  };
}

/** @param known trees whose directories are taken over where they are the same */
async function readFiles(store: ObjectStore, tree: string, known: readonly Read[]): Promise<Read> {
  const files = new Map<string, NonNullable<Version>>();
  const listings = new Map<string, Listing>();
  const visit = async (oid: string, at: string): Promise<void> => {
    const same = known.find(({ listings: theirs }) => theirs.get(at)?.oid === oid);
    const listing = same?.listings.get(at) ?? (await readListing(store, oid, at));
    listings.set(at, listing);
    for (const [path, version] of listing.entries) {
      if (version.mode === DIRECTORY) await visit(version.oid, path);
      else files.set(path, version);
    }
  };
  await visit(tree, "");
  const directories = new Set(listings.keys());
  directories.delete("");
  return { files, directories, listings };
}

const DIRECTORY = "040000";

async function readListing(store: ObjectStore, oid: string, at: string): Promise<Listing> {
  const lines = await readTree(store, oid);
  const entries = lines.map(
    ({ name, ...version }) => [at === "" ? name : `${at}/${name}`, version] as const,
  );
  return { oid, entries };
}

async function readTree(store: ObjectStore, oid: string): Promise<TreeLine[]> {
  const found = await store.read(oid);
  if (found?.type !== "tree") throw new GitError(`The repository has no tree ${oid}.`);
  const { bytes } = found;
  const lines: TreeLine[] = [];
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(32, at);
    const end = bytes.indexOf(0, space);
    const next = end + 1 + oid.length / 2;
    const mode = bytes.toString("latin1", at, space).padStart(6, "0");
    const name = decodePath(bytes.subarray(space + 1, end));
    lines.push({ mode, name, oid: bytes.toString("hex", end + 1, next) });
    at = next;
  }
  return lines;
}

interface Below {
  /** What stands at this very name now; undefined when only something below it changes. */
  own: Version | undefined;
  readonly inner: Map<string, Version>;
}

/** Null when nothing is left in the directory: git keeps no empty ones. */
async function writeDirectory(
  store: ObjectStore,
  tree: string | null,
  changes: ReadonlyMap<string, Version>,
): Promise<string | null> {
  const lines = new Map<string, TreeLine>();
  for (const line of tree === null ? [] : await readTree(store, tree)) lines.set(line.name, line);
  for (const [name, below] of byFirstName(changes)) {
    const version = await versionOf(store, lines.get(name), below);
    if (version === null) lines.delete(name);
    else lines.set(name, { name, ...version });
  }
  return lines.size === 0 ? null : await store.writeTree([...lines.values()]);
}

async function versionOf(
  store: ObjectStore,
  before: TreeLine | undefined,
  { own, inner }: Below,
): Promise<Version> {
  if (own !== undefined && own !== null) return own;
  const isKept = own === undefined && before?.mode === DIRECTORY;
  const oid = await writeDirectory(store, isKept ? before.oid : null, inner);
  return oid === null ? null : { mode: DIRECTORY, oid };
}

function byFirstName(changes: ReadonlyMap<string, Version>): Map<string, Below> {
  const grouped = new Map<string, Below>();
  for (const [path, version] of changes) {
    const slash = path.indexOf("/");
    const name = slash < 0 ? path : path.slice(0, slash);
    const below = grouped.get(name) ?? { own: undefined, inner: new Map<string, Version>() };
    if (slash < 0) below.own = version;
    else below.inner.set(path.slice(slash + 1), version);
    grouped.set(name, below);
  }
  return grouped;
}
