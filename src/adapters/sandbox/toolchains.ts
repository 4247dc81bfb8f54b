import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** Where programs lie that a test may run, and the links through which they are reached. */
export interface Toolchains {
  readonly reads: readonly string[];
  readonly links: readonly Link[];
}

export interface Link {
  readonly path: string;
  readonly to: string;
}

export interface ToolchainsQuestion {
  /** Directories with programs in them; those that are not there are passed over. */
  readonly programs: readonly string[];
  readonly home: string | null;
  /** Directories that are never shown whole, though programs may lie below them. */
  readonly closed: readonly string[];
  /** What the process sees anyway. */
  isVisible(path: string): boolean;
}

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
  go: ["bin", "pkg"],
};

/** What belongs to a program in a directory that may hold anything else besides. */
const PREFIX = ["bin", "sbin", "lib", "lib64", "libexec", "include", "share"];

/** Variables that name a toolchain's directory. Cargo's holds credentials: parts of it alone. */
const ROOTS: Readonly<Record<string, readonly string[]>> = {
  JAVA_HOME: ["."],
  GOROOT: ["."],
  RUSTUP_HOME: ["."],
  CARGO_HOME: ["bin", "registry", "git"],
  PYENV_ROOT: ["."],
  RBENV_ROOT: ["."],
  NODENV_ROOT: ["."],
  GOENV_ROOT: ["."],
  ASDF_DATA_DIR: ["."],
};

/** Toolchain caches of the person's home, as name and place, for a home that is thrown away. */
export function homeCaches(home: string | null): readonly (readonly [string, string])[] {
  if (home === null) return [];
  return CACHES.filter((name) => existsSync(join(home, name))).map(
    (name) => [name, realpathSync(join(home, name))] as const,
  );
}

/** The programs on PATH with what they need beside them, wherever their links lead. */
export function findToolchains(asked: ToolchainsQuestion): Toolchains {
  const closed = new Set([asked.home, "/", "/home", ...asked.closed]);
  const programs = [...new Set(asked.programs)].filter(
    (dir) => dir.startsWith("/") && existsSync(dir),
  );
  const own = programs.flatMap((dir) => directoryOf(realpathSync(dir), closed));
  const linked = followed(programs, asked.isVisible);
  const places = linked.flatMap(({ real }) => placeOf(real, closed));
  return { reads: [...own, ...places], links: linked.flatMap(({ hops }) => hops) };
}

/** A virtual environment's python may be a link, and what a link leads to may hold links again. */
function followed(
  programs: readonly string[],
  isVisible: (path: string) => boolean,
): LinkedProgram[] {
  const found: LinkedProgram[] = [];
  const seen = new Set(programs);
  // What is appended to a set while it is walked is walked too.
  for (const dir of seen) {
    for (const program of linkedPrograms(dir, isVisible)) {
      found.push(program);
      const next = dirname(program.real);
      if (basename(next) === "bin") seen.add(next);
    }
  }
  return found;
}

/** Directories that variables of the process name as those of its toolchains. */
export function namedRoots(env: Readonly<Record<string, string>>): string[] {
  return Object.entries(ROOTS).flatMap(([name, parts]) => {
    const root = env[name];
    if (root === undefined || !root.startsWith("/") || root === "/") return [];
    return parts.map((part) => join(root, part)).filter((path) => existsSync(path));
  });
}

function directoryOf(real: string, closed: ReadonlySet<string | null>): string[] {
  const parent = dirname(real);
  if (!["bin", "sbin", "shims"].includes(basename(real))) return closed.has(real) ? [] : [real];
  const parts = MIXED[basename(parent)];
  if (parts !== undefined) return parts.map((part) => join(parent, part));
  // `~/bin` and `/tmp/bin`: what lies beside them is not a toolchain.
  if (closed.has(parent) || dirname(parent) === "/home") return [real];
  return isTop(parent) ? PREFIX.map((part) => join(parent, part)) : [parent];
}

/** A program that a link leads to: with its directory, unless that is somebody's own. */
function placeOf(real: string, closed: ReadonlySet<string | null>): string[] {
  const dir = dirname(real);
  if (["bin", "sbin", "shims"].includes(basename(dir))) return directoryOf(dir, closed);
  const isPersonal = [...closed].some((top) => top !== null && top !== "/" && isBelow(dir, top));
  return isPersonal || isTop(dir) ? [real] : [dir];
}

interface LinkedProgram {
  readonly real: string;
  /** The links on the way that are not in sight themselves. */
  readonly hops: readonly Link[];
}

function linkedPrograms(dir: string, isVisible: (path: string) => boolean): LinkedProgram[] {
  // The links of node_modules/.bin lead to packages, which are carried or are not.
  if (basename(dir) === ".bin" || !existsSync(dir)) return [];
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .flatMap((entry) => {
      const first = join(dir, entry.name);
      const real = realOrNull(first);
      if (real === null || isVisible(real)) return [];
      const hops = hopsFrom(first).filter((path) => path !== real && !isVisible(path));
      return [{ real, hops: hops.map((path) => ({ path, to: real })) }];
    });
}

const LONGEST_CHAIN = 40;

function hopsFrom(first: string): string[] {
  const hops: string[] = [];
  for (let at = first; hops.length < LONGEST_CHAIN && lstatSync(at).isSymbolicLink(); ) {
    at = resolve(dirname(at), readlinkSync(at));
    hops.push(at);
  }
  return hops;
}

function realOrNull(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    // A link that leads nowhere.
    return null;
  }
}

function isTop(path: string): boolean {
  return dirname(path) === "/";
}

function isBelow(path: string, top: string): boolean {
  return `${path}/`.startsWith(`${top}/`);
}
