import { sourceLanguage } from "./source-language.ts";
import { isBuiltName, isVendoredName } from "./surface-scope.ts";
import { isTestPath } from "./test-surface.ts";

export interface DocScope {
  /** Prose, what explains most first (S3-49). */
  readonly documents: readonly string[];
  /** Machine-readable descriptions of an API (S3-50). */
  readonly descriptions: readonly string[];
}

/** Beginnings of names, what explains most first. */
const TITLES = ["readme", "architecture", "design", "spec", "api", "contributing", "changelog"];
/** Where the files of `docs/` stand among them. */
const DOCS_RANK = 4.5;
const PROSE = /^[^.]+(\.[\w-]+)*\.(md|markdown|mdx|txt|rst|adoc|asciidoc|org)$|^[^.]+$/i;
const DESCRIPTIONS =
  /^((openapi|swagger|api-spec)\.[^/]+|.+\.openapi\.(json|ya?ml)|schema\.graphql|.+\.(graphqls|proto))$/i;

/** The documents and API descriptions among a repository's files: paths relative to its root. */
export function docScope(files: readonly string[]): DocScope {
  const own = [...new Set(files)].filter(isOwn);
  const documents = own.flatMap((path) => {
    const rank = rankOf(path);
    return rank === null ? [] : [{ path, rank }];
  });
  return {
    documents: documents
      .sort((a, b) => a.rank - b.rank || byDepth(a.path, b.path))
      .map(({ path }) => path),
    descriptions: own.filter(isDescription).sort(byDepth),
  };
}

function byDepth(a: string, b: string): number {
  return depthOf(a) - depthOf(b) || (a < b ? -1 : 1);
}

const depthOf = (path: string): number => path.split("/").length;
const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** Neither dependencies nor build output nor test data; `spec/` may hold either, so it counts. */
function isOwn(path: string): boolean {
  const directories = path.split("/").slice(0, -1);
  if (directories.some((name) => isVendoredName(name) || isBuiltName(name))) return false;
  return !directories.some((name) => !/^specs?$/i.test(name) && isTestPath(`${name}/x`));
}

function rankOf(path: string): number | null {
  const name = nameOf(path);
  if (!PROSE.test(name)) return null;
  const rank = TITLES.findIndex((title) => name.toLowerCase().startsWith(title));
  if (rank >= 0 && depthOf(path) <= 3) return rank;
  return /^docs?\/([^/]+\/)?[^/]+\.(md|txt|rst)$/i.test(path) ? DOCS_RANK : null;
}

function isDescription(path: string): boolean {
  const isCode = sourceLanguage(path).kind !== "no_source";
  return depthOf(path) <= 4 && DESCRIPTIONS.test(nameOf(path)) && !isCode;
}
