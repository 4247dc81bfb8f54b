import type { GitWorkspace } from "../adapters/git/workspace.ts";
import { sourceLanguage } from "../domain/source-language.ts";
import type { FileSurface } from "../domain/surface.ts";
import type { Views } from "../ports.ts";

/** What a slice's prompts ask for twice: the tree that it begins with, and the one before. */
const KEPT = 2;

/** Parts of the loop's trees, and the public surface of their sources. */
export function wireViews(workspace: Pick<GitWorkspace, "views" | "readFile">): Views {
  const known = new Map<string, Promise<readonly FileSurface[]>>();
  return {
    ...workspace.views,
    surface(tree, paths) {
      const key = [tree, ...paths].join("\n");
      const found = known.get(key) ?? surfacesOf(tree, paths, workspace);
      known.delete(key);
      known.set(key, found);
      for (const [oldest] of [...known].slice(0, -KEPT)) known.delete(oldest);
      found.catch(() => known.delete(key));
      return found;
    },
  };
}

async function surfacesOf(
  tree: string,
  paths: readonly string[],
  { readFile }: Pick<GitWorkspace, "readFile">,
): Promise<readonly FileSurface[]> {
  const files: FileSurface[] = [];
  for (const path of paths) {
    const text = await readFile(tree, path);
    files.push(...(text === null ? [] : await surfaceOf(path, text)));
  }
  return files;
}

/** None for what no parser of ours reads. */
async function surfaceOf(path: string, text: string): Promise<FileSurface[]> {
  const language = sourceLanguage(path);
  if (language.kind !== "readable") return [];
  // Parsers are large: a run that shows no surface never loads them.
  const { readSurface } = await import("../adapters/surface/read-surface.ts");
  const read = await readSurface(path, text, { language: language.name, documentation: true });
  return read.kind === "read" ? [read.surface] : [];
}
