import { docScope } from "./doc-scope.ts";
import { sourceLanguage } from "./source-language.ts";
import { isTestPath } from "./test-surface.ts";

/** What a file is to somebody who may see only some kinds of them. */
export type FileKind = "source" | "test" | "prose" | "description" | "other";

const PROSE = /\.(md|markdown|mdx|rst|adoc|asciidoc|org|txt)$/i;
/** Lists that tools read, by a prose ending. */
const LISTS = /(^|\/)([\w-]*requirements[\w-]*|constraints|CMakeLists)\.txt$/i;

/**
 * By path alone. A test stays a test whatever it is written in, and code is code even in `docs/`.
 * @param testGlobs more globs of test files, from the configuration
 */
export function fileKind(path: string, testGlobs: readonly string[] = []): FileKind {
  if (isTestPath(path, [...testGlobs])) return "test";
  if (sourceLanguage(path).kind !== "no_source") return "source";
  if (LISTS.test(path)) return "other";
  const { documents, descriptions } = docScope([path]);
  if (descriptions.length > 0) return "description";
  return documents.length > 0 || PROSE.test(path) ? "prose" : "other";
}
