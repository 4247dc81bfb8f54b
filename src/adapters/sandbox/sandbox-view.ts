import { existsSync, lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";

export interface SandboxOptions {
  /** PATH of what runs inside. */
  readonly path: string;
  /** The home directory of the person or runner; hidden, except for toolchains in it. */
  readonly home: string | null;
  /** Directories that stay readable although something above them is hidden: carried dependencies. */
  readonly readable: readonly string[];
  /** Directories that must not be seen: the loop's state, checkouts with credentials, runner files. */
  readonly hidden: readonly string[];
  /** Most processes and threads at a time; 4096 when absent. */
  readonly maxProcesses?: number;
}

/** One change to the file system that a sandboxed process sees, applied in order. */
export type ViewStep =
  | { readonly kind: "hide"; readonly path: string }
  | { readonly kind: "read" | "write"; readonly path: string }
  | { readonly kind: "link"; readonly path: string; readonly to: string };

/** Inside a sandbox with a view of its own, both lie on a memory file system that ends with it. */
export const VIEW_TMP = "/tmp";
export const VIEW_HOME = "/tmp/home";

const ALWAYS_HIDDEN = ["/root", "/home", "/tmp", "/var/tmp", "/run", "/github", "/__w"];

/** Caches of toolchains that look for them under HOME; none of them holds a credential. */
const CACHES = [
  ".rustup",
  ".cargo/registry",
  ".cargo/git",
  "go/pkg",
  ".m2/repository",
  ".gradle/caches",
  ".gradle/wrapper",
  ".nuget/packages",
  ".hex",
  ".mix",
];

/** Directories with a `bin` on many a PATH that hold secrets too: only these parts are shown. */
const MIXED: Readonly<Record<string, readonly string[]>> = {
  ".cargo": ["bin", "env"],
  ".local": ["bin", "lib", "share/uv", "share/pnpm", "share/fnm", "share/mise", "share/pipx"],
  go: ["bin"],
};

/**
 * What a sandboxed process sees: the machine read-only; homes, temporary files, sockets and the
 * loop's own files hidden; then, where that hid them, toolchains and dependencies read-only; and
 * its own directories to write.
 */
export function planView(options: SandboxOptions, writable: readonly string[]): ViewStep[] {
  const hidden = hiddenDirectories(options);
  const reads = [...toolchains(options), ...options.readable].filter(
    (path) => existsSync(path) && hidden.some((top) => isUnder(realOf(path), top)),
  );
  return [
    ...hidden.map((path): ViewStep => ({ kind: "hide", path })),
    ...outermost(reads.map(realOf)).map((path): ViewStep => ({ kind: "read", path })),
    ...linksTo(options, hidden),
    ...unique(writable).map((path): ViewStep => ({ kind: "write", path })),
    ...homeCaches(options).map(
      ([name, to]): ViewStep => ({ kind: "link", path: join(VIEW_HOME, name), to }),
    ),
  ];
}

/** Toolchain caches of the person's home, as name and place, for a home that is thrown away. */
export function homeCaches(options: SandboxOptions): readonly (readonly [string, string])[] {
  const { home } = options;
  if (home === null) return [];
  return CACHES.filter((name) => existsSync(join(home, name))).map(
    (name) => [name, realOf(join(home, name))] as const,
  );
}

function hiddenDirectories(options: SandboxOptions): string[] {
  const home = options.home === null ? [] : [options.home];
  const wanted = [...ALWAYS_HIDDEN, ...home, ...options.hidden].filter(existsSync).map(realOf);
  const dirs = unique(wanted).filter((path) => path !== "/" && lstatSync(path).isDirectory());
  return outermost(dirs);
}

function outermost(paths: readonly string[]): string[] {
  return unique(paths)
    .filter((path) => !paths.some((top) => top !== path && isUnder(path, top)))
    .sort();
}

/** The programs on PATH, and what they need beside them, where a home holds them. */
function toolchains(options: SandboxOptions): string[] {
  const dirs = options.path.split(":").filter((dir) => dir.startsWith("/") && existsSync(dir));
  const caches = homeCaches(options).map(([, place]) => place);
  const programs = [...dirs, dirname(process.execPath)];
  const closed = new Set([options.home, ...ALWAYS_HIDDEN, ...options.hidden]);
  return [...programs.flatMap((dir) => programDirectory(dir, closed)), ...caches];
}

function programDirectory(dir: string, closed: ReadonlySet<string | null>): string[] {
  const real = realOf(dir);
  const parent = dirname(real);
  if (!["bin", "sbin", "shims"].includes(basename(real))) return [real];
  const parts = MIXED[basename(parent)];
  if (parts !== undefined) return parts.map((part) => join(parent, part));
  // `~/bin` and `/tmp/bin`: what lies beside them is not a toolchain.
  const isHome = closed.has(parent) || dirname(parent) === "/home";
  return isHome ? [real] : [parent];
}

/** PATH entries and dependencies may be reached through links that the hiding took away. */
function linksTo(options: SandboxOptions, hidden: readonly string[]): ViewStep[] {
  const named = [...options.path.split(":"), ...options.readable];
  return unique(named)
    .filter((path) => existsSync(path) && realOf(path) !== path)
    .filter((path) => hidden.some((top) => isUnder(path, top)))
    .map((path) => ({ kind: "link", path, to: realOf(path) }));
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
