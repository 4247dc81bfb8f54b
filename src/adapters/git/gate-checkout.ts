import { lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { TreeMutation } from "../../domain/proof-evidence.ts";
import type { Version } from "../../gates/change-set.ts";
import { blobId, compareFile } from "./gate-file.ts";
import { inside } from "./gate-ignore.ts";
import { readBlobs } from "./gate-trees.ts";
import type { Git } from "./git.ts";
import { decodePath } from "./path-bytes.ts";

/** Blobs read at a time: a bound on memory, not on the tree. */
const BATCH = 400;

/** One tree laid out for one run, without `.git`; thrown away afterwards. */
export interface Checkout extends AsyncDisposable {
  readonly dir: string;
  /** What differs from the tree by now: changed, deleted, and new paths. */
  changes(): Promise<TreeMutation[]>;
}

/** Installed dependencies: where they belong in a tree, and how they get there. */
export interface Furnishing {
  readonly paths: readonly string[];
  furnish(dir: string): Promise<void>;
}

export interface CheckoutQuestion {
  readonly git: Git;
  readonly tree: ReadonlyMap<string, Version>;
  /** A directory of ours, outside every work tree. */
  readonly room: string;
  readonly furnishing: Furnishing;
}

/**
 * Lays a tree out by its bytes: no filter, no attribute, no hook has a say. Every blob is hashed on
 * the way, so that an object whose content was exchanged is not run.
 * @throws Error when a blob is missing or is not what its name says
 */
export async function layOutTree(asked: CheckoutQuestion): Promise<Checkout> {
  const dir = await mkdtemp(join(asked.room, "checkout-"));
  const files = [...asked.tree].flatMap(([path, version]) =>
    version === null || version.mode === "160000" ? [] : [{ path, version }],
  );
  for (let at = 0; at < files.length; at += BATCH) {
    await writeBatch(asked.git, dir, files.slice(at, at + BATCH));
  }
  await asked.furnishing.furnish(dir);
  return {
    dir,
    changes: () => changesOf(dir, asked),
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** Dependencies as links to where they are, never copies. */
export function linked(roots: ReadonlyMap<string, string>): Furnishing {
  return {
    paths: [...roots.keys()],
    async furnish(dir) {
      for (const [path, target] of roots) {
        await carry(join(dir, path), target);
      }
    },
  };
}

/** What tools keep beside installed packages. It is nobody's dependency, and not held to the lock. */
const CACHES = new Set([".cache", ".vite", ".vite-temp", ".vitest", ".tmp", ".nyc_output"]);

/** Links dependencies into a checkout. Tools' caches stay out: code could be brought in through one. */
async function carry(link: string, target: string): Promise<void> {
  await rm(link, { recursive: true, force: true });
  await mkdir(dirname(link), { recursive: true });
  const names = basename(link) === "node_modules" ? await readdir(target) : [];
  if (!names.some((name) => CACHES.has(name))) return await symlink(target, link);
  await mkdir(link);
  for (const name of names.filter((one) => !CACHES.has(one))) {
    await symlink(join(target, name), join(link, name));
  }
}

interface PlacedFile {
  readonly path: string;
  readonly version: NonNullable<Version>;
}

async function writeBatch(git: Git, dir: string, files: readonly PlacedFile[]): Promise<void> {
  const contents = await readBlobs(
    git,
    files.map(({ version }) => version.oid),
  );
  const parents = new Set(files.map(({ path }) => dirname(path)));
  for (const parent of parents) await mkdir(inside(dir, parent), { recursive: true });
  for (const [index, file] of files.entries()) await place(dir, file, contents[index] ?? null);
}

async function place(
  dir: string,
  { path, version }: PlacedFile,
  content: Buffer | null,
): Promise<void> {
  if (content === null || blobId(content, version.oid.length) !== version.oid) {
    throw new Error(`the content of ${path} (${version.oid}) is missing or not what its name says`);
  }
  const file = inside(dir, path);
  if (version.mode === "120000") await symlink(content, file);
  else await writeFile(file, content, { mode: version.mode === "100755" ? 0o755 : 0o644 });
}

async function changesOf(
  dir: string,
  { tree, furnishing }: CheckoutQuestion,
): Promise<TreeMutation[]> {
  const found: TreeMutation[] = [];
  for (const [path, version] of tree) {
    if (version === null || version.mode === "160000") continue;
    const how = await changeOf(inside(dir, path), version);
    if (how !== null) found.push({ path, how });
  }
  const present = await filesBelow(dir, "");
  const added = present.filter((path) => !tree.has(path) && !isCarried(path, furnishing.paths));
  return [...found, ...added.map((path) => ({ path, how: "added" as const }))];
}

async function changeOf(
  file: Buffer,
  version: NonNullable<Version>,
): Promise<"changed" | "deleted" | null> {
  const isThere = await lstat(file).then(
    () => true,
    () => false,
  );
  if (!isThere) return "deleted";
  return (await compareFile(file, version, "exact")) === null ? null : "changed";
}

/** Every file below a directory; links are files here and never followed. */
async function filesBelow(dir: string, path: string): Promise<string[]> {
  const entries = await readdir(inside(dir, path === "" ? "." : path), {
    withFileTypes: true,
    encoding: "buffer",
  });
  const found: string[] = [];
  for (const entry of entries) {
    const below = path === "" ? decodePath(entry.name) : `${path}/${decodePath(entry.name)}`;
    if (entry.isDirectory()) found.push(...(await filesBelow(dir, below)));
    else found.push(below);
  }
  return found;
}

function isCarried(path: string, carried: readonly string[]): boolean {
  return carried.some((root) => path === root || path.startsWith(`${root}/`));
}
