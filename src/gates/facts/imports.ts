/** One import as the text has it. */
export interface Imported {
  /** 1-based. */
  readonly line: number;
  /** As written. */
  readonly name: string;
  /** From the root of the repository, for a relative import; null for one by an absolute name. */
  readonly path: string | null;
  /** Parts of an absolute name; empty for a relative one. */
  readonly segments: readonly string[];
}

/** The imports of a file by its language; none where that is not known. */
export function importsOf(path: string, text: string): readonly Imported[] {
  if (/\.[cm]?[jt]sx?$/.test(path)) return scriptImports(path, text);
  if (/\.pyi?$/.test(path)) return pythonImports(path, text);
  return path.endsWith(".go") ? goImports(text) : plainImports(path, text);
}

const SCRIPT =
  /\b(?:import|export)\b[^"'`;()]*?\bfrom\s*(["'])([^"'\n]+)\1|\bimport\s*(["'])([^"'\n]+)\3|\b(?:require|import)\s*\(\s*(["'`])([^"'`\n]+)\5\s*[),]/g;

function scriptImports(path: string, text: string): readonly Imported[] {
  return [...withoutComments(text).matchAll(SCRIPT)].map((match) => {
    const name = match[2] ?? match[4] ?? match[6] ?? "";
    const line = lineAt(text, match.index);
    if (name.startsWith("."))
      return { line, name, path: joined(directoryOf(path), name), segments: [] };
    return { line, name, path: null, segments: name.replace(/^[@~#]\//, "").split("/") };
  });
}

/** Same length, so that places stay; a line's end is kept. */
function withoutComments(text: string): string {
  const blank = (comment: string): string => comment.replaceAll(/[^\n]/g, " ");
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, blank).replaceAll(/^\s*\/\/.*$/gm, blank);
}

const PYTHON = /^[ \t]*(?:from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(.+)|import[ \t]+(.+))$/gm;

function pythonImports(path: string, text: string): readonly Imported[] {
  return [...text.matchAll(PYTHON)].flatMap((match): Imported[] => {
    const [, dots = "", module = "", names = "", plain = ""] = match;
    const line = lineAt(text, match.index + (match[0].length - match[0].trimStart().length));
    if (plain !== "")
      return plain
        .split(",")
        .map((one) => one.trim().split(/\s+/)[0] ?? "")
        .map((name) => ({ line, name, path: null, segments: name.split(".") }));
    const imported = names.replaceAll(/[()\\]/g, "").split(",");
    const first = imported.map((one) => one.trim().split(/\s+/)[0] ?? "");
    if (dots === "") {
      const parts = module.split(".");
      return [parts, ...first.map((one) => [...parts, one])].map((segments) => ({
        ...{ line, name: module, path: null, segments },
      }));
    }
    const up = "../".repeat(dots.length - 1);
    const base = joined(directoryOf(path), `./${up}${module.replaceAll(".", "/")}`);
    return [base, ...first.map((one) => `${base}/${one}`)].map((place) => ({
      ...{ line, name: `${dots}${module}`, path: place, segments: [] },
    }));
  });
}

function goImports(text: string): readonly Imported[] {
  const blocks = [...text.matchAll(/^import\s+(?:\(([^)]*)\)|[^\n]*)/gm)];
  return blocks.flatMap((block) =>
    [...block[0].matchAll(/"([^"\n]+)"/g)].map((match) => {
      const name = match[1] ?? "";
      const line = lineAt(text, block.index + match.index);
      return { line, name, path: null, segments: name.split("/") };
    }),
  );
}

const PLAIN: Readonly<Record<string, RegExp>> = {
  java: /^\s*import\s+(?:static\s+)?([\w.]+)/gm,
  cs: /^\s*using\s+(?:static\s+)?([\w.]+)\s*;/gm,
  php: /^\s*use\s+(?:function\s+)?([\w\\]+)/gm,
  rs: /^\s*(?:pub\s+)?use\s+([\w:]+)/gm,
  rb: /^\s*require(?:_relative)?\s*\(?\s*["']([^"']+)["']/gm,
};

function plainImports(path: string, text: string): readonly Imported[] {
  const pattern = PLAIN[path.slice(path.lastIndexOf(".") + 1)];
  if (pattern === undefined) return [];
  return [...text.matchAll(pattern)].map((match) => {
    const name = match[1] ?? "";
    const line = lineAt(text, match.index + (match[0].length - match[0].trimStart().length));
    if (match[0].includes("require_relative"))
      return { line, name, path: joined(directoryOf(path), `./${name}`), segments: [] };
    const segments = name.toLowerCase().split(/\.|\\|::|\//);
    return { line, name, path: null, segments: segments.filter((part) => part !== "crate") };
  });
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}

function directoryOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}

function joined(directory: string, relative: string): string {
  const parts = directory === "" ? [] : directory.split("/");
  for (const part of relative.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
