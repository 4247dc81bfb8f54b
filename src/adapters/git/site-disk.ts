import type { BigIntStats, Dirent } from "node:fs";
import { lstatSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Version } from "../../gates/change-set.ts";
import { compareFile } from "./gate-file.ts";
import { inside } from "./gate-ignore.ts";
import { decodePath } from "./path-bytes.ts";
import type { TreeFiles } from "./tree-files.ts";

type Item = NonNullable<Version>;

/** Something in a site that its tree does not have. */
export interface Stranger {
  readonly path: string;
  readonly kind: "file" | "link" | "directory" | "special";
}

/** How a site differs from a tree. What is no part of the tree is named by its topmost path. */
export interface SiteDifference {
  readonly changed: readonly string[];
  readonly missing: readonly string[];
  readonly strangers: readonly Stranger[];
  /** Any `.git` below the top, in any spelling of its letters' case. */
  readonly dotGits: readonly string[];
  /** What lies in a submodule's place. */
  readonly inSubmodules: readonly string[];
}

/**
 * What is known of the files in one site from having looked: which version stood at a path when its
 * change time was older than the look. A file whose times and size are still those has not been
 * written since, because no process can set a change time.
 */
export interface SiteDisk {
  /** Compares by bytes what may have changed since it was last looked at, and all else by its times. */
  compare(tree: TreeFiles): Promise<SiteDifference>;
  /** Takes note that the site was laid out with this tree by git itself. */
  note(tree: TreeFiles): void;
  /** Forgets what it knows: every file is now that of another site, which this one is an untouched copy of. */
  standOn(other: SiteDisk): void;
  /** What stood at a path when it was looked at last. */
  knownAt(path: string): Known | undefined;
}

/** A version that was seen in a file, and the file's times and size at that moment. */
export interface Known {
  readonly stamp: string;
  readonly version: Item;
}

/**
 * @param dir the site
 * @param tick a file of ours on the same file system; its change time tells that system's present
 * @param carried paths that are not looked into
 */
export function openSiteDisk(dir: string, tick: string, carried: readonly string[]): SiteDisk {
  const known = new Map<string, Known>();
  let under: SiteDisk | null = null;
  const knownAt = (path: string): Known | undefined => known.get(path) ?? under?.knownAt(path);
  const present = (): bigint => {
    writeFileSync(tick, "");
    return lstatSync(tick, { bigint: true }).ctimeNs;
  };
  const remember = (path: string, version: Item, stat: BigIntStats, now: bigint): void => {
    // Written in this very instant: a later write could leave the same time.
    if (stat.ctimeNs < now) known.set(path, { stamp: stampOf(stat), version });
    else known.delete(path);
  };
  const isKnown = (path: string, version: Item, stat: BigIntStats): boolean => {
    const before = knownAt(path);
    if (before === undefined || before.stamp !== stampOf(stat)) return false;
    return before.version.oid === version.oid && before.version.mode === version.mode;
  };
  return {
    async compare(tree) {
      const now = present();
      const skipped = new Set([".git", ...carried]);
      const unknown: (readonly [path: string, version: Item, stat: BigIntStats])[] = [];
      // What is known is done with at once: no list of all files is held, of which lanes would have many.
      const walk = new SiteWalk(dir, tree, skipped, (path, version) => {
        const stat = lstatSync(inside(dir, path), { bigint: true });
        if (!isKnown(path, version, stat)) unknown.push([path, version, stat]);
      });
      walk.run();
      const changed: string[] = [];
      for (const [path, version, stat] of unknown) {
        if ((await compareFile(inside(dir, path), version, "exact")) !== null) changed.push(path);
        else remember(path, version, stat, now);
      }
      const { strangers, dotGits, inSubmodules, seen } = walk;
      const missing = seen === tree.files.size ? [] : missingIn(dir, tree, skipped);
      return { changed, missing, strangers, dotGits, inSubmodules };
    },
    knownAt,
    standOn(other) {
      known.clear();
      under = other;
    },
    note(tree) {
      known.clear();
      under = null;
      const now = present();
      for (const [path, version] of tree.files) {
        if (version.mode === SUBMODULE) continue;
        remember(path, version, lstatSync(inside(dir, path), { bigint: true }), now);
      }
    },
  };
}

