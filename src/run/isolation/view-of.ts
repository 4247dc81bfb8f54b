import { fileKind } from "../../domain/file-kind.ts";
import type { Baselined } from "../../loop/state.ts";
import { filesSoFar, unitOf } from "../../loop/unit.ts";
import type { Views, Workspace } from "../../ports.ts";
import type { Boundary } from "./boundaries.ts";
import { quotesIssue } from "./quotes-issue.ts";

interface Seeing {
  readonly views: Views;
  readonly workspace: Pick<Workspace, "readFile">;
}

/** The paths of a tree that a role may see. Whatever it may write by name is among them. */
export async function pathsInView(
  { view }: Boundary,
  tree: string,
  state: Baselined,
  seeing: Seeing,
): Promise<readonly string[]> {
  const files = await seeing.views.files(tree);
  if (view === "session") return sessionFiles(state, files);
  const globs = state.request.config.testFiles;
  const own = new Set(unitOf(state).lock.testFiles);
  const sources = new Set(unitOf(state).lock.allowlist.map((file) => file.path));
  const isListed = (path: string): boolean =>
    own.has(path) || (view.includes("source") && sources.has(path));
  const seen = files.filter((path) => isListed(path) || view.includes(fileKind(path, globs)));
  if (!view.includes("prose")) return seen;
  return await withoutIssue(seen, tree, state, seeing);
}

/** All tests and all code that the slices so far have touched, and nothing else. */
function sessionFiles(state: Baselined, files: readonly string[]): readonly string[] {
  const { slicing } = state;
  const tests = slicing?.slices.slice(0, slicing.index + 1).map((slice) => slice.testFile) ?? [];
  const touched = new Set([...filesSoFar(state), ...tests]);
  return files.filter((path) => touched.has(path));
}

/** A document that repeats the issue would tell one slice's writer of all the others. */
async function withoutIssue(
  paths: readonly string[],
  tree: string,
  state: Baselined,
  { workspace }: Seeing,
): Promise<readonly string[]> {
  const kept: string[] = [];
  for (const path of paths) {
    const isProse = fileKind(path, state.request.config.testFiles) === "prose";
    const text = isProse ? await workspace.readFile(tree, path) : null;
    if (text === null || !quotesIssue(text, state.spec)) kept.push(path);
  }
  return kept;
}
