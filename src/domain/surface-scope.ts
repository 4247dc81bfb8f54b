import { sourceLanguage } from "./source-language.ts";
import { isTestPath } from "./test-surface.ts";

export interface ScopeAsked {
  /** Only this language; null for all. */
  readonly language: string | null;
  /** More globs of test files. */
  readonly testFiles: readonly string[];
}

/** Which files a public surface is made of, and how many were not looked at for which reason. */
export interface SurfaceScope {
  /** Sorted. */
  readonly paths: readonly string[];
  /** Reason to number of files, without those that are no source code. */
  readonly leftOut: Readonly<Record<string, number>>;
}

const VENDORED = new Set(
  "node_modules bower_components jspm_packages vendor third_party venv env virtualenv site-packages __pycache__ Pods DerivedData obj coverage".split(
    " ",
  ),
);
const BUILT = new Set(["dist", "build", "out", "target", "_build"]);

/**
 * Source files that are neither tests nor others' work nor made from another source. Build
 * directories count only when there is no source beside them, as in a published package; a
 * declaration file only when the source that it declares is not there (S3-44).
 */
export function surfaceScope(files: readonly string[], asked: ScopeAsked): SurfaceScope {
  const sorted = [...new Set(files)].sort(byName);
  const sources = sorted.filter((path) => sourceLanguage(path).kind === "readable");
  const own = sources.filter((path) => reasonOf(path, asked) === null);
  const unbuilt = own.filter((path) => !isBuilt(path));
  const known = new Set(own);
  const useBuilt = !unbuilt.some(
    (path) => /\//.test(path) && !/^(bin|scripts?|tools?)\//.test(path),
  );
  const leftOut: Record<string, number> = {};
  const whyNot = (path: string): string | null =>
    reasonOf(path, asked) ??
    (isBuilt(path) && !useBuilt ? "build output" : null) ??
    (isMade(path, known) ? "made from other source" : null);
  const paths = sorted.filter((path) => {
    const why = whyNot(path);
    if (why !== null && why !== "") leftOut[why] = (leftOut[why] ?? 0) + 1;
    return why === null;
  });
  return { paths, leftOut };
}

/** Code points, so that every machine sorts alike. */
function byName(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Why a file alone is not looked at; "" when it is no source code; null when it is. */
function reasonOf(path: string, asked: ScopeAsked): string | null {
  const language = sourceLanguage(path);
  if (language.kind === "no_source") return "";
  if (isVendored(path)) return "dependencies and caches";
  if (isTestPath(path, asked.testFiles)) return "tests";
  if (language.kind === "unknown") return `unknown language: .${language.extension}`;
  if (asked.language !== null && language.name !== asked.language)
    return `other language: ${language.name}`;
  return /[.-]min\.[cm]?js$/.test(path) ? "minified" : null;
}

function isVendored(path: string): boolean {
  return path.split("/").slice(0, -1).some(isVendoredName);
}

/** Whether a directory of this name holds what others wrote, or caches; hidden ones do. */
export function isVendoredName(name: string): boolean {
  return VENDORED.has(name) || name.startsWith(".") || name.endsWith(".egg-info");
}

function isBuilt(path: string): boolean {
  return path.split("/").slice(0, -1).some(isBuiltName);
}

/** Whether a directory of this name usually holds what a build made. */
export function isBuiltName(name: string): boolean {
  return BUILT.has(name);
}

/** A declaration or compiled file whose TypeScript source, or stub whose Python source, is there too. */
function isMade(path: string, known: ReadonlySet<string>): boolean {
  if (path.endsWith(".pyi")) return known.has(path.slice(0, -1));
  const [, stem = "", declared = ""] = /^(.*?)(\.d)?\.[cm]?[jt]sx?$/.exec(path) ?? [];
  if (stem === "" || (declared === "" && !/\.[cm]?jsx?$/.test(path))) return false;
  const parts = stem.split("/");
  const places = [stem, ...parts.slice(0, -1).map((_, at) => parts.with(at, "src").join("/"))];
  const stems = declared === "" ? [stem] : places;
  return stems.some((place) =>
    ["ts", "tsx", "mts", "cts"].some((end) => known.has(`${place}.${end}`)),
  );
}
