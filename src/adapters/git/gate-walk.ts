import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import type { Version } from "../../gates/change-set.ts";
import type { DiskDifference } from "../../gates/tamper/judge-work-tree.ts";
import type { LineEnds } from "./gate-file.ts";
import { compareFile } from "./gate-file.ts";
import type { Candidate, IgnoreRules } from "./gate-ignore.ts";
import { inside } from "./gate-ignore.ts";
import { decodePath } from "./path-bytes.ts";

export interface WalkQuestion {
  readonly top: string;
  /** HEAD's tree: what should be on disk. */
  readonly tracked: ReadonlyMap<string, Version>;
  readonly rules: IgnoreRules;
  readonly lineEnds: LineEnds;
  /** Tracked paths that may be missing: a sparse checkout left them out before the lock. */
  readonly mayBeMissing: ReadonlySet<string>;
}

export interface Walk {
  readonly differences: readonly DiskDifference[];
  /** Ignored directories that hold installed dependencies, and submodules. */
  readonly dependencyRoots: readonly string[];
}

/** Directories that package managers fill and runtimes load code from. */
const DEPENDENCY_NAMES = new Set([
  "node_modules",
  "bower_components",
  "jspm_packages",
  ".venv",
  "venv",
  "site-packages",
  "vendor",
  ".yarn",
  "deps",
]);

interface State extends WalkQuestion {
  readonly trackedDirectories: ReadonlySet<string>;
  readonly seen: Set<string>;
  readonly found: DiskDifference[];
  readonly roots: Set<string>;
}

/**
 * Walks a work tree by the bytes of its names, level by level, and follows no link. Every file is
 * read and hashed: neither the index nor a monitor is believed.
 */
export async function walk(question: WalkQuestion): Promise<Walk> {
  const state: State = {
    ...question,
    trackedDirectories: directoriesOf(question.tracked.keys()),
    seen: new Set(),
    found: [],
    roots: new Set(),
  };
  let level = [""];
  while (level.length > 0) level = await walkLevel(state, level);
  for (const path of question.tracked.keys()) {
    if (state.seen.has(path) || question.mayBeMissing.has(path)) continue;
    state.found.push({ path, kind: "deleted", isLink: false, detail: "" });
  }
  return { differences: inOrder(state.found), dependencyRoots: [...state.roots].sort() };
}

/** Something on disk that HEAD does not have. */
interface Stranger extends Candidate {
  readonly entry: Dirent<Buffer>;
}

async function walkLevel(state: State, level: readonly string[]): Promise<string[]> {
  const strangers: Stranger[] = [];
  const next: string[] = [];
  for (const directory of level) {
    const step = await walkDirectory(state, directory);
    strangers.push(...step.strangers);
    next.push(...step.directories);
  }
  const ignored = await state.rules.ignored(strangers);
  for (const { path, isDirectory, entry } of strangers) {
    if (ignored.has(path)) noteDependency(state, path);
    else if (isDirectory) next.push(path);
    else state.found.push(untracked(path, entry));
  }
  return next;
}

async function walkDirectory(
  state: State,
  directory: string,
): Promise<{ strangers: Stranger[]; directories: string[] }> {
  const entries = await readdir(inside(state.top, directory === "" ? "." : directory), {
    withFileTypes: true,
    encoding: "buffer",
  });
  const named = entries.map((entry) => ({ entry, name: decodePath(entry.name) }));
  noteNested(state, directory, new Set(named.map(({ name }) => name)));
  const strangers: Stranger[] = [];
  const directories: string[] = [];
  for (const { entry, name } of named) {
    if (isOurs(directory, name, entry)) continue;
    const path = directory === "" ? name : `${directory}/${name}`;
    const step = await takeTracked(state, path, entry);
    if (step === "descend") directories.push(path);
    if (step === "unknown") strangers.push({ path, isDirectory: entry.isDirectory(), entry });
  }
  return { strangers, directories };
}

/** Repositories, which are told as such, and the loop's own directory at the top (S0-38). */
function isOurs(directory: string, name: string, entry: Dirent<Buffer>): boolean {
  return name === ".git" || (directory === "" && name === ".tdd-loop" && entry.isDirectory());
}

function noteNested(state: State, path: string, names: ReadonlySet<string>): void {
  const isBare = names.has("HEAD") && names.has("objects") && names.has("refs");
  const isNested = names.has(".git") || (isBare && !state.tracked.has(`${path}/HEAD`));
  if (path === "" || !isNested) return;
  const detail = names.has(".git") ? "" : "bare";
  state.found.push({ path, kind: "nested_repository", isLink: false, detail });
}

async function takeTracked(
  state: State,
  path: string,
  entry: Dirent<Buffer>,
): Promise<"done" | "descend" | "unknown"> {
  const version = state.tracked.get(path);
  if (entry.isDirectory()) {
    if (version?.mode !== "160000") {
      return state.trackedDirectories.has(path) ? "descend" : "unknown";
    }
    state.seen.add(path);
    state.roots.add(path);
    return "done";
  }
  if (version === undefined || version === null) return "unknown";
  state.seen.add(path);
  const difference = await compareFile(inside(state.top, path), version, state.lineEnds);
  if (difference !== null) state.found.push({ path, ...difference });
  return "done";
}

function noteDependency(state: State, path: string): void {
  if (DEPENDENCY_NAMES.has(path.slice(path.lastIndexOf("/") + 1))) state.roots.add(path);
}

function untracked(path: string, entry: Dirent<Buffer>): DiskDifference {
  const isLink = entry.isSymbolicLink();
  const kind = isLink || entry.isFile() ? "untracked" : "special";
  return { path, kind, isLink, detail: "" };
}

function directoriesOf(paths: Iterable<string>): Set<string> {
  const directories = new Set<string>();
  for (const path of paths) {
    for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1)) {
      directories.add(path.slice(0, slash));
    }
  }
  return directories;
}

const ORDER = ["special", "nested_repository", "differs", "deleted", "untracked"];

function inOrder(found: readonly DiskDifference[]): DiskDifference[] {
  return [...found].sort(
    (a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || (a.path < b.path ? -1 : 1),
  );
}
