import { docScope } from "../../domain/doc-scope.ts";
import { fileKind } from "../../domain/file-kind.ts";
import { withoutDeclared } from "../../domain/surface-duplicates.ts";
import { surfaceScope } from "../../domain/surface-scope.ts";
import type { DocText } from "../../report/docs-text.ts";
import { docsText } from "../../report/docs-text.ts";
import { surfaceText } from "../../report/surface-text.ts";
import { boundaries } from "./boundaries.ts";
import type { Telling } from "./telling.ts";
import { pathsInView } from "./view-of.ts";
import { withoutSourceLines } from "./without-source-lines.ts";

/** Characters: what a prompt can hold beside everything else. */
const MOST_API = 40_000;
/** S3-52. */
const MOST_DOCS = 15_000;
/** A greenfield project has none, and says so (S3-40). */
const NEW_PROJECT = "This is a new project: it has no public API yet.";

/** The public API of the tree as it is now: signatures only, read anew for every slice (S3-17). */
export async function publicApi({ task, state, views }: Telling): Promise<string> {
  const paths = await sourcePaths({ task, state, views });
  const files = withoutDeclared(await views.surface(task.tree, paths));
  if (files.every(({ signatures }) => signatures.length === 0)) return NEW_PROJECT;
  return surfaceText({ files, unreadable: [], leftOut: {} }, MOST_API);
}

async function sourcePaths({ task, state, views }: Pick<Telling, "task" | "state" | "views">) {
  const testFiles = state.request.config.testFiles;
  return surfaceScope(await views.files(task.tree), { language: null, testFiles }).paths;
}

/** What the documents say, those that speak of the slice first when not all of them fit (S3-17). */
export async function documentationFor(telling: Telling): Promise<string> {
  const { task, state, views, workspace, slice } = telling;
  const inView = await pathsInView(boundaries.writer, task.tree, state, telling);
  const scope = docScope(inView);
  const read = async (paths: readonly string[]): Promise<DocText[]> => {
    const texts = await Promise.all(
      paths.map(async (path) => ({ path, text: await workspace.readFile(task.tree, path) })),
    );
    return texts.flatMap(({ path, text }) => (text === null ? [] : [{ path, text }]));
  };
  const documents = await read(scope.documents);
  const descriptions = await read(scope.descriptions);
  const surfaces = await views.surface(task.tree, await sourcePaths(telling));
  const isSilent = surfaces.every((file) => file.signatures.every((s) => s.documentation === null));
  if (documents.length + descriptions.length === 0 && isSilent) return "";
  const told = relevant(documents, slice.behaviour);
  return docsText({ documents: told, descriptions, surfaces }, MOST_DOCS);
}

/** All of them while they are small; else those that share a telling word with the slice. */
function relevant(documents: readonly DocText[], behaviour: string): readonly DocText[] {
  const size = documents.reduce((sum, { text }) => sum + text.length, 0);
  if (size <= MOST_DOCS) return documents;
  const words = new Set(behaviour.toLowerCase().match(/[\p{L}\p{N}_]{4,}/gu) ?? []);
  const scored = documents.map((document) => {
    const text = document.text.toLowerCase();
    return { document, score: [...words].filter((word) => text.includes(word)).length };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ document }) => document);
}

/** What gates said of earlier tests, without a line of the implementation that a message quoted. */
export async function toldOfTests(telling: Telling): Promise<string> {
  const { task, state, views, workspace, slice } = telling;
  if (task.feedback.length === 0) return "";
  const globs = state.request.config.testFiles;
  const files = await views.files(task.tree);
  const textsOf = async (paths: readonly string[]): Promise<string[]> => {
    const texts = await Promise.all(paths.map((path) => workspace.readFile(task.tree, path)));
    return texts.flatMap((text) => text ?? []);
  };
  const sources = await textsOf(files.filter((path) => fileKind(path, globs) === "source"));
  const shown = [...(await textsOf([slice.testFile])), await publicApi(telling)];
  const said = task.feedback.map((text, index) => `${index + 1}. ${text}`).join("\n");
  return withoutSourceLines(said, sources, shown);
}
