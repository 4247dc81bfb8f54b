import { existsSync, lstatSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SandboxedProcess } from "../../ports.ts";
import { etcSecrets, systemParts } from "./system-view.ts";
import type { Link, Toolchains } from "./toolchains.ts";
import { findToolchains, homeCaches, namedRoots } from "./toolchains.ts";

export interface SandboxOptions {
  /** PATH of what runs inside. */
  readonly path: string;
  /** The home directory of the person or runner; not shown, except for toolchains in it. */
  readonly home: string | null;
  /** Directories that are shown, wherever they are: carried dependencies. */
  readonly readable: readonly string[];
  /** Directories that must not be seen: the loop's state, checkouts with credentials, runner files. */
  readonly hidden: readonly string[];
  /** Most processes and threads at a time; by the number of cores when absent. */
  readonly maxProcesses?: number;
}

/** One step in building the file system that a sandboxed process sees, applied in order. */
export type ViewStep =
  /** An empty directory of its own, or for a file nothing to read. */
  | { readonly kind: "empty" | "mask"; readonly path: string }
  | { readonly kind: "read" | "write"; readonly path: string }
  | { readonly kind: "link"; readonly path: string; readonly to: string };

/** Inside a sandbox with a view of its own, both lie on a memory file system that ends with it. */
export const VIEW_TMP = "/tmp";
export const VIEW_HOME = "/tmp/home";

/** Directories that everybody expects to be there, and that begin empty. */
const EMPTY = ["/tmp", "/var/tmp", "/run"];
/** Directories of people and services: programs may lie below them, but they are never shown whole. */
const CLOSED = ["/root", "/home", "/srv", "/mnt", "/media", "/var", "/github", "/__w", ...EMPTY];

type Asked = Pick<SandboxedProcess, "cwd" | "writable" | "env">;

/**
 * Plans what a sandboxed process sees: an empty root, and in it read-only the operating system
 * without its secrets, toolchains, dependencies; and its own directories to write. Whatever is not
 * named here does not exist inside. The machine is looked at once; later plans are cheap.
 */
export function createViewPlanner(options: SandboxOptions): (asked: Asked) => readonly ViewStep[] {
  let machine: Machine | null = null;
  return (asked) => {
    machine ??= lookAround(options);
    return planView(options, machine, asked);
  };
}

interface Machine {
  readonly reads: readonly string[];
  readonly links: readonly Link[];
  readonly masks: readonly string[];
  /** Programs that the `bin` of a carried dependency leads to, such as a virtual environment's. */
  programsOf(readable: readonly string[]): Toolchains;
}

function lookAround(options: SandboxOptions): Machine {
  const parts = systemParts();
  const system = parts.flatMap((part) => (part.kind === "read" ? [part.path] : []));
  const links = parts.flatMap((part) => (part.kind === "link" ? [part] : []));
  const { home, readable } = options;
  const look = (programs: readonly string[]): Toolchains =>
    findToolchains({
      programs,
      home,
      closed: [...CLOSED, ...options.hidden],
      isVisible: (place) => [...system, ...readable].some((top) => isUnder(place, top)),
    });
  const tools = look([...options.path.split(":"), dirname(process.execPath)]);
  const caches = homeCaches(home).map(([, place]) => place);
  return {
    // Names are resolved by a file that may live in /run.
    reads: [...system, ...tools.reads, ...caches, "/etc/resolv.conf"]
      .filter(existsSync)
      .map(realOf),
    links: [...links, ...tools.links],
    masks: etcSecrets(),
    programsOf: (dirs) => look(dirs.map((dir) => join(dir, "bin"))),
  };
}

function planView(options: SandboxOptions, machine: Machine, asked: Asked): ViewStep[] {
  const roots = namedRoots(asked.env);
  const carried = machine.programsOf(options.readable);
  const wanted = [...carried.reads, ...roots, ...options.readable];
  const reads = [...machine.reads, ...wanted.filter(existsSync).map(realOf)];
  const covered = nested(reads, [...hiddenDirectories(options), ...machine.masks]);
  const named = [...options.path.split(":"), ...roots, ...options.readable].filter(existsSync);
  const reached = named.map((path) => ({ path, to: realOf(path) }));
  const links = [...machine.links, ...carried.links, ...reached].filter(
    ({ path, to }) => path !== to && !isShown(path, covered),
  );
  const caches = homeCaches(options.home).map(([name, to]) => ({
    path: join(VIEW_HOME, name),
    to,
  }));
  return [
    ...EMPTY.map((path): ViewStep => ({ kind: "empty", path })),
    ...covered,
    ...uniqueLinks(links).map((link): ViewStep => ({ kind: "link", path: link.path, to: link.to })),
    ...unique([asked.cwd, ...asked.writable]).map((path): ViewStep => ({ kind: "write", path })),
    ...caches.map((link): ViewStep => ({ kind: "link", ...link })),
  ];
}

/** What is shown and what is hidden in it, outermost first: the innermost word on a path counts. */
function nested(reads: readonly string[], hidden: readonly string[]): ViewStep[] {
  const isRead = new Map([
    ...hidden.map((p) => [p, false] as const),
    ...reads.map((p) => [p, true] as const),
  ]);
  const kept = new Map<string, boolean>();
  for (const path of [...isRead.keys()].sort((a, b) => depthOf(a) - depthOf(b))) {
    const shown = isRead.get(path) ?? false;
    if (shown !== nearest(path, kept)) kept.set(path, shown);
  }
  return [...kept].map(([path, shown]) => {
    if (shown) return { kind: "read", path };
    return { kind: lstatSync(path).isDirectory() ? "empty" : "mask", path };
  });
}

/** Whether the nearest directory above is shown; the root is not. */
function nearest(path: string, kept: ReadonlyMap<string, boolean>): boolean {
  for (let at = dirname(path); at !== dirname(at); at = dirname(at)) {
    const found = kept.get(at);
    if (found !== undefined) return found;
  }
  return false;
}

function isShown(path: string, steps: readonly ViewStep[]): boolean {
  const over = steps.findLast((step) => isUnder(path, step.path));
  return over?.kind === "read";
}

function hiddenDirectories(options: SandboxOptions): string[] {
  const home = options.home === null ? [] : [options.home];
  const wanted = [...home, ...options.hidden].filter(existsSync).map(realOf);
  return unique(wanted).filter((path) => path !== "/" && lstatSync(path).isDirectory());
}

function depthOf(path: string): number {
  return path.split("/").length;
}

function uniqueLinks(links: readonly Link[]): Link[] {
  return [...new Map(links.map((link) => [link.path, link])).values()];
}

function realOf(path: string): string {
  return realpathSync(path);
}

function isUnder(path: string, top: string): boolean {
  return `${path}/`.startsWith(`${top}/`);
}

function unique(paths: readonly string[]): string[] {
  return [...new Set(paths)];
}
