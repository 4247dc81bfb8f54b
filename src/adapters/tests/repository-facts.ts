import { readdirSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import type { RepositoryFacts } from "./framework.ts";

/** What a checkout tells about its tests; files are read when asked for, and only inside it. */
export function readFacts(dir: string): RepositoryFacts {
  return { files: topLevel(dir), text: (path) => textIn(dir, path) };
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
