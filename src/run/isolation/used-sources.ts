import { fileKind } from "../../domain/file-kind.ts";
import type { Imported } from "../../gates/facts/imports.ts";
import { importsOf } from "../../gates/facts/imports.ts";
import type { Telling } from "./telling.ts";

/** More than these say less than a look at the one that is needed. */
const MOST = 4;
const INDEX = /(?:^|\/)(?:index|__init__|mod|lib)$/u;

/**
 * The sources that the slice's test and its own files load (S3-26), those of the test first; never one of
 * the slice's own. One step far: what those load in turn is not the work's concern.
 */
export async function usedSources({
  task,
  slice,
  state,
  views,
  workspace,
}: Telling): Promise<readonly string[]> {
  const globs = state.request.config.testFiles;
  const own = slice.files.map((file) => file.path);
  const sources = (await views.files(task.tree)).filter(
    (path) => fileKind(path, globs) === "source" && !own.includes(path),
  );
  const used: string[] = [];
  for (const path of [slice.testFile, ...own]) {
    const text = await workspace.readFile(task.tree, path);
    if (text === null) continue;
    for (const one of importsOf(path, text)) used.push(...sources.filter((s) => isMeant(s, one)));
  }
  return [...new Set(used)].slice(0, MOST);
}

/** Whether an import means this file, however its language leaves out ending, index or root. */
function isMeant(source: string, { path, segments }: Imported): boolean {
  const bare = bareOf(source);
  if (path !== null) return bareOf(path) === bare || source === path;
  const name = segments.join("/");
  return name.includes("/") && (bare === name || bare.endsWith(`/${name}`));
}

function bareOf(path: string): string {
  const stem = path.replace(/\.\w+$/u, "");
  return stem.replace(INDEX, "");
}
