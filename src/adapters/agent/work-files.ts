import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** Directories that are no work of the repository: dependencies, caches, git's own. */
export const unlistedDirectories: readonly string[] = [
  ".git",
  "node_modules",
  ".venv",
  "venv",
  "__pycache__",
  ".pytest_cache",
  ".tdd-loop",
];

/** A walk that found more than this many entries stops and says so. */
const MOST_ENTRIES = 50_000;

export interface WorkFiles {
  /** Paths from `root`, shallow ones first, each level in order. Links are not followed. */
  readonly files: readonly string[];
  readonly links: readonly string[];
  readonly cut: boolean;
}

/** Every file under `below` (a directory inside `root`, "" for all), without the unlisted directories. */
export async function workFiles(
  root: string,
  below: string,
  unlisted: readonly string[] = unlistedDirectories,
): Promise<WorkFiles> {
  const files: string[] = [];
  const links: string[] = [];
  let level = [below];
  while (level.length > 0 && files.length < MOST_ENTRIES) {
    const entries = (await Promise.all(level.map((path) => entriesOf(root, path)))).flat();
    files.push(...entries.filter((entry) => entry.kind === "file").map((entry) => entry.path));
    links.push(...entries.filter((entry) => entry.kind === "link").map((entry) => entry.path));
    level = entries
      .filter((entry) => entry.kind === "directory" && !unlisted.includes(entry.name))
      .map((entry) => entry.path);
  }
  return { files, links, cut: files.length >= MOST_ENTRIES };
}

interface Entry {
  readonly name: string;
  readonly path: string;
  readonly kind: "file" | "link" | "directory" | "other";
}

async function entriesOf(root: string, directory: string): Promise<readonly Entry[]> {
  try {
    const entries = await readdir(join(root, directory), { withFileTypes: true });
    return entries
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((entry) => ({
        name: entry.name,
        path: directory === "" ? entry.name : `${directory}/${entry.name}`,
        kind: kindOf(entry),
      }));
  } catch {
    // Gone or unreadable since its parent was listed: nothing to show, and nothing to fail for.
    return [];
  }
}

function kindOf(entry: Dirent): Entry["kind"] {
  if (entry.isSymbolicLink()) return "link";
  if (entry.isDirectory()) return "directory";
  return entry.isFile() ? "file" : "other";
}
