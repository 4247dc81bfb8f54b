import type { BigIntStats, Dirent } from "node:fs";
import { existsSync, lstatSync, readdirSync } from "node:fs";
import type { ChangeJournal, Touched } from "./change-journal.ts";
import { lost } from "./change-journal.ts";
import { inside } from "./gate-ignore.ts";
import { readMounts, unescaped } from "./mounts.ts";
import { decodePath } from "./path-bytes.ts";

/** An overlay that is mounted on a directory. */
export interface OverlayMount {
  readonly top: string;
  readonly upper: string;
  /** The topmost first. */
  readonly lower: readonly string[];
}

/**
 * The overlay whose merged view is this very directory, when its upper directory can be read as a
 * list of what changed. With `metacopy` or `redirect_dir` an entry may stand for another path.
 * @param mounts the text of /proc/self/mountinfo
 */
export function overlayAt(top: string, mounts: string): OverlayMount | null {
  const lines = mounts.split("\n").map((text) => text.split(" "));
  const line = lines.findLast((fields) => unescaped(fields[4] ?? "") === top);
  const kind = line?.[line.indexOf("-") + 1];
  if (line === undefined || kind !== "overlay") return null;
  const options = new Map(
    (line.at(-1) ?? "").split(",").map((option) => {
      const [name = "", ...value] = option.split("=");
      return [name, unescaped(value.join("="))] as const;
    }),
  );
  const [upper, lower] = [options.get("upperdir"), options.get("lowerdir")];
  const isPlain = options.get("metacopy") !== "on" && options.get("redirect_dir") !== "on";
  if (upper === undefined || lower === undefined || !isPlain) return null;
  // A colon or comma in a name would have been escaped in a way that is not worth guessing at.
  if (`${upper}${lower}`.includes("\\") || !existsSync(upper)) return null;
  return { top, upper, lower: lower.split(":").filter((dir) => dir !== "") };
}

/** The overlay of a work tree, if it has one. */
export function findOverlay(top: string): OverlayMount | null {
  return overlayAt(top, readMounts());
}

/** Change times are this coarse at worst: what is younger could be written again without a trace. */
const COARSE_NS = 20_000_000n;

/** What was changed before this moment will show any later change. */
function settledBefore(): bigint {
  return BigInt(Date.now()) * 1_000_000n - COARSE_NS;
}

/** Reads what changed off an overlay's upper directory: its cost depends on the changes alone. */
export function openOverlayJournal(mount: OverlayMount): ChangeJournal {
  let known: Upper = { files: new Map(), directories: new Map() };
  return {
    name: "overlay",
    async mark() {
      const now = settledBefore();
      const found = walkUpper(mount, known);
      known = { files: settled(found.files, now), directories: settled(found.directories, now) };
    },
    async since(): Promise<Touched> {
      try {
        const now = settledBefore();
        const { files, directories } = walkUpper(mount, known);
        // A directory is read off the layers, which costs most, once for each state of it.
        known = { ...known, directories: settled(directories, now) };
        const changed = [...files].filter(([path, { stamp }]) => !isSame(known.files, path, stamp));
        const gone = [...known.files.keys()].filter((path) => !files.has(path));
        return { kind: "paths", paths: [...changed.map(([path]) => path), ...gone] };
      } catch {
        // It changes while it is read, or is no longer there.
        return lost;
      }
    },
    close: () => undefined,
  };
}

interface Entry {
  readonly stamp: string;
  readonly ctime: bigint;
}

/** A directory in an upper one. As long as its own times stand, so does what it holds. */
interface Directory extends Entry {
  readonly entries: readonly { readonly path: string; readonly isDirectory: boolean }[];
  /** What it took away of the lower one. */
  readonly taken: readonly string[];
}

/** What an upper directory holds. */
interface Upper {
  /** Every file, link, special file and whiteout, and what a replaced directory took away. */
  readonly files: ReadonlyMap<string, Entry>;
  readonly directories: ReadonlyMap<string, Directory>;
}

function settled<T extends Entry>(found: ReadonlyMap<string, T>, before: bigint): Map<string, T> {
  return new Map([...found].filter(([, { ctime }]) => ctime < before));
}

function isSame(known: ReadonlyMap<string, Entry>, path: string, stamp: string): boolean {
  return known.get(path)?.stamp === stamp;
}

/** @param known what an earlier walk found: a directory that is as it was is not read again */
function walkUpper(mount: OverlayMount, known: Upper): Upper {
  const files = new Map<string, Entry>();
  const directories = new Map<string, Directory>();
  const open = [""];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const own = entryOf(lstatSync(placeOf(mount.upper, at), { bigint: true }));
    const before = known.directories.get(at);
    const found = before?.stamp === own.stamp ? before : readDirectory(mount, at, own);
    directories.set(at, found);
    for (const { path, isDirectory } of found.entries) {
      if (isDirectory) open.push(path);
      else files.set(path, entryOf(lstatSync(inside(mount.upper, path), { bigint: true })));
    }
    for (const path of found.taken) files.set(path, { stamp: "taken away", ctime: 0n });
  }
  return { files, directories };
}

function readDirectory(mount: OverlayMount, at: string, own: Entry): Directory {
  const found = entriesOf(mount.upper, at) ?? [];
  const entries = found.map((entry) => ({
    path: below(at, decodePath(entry.name)),
    isDirectory: entry.isDirectory(),
  }));
  return { ...own, entries, taken: takenAway(mount, at, found) };
}

function entryOf(stat: BigIntStats): Entry {
  const { ino, size, mode, mtimeNs, ctimeNs } = stat;
  return { stamp: `${ino} ${size} ${mode} ${mtimeNs} ${ctimeNs}`, ctime: ctimeNs };
}

/** A directory that was removed and made anew hides all of the lower one, without whiteouts. */
function takenAway(mount: OverlayMount, at: string, upper: readonly Dirent<Buffer>[]): string[] {
  const lower = mount.lower.flatMap((dir) => entriesOf(dir, at) ?? []);
  if (lower.length === 0) return [];
  const shown = new Set((entriesOf(mount.top, at) ?? []).map(({ name }) => decodePath(name)));
  for (const { name } of upper) shown.add(decodePath(name));
  const names = new Set(lower.map(({ name }) => decodePath(name)));
  return [...names].filter((name) => !shown.has(name)).map((name) => below(at, name));
}

function entriesOf(dir: string, at: string): Dirent<Buffer>[] | null {
  try {
    return readdirSync(placeOf(dir, at), { withFileTypes: true, encoding: "buffer" });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw error;
  }
}

function placeOf(dir: string, at: string): Buffer {
  return at === "" ? Buffer.from(dir) : inside(dir, at);
}

function below(at: string, name: string): string {
  return at === "" ? name : `${at}/${name}`;
}