const SUBMODULE = "160000";

function stampOf(stat: BigIntStats): string {
  return `${stat.ino} ${stat.size} ${stat.mode} ${stat.mtimeNs} ${stat.ctimeNs}`;
}

/** Paths of the tree that are not there as what they are: looked for only when their number says so. */
function missingIn(dir: string, tree: TreeFiles, skipped: ReadonlySet<string>): string[] {
  const there = new Set<string>();
  new SiteWalk(dir, tree, skipped, (path) => there.add(path)).run();
  const isSubmodule = (path: string): boolean => tree.files.get(path)?.mode === SUBMODULE;
  return [...tree.files.keys()].filter(
    (path) => !there.has(path) && !(isSubmodule(path) && isDirectory(join(dir, path))),
  );
}

/** One walk through a site: names and kinds only, no link followed. */
class SiteWalk {
  readonly strangers: Stranger[] = [];
  readonly dotGits: string[] = [];
  readonly inSubmodules: string[] = [];
  /** Paths of the tree that were met. */
  seen = 0;
  readonly #dir: string;
  readonly #tree: TreeFiles;
  readonly #skipped: ReadonlySet<string>;
  readonly #meet: (path: string, version: Item) => void;

  /** @param meet called for each file or link that stands at a path of the tree */
  constructor(
    dir: string,
    tree: TreeFiles,
    skipped: ReadonlySet<string>,
    meet: (path: string, version: Item) => void,
  ) {
    this.#dir = dir;
    this.#tree = tree;
    this.#skipped = skipped;
    this.#meet = meet;
  }

  run(): void {
    const open = isDirectory(this.#dir) ? [""] : [];
    for (let at = open.pop(); at !== undefined; at = open.pop()) open.push(...this.#enter(at));
  }

  /** The directories of the tree in this one. */
  #enter(at: string): string[] {
    return list(this.#dir, at).flatMap((entry) => {
      const name = decodePath(entry.name);
      const path = at === "" ? name : `${at}/${name}`;
      if (this.#skipped.has(path)) return [];
      return this.#take(path, name, entry) === "descend" ? [path] : [];
    });
  }

  #take(path: string, name: string, entry: Dirent<Buffer>): "done" | "descend" {
    const version = this.#tree.files.get(path);
    if (name.toLowerCase() === ".git") this.dotGits.push(path);
    else if (!entry.isDirectory()) this.#takeFile(path, version, entry);
    else if (this.#tree.directories.has(path)) return "descend";
    else if (version?.mode === SUBMODULE) this.#takeSubmodule(path);
    else this.strangers.push({ path, kind: "directory" });
    return "done";
  }

  #takeFile(path: string, version: Item | undefined, entry: Dirent<Buffer>): void {
    if (version === undefined) this.strangers.push({ path, kind: kindOf(entry) });
    else {
      this.seen += 1;
      this.#meet(path, version);
    }
  }

  #takeSubmodule(path: string): void {
    this.seen += 1;
    for (const entry of list(this.#dir, path)) {
      const inner = `${path}/${decodePath(entry.name)}`;
      if (/[/]\.git$/i.test(inner)) this.dotGits.push(inner);
      this.inSubmodules.push(inner);
    }
  }
}

export function kindOf(entry: Dirent<Buffer>): Stranger["kind"] {
  if (entry.isDirectory()) return "directory";
  if (entry.isSymbolicLink()) return "link";
  return entry.isFile() ? "file" : "special";
}

/** False also when an agent put a link in the site's own place. */
function isDirectory(dir: string): boolean {
  return lstatSync(dir, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** The entries of a directory of a site, names as bytes. */
export function list(dir: string, path: string): Dirent<Buffer>[] {
  const place = path === "" ? Buffer.from(dir) : inside(dir, path);
  return readdirSync(place, { withFileTypes: true, encoding: "buffer" });
}

/** Where a site's tick file is kept. */
export function tickFile(gitDir: string): string {
  return join(gitDir, "tick");
}
