import { readdirSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import type { RepositoryFacts } from "./framework.ts";

/** What a checkout tells about its tests; files are read when asked for, and only inside it. */
export function readFacts(dir: string): RepositoryFacts {
  return {
    files: topLevel(dir),
    text: (path) => textIn(dir, path),
    directories: (path) => directoriesIn(dir, path),
  };
}

/** The same of a tree whose files are listed; only texts that were read before are known. */
export function factsOf(
  files: readonly string[],
  texts: ReadonlyMap<string, string | null>,
): RepositoryFacts {
  return {
    files,
    text: (path) => texts.get(path) ?? null,
    directories: (path) => {
      const below = files.filter((file) => file.startsWith(`${path}/`));
      const rest = below.map((file) => file.slice(path.length + 1).split("/"));
      return [...new Set(rest.filter((parts) => parts.length > 1).map(([name = ""]) => name))];
    },
  };
}

function directoriesIn(dir: string, path: string): string[] {
  const inside = normalize(path);
  if (inside.startsWith("..") || inside.startsWith("/")) return [];
  try {
    const entries = readdirSync(join(dir, inside), { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  } catch {
    return [];
  }
}

function topLevel(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

function textIn(dir: string, path: string): string | null {
  const inside = normalize(path);
  if (inside.startsWith("..") || inside.startsWith("/")) return null;
  try {
    return readFileSync(join(dir, inside), "utf8");
  } catch {
    return null;
  }
}
