import type { FSWatcher } from "node:fs";
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  unlinkSync,
  watch,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ChangeJournal, Touched } from "./change-journal.ts";
import { lost } from "./change-journal.ts";
import { decodePath, encodePath } from "./path-bytes.ts";

/** A place that is watched, and how what lies in it is named. */
export interface WatchedPlace {
  readonly dir: string;
  /** Put before the paths below it; "" for the work tree itself. */
  readonly prefix: string;
  /** Directories that are not watched, as paths below `dir`. */
  readonly skips: (path: string) => boolean;
}

/**
 * The kernel's queue for one reader holds 16,384 events and Node does not say when it ran over. So
 * many cannot have been missed without half as many having been seen.
 */
const MOST_EVENTS = 8_000;
/** How long an event may take that we caused ourselves. Milliseconds. */
const PATIENCE = 1_000;

/**
 * Notes what the kernel tells of every directory (inotify). All of them share one queue, so once our
 * own last write has been told, so has everything before it.
 * @returns null where not everything can be watched
 */
export function openWatchJournal(places: readonly WatchedPlace[]): ChangeJournal | null {
  try {
    return new WatchJournal(places);
  } catch {
    return null;
  }
}

class WatchJournal implements ChangeJournal {
  readonly name = "watch";
  readonly #places: readonly WatchedPlace[];
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #tickDir = mkdtempSync(join(tmpdir(), "tdd-loop-tick-"));
  readonly #tick: FSWatcher;
  #touched = new Set<string>();
  #events = 0;
  #isBroken = false;
  #ticks = 0;
  #onTick: (name: string) => void = () => undefined;

  constructor(places: readonly WatchedPlace[]) {
    this.#places = places;
    this.#tick = watch(this.#tickDir, { persistent: false }, (_, name) => this.#onTick(name ?? ""));
    try {
      for (const place of places) this.#addTree(place, "");
    } catch (error) {
      this.close();
      throw error;
    }
  }

  async mark(): Promise<void> {
    await this.#sync();
    const before = this.#touched;
    this.#touched = new Set();
    this.#events = 0;
    for (const path of before) this.#renew(path);
  }

  async since(): Promise<Touched> {
    const isWhole = await this.#sync();
    if (!isWhole || this.#isBroken || this.#events > MOST_EVENTS) return lost;
    return { kind: "paths", paths: [...this.#touched] };
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
    this.#tick.close();
    rmSync(this.#tickDir, { recursive: true, force: true });
  }

  /** Waits until a write of our own comes out of the queue. */
  async #sync(): Promise<boolean> {
    this.#ticks += 1;
    const name = String(this.#ticks);
    const file = join(this.#tickDir, name);
    const came = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), PATIENCE);
      this.#onTick = (told) => {
        if (told !== name) return;
        clearTimeout(timer);
        resolve(true);
      };
      writeFileSync(file, "");
    });
    unlinkSync(file);
    return came;
  }

  /** A directory that came, went or was replaced is watched as it is now. */
  #renew(path: string): void {
    for (const watched of [...this.#watchers.keys()]) {
      if (watched !== path && !watched.startsWith(`${path}/`)) continue;
      this.#watchers.get(watched)?.close();
      this.#watchers.delete(watched);
    }
    const place = this.#places.find(({ prefix }) => prefix !== "" && isBelow(path, prefix));
    const own = place ?? this.#places.find(({ prefix }) => prefix === "");
    if (own === undefined) return;
    try {
      this.#addTree(own, path.slice(own.prefix === "" ? 0 : own.prefix.length + 1));
    } catch {
      this.#isBroken = true;
    }
  }

  /** First the watch, then the list: what comes after the list is told. */
  #addTree(place: WatchedPlace, from: string): void {
    const open = [from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (place.skips(at)) continue;
      const dir = at === "" ? Buffer.from(place.dir) : encodePath(`${place.dir}/${at}`);
      if (!this.#watchOne(dir, named(place.prefix, at))) continue;
      open.push(...directoriesIn(dir).map((name) => named(at, name)));
    }
  }

  #watchOne(dir: Buffer, path: string): boolean {
    if (!(lstatSync(dir, { throwIfNoEntry: false })?.isDirectory() ?? false)) return false;
    const options = { persistent: false, encoding: "buffer" } as const;
    const watcher = watch(dir, options, (_, name) => {
      this.#events += 1;
      if (name === null) this.#isBroken = true;
      else if (this.#touched.size <= MOST_EVENTS) this.#touched.add(named(path, decodePath(name)));
    });
    watcher.on("error", () => {
      this.#isBroken = true;
    });
    this.#watchers.set(path, watcher);
    return true;
  }
}

function directoriesIn(dir: Buffer): string[] {
  const entries = readdirSync(dir, { withFileTypes: true, encoding: "buffer" });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => decodePath(name));
}

function named(at: string, name: string): string {
  if (name === "") return at;
  return at === "" ? name : `${at}/${name}`;
}

function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}
