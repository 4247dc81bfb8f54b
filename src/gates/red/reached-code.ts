import { bindingsIn, insideOf, namesIn, statementEnd } from "./expressions.ts";

/** Modules that tests are written with: what comes from them is never the code under test. */
const NEUTRAL =
  /^(?:node:)?(?:assert(?:\/strict)?|path|url|os|util|timers(?:\/promises)?|vitest|@jest\/globals|mocha|chai|jasmine|ava|tap|tape|expect|sinon|fast-check|should|power-assert|@std\/(?:assert|expect|testing)(?:\/.*)?|bun:test|node:test|unittest(?:\.\w+)*|pytest|math|re|json|decimal|datetime|typing|itertools|functools|collections(?:\.abc)?|random|time|dataclasses|string|copy|enum|__future__|hypothesis(?:\.\w+)*)$/;

/**
 * Names by which a test file can reach what it tests: everything imported that tests are not merely
 * written with, and what is made of it. Null when it cannot be told: a file that imports for effect
 * only, or nothing at all, may test what is global.
 */
export function subjectNames(path: string, text: string): ReadonlySet<string> | null {
  const imported = path.endsWith(".py") ? pythonImports(text) : javascriptImports(text);
  if (imported === null || imported.length === 0) return null;
  const made = [...bindingsIn(text), ...functionsIn(path, text)];
  return withWhatIsMade([...imported, ...loaders(path, text)], made);
}

/** Names, and the names that are made of them, at any number of removes. */
function withWhatIsMade(
  first: readonly string[],
  made: readonly { readonly name: string; readonly value: string }[],
): ReadonlySet<string> {
  const madeOf = new Map<string, Set<string>>();
  for (const { name, value } of made) {
    for (const used of namesIn(value))
      madeOf.set(used, madeOf.get(used)?.add(name) ?? new Set([name]));
  }
  const names = new Set(first);
  // A set is walked with what is added to it on the way.
  for (const name of names) for (const more of madeOf.get(name) ?? []) names.add(more);
  return names;
}

/** Functions that load the code when called, as tests do that must run before it exists. */
function loaders(path: string, text: string): string[] {
  const loading = /\b(?:require|import|import_module)\s*\(/;
  return functionsIn(path, text).flatMap(({ name, value }) => (loading.test(value) ? [name] : []));
}

/** Whether code uses one of these names, or reaches for something that no name stands for. */
export function reaches(code: string, names: ReadonlySet<string>): boolean {
  return (
    /\b(?:require|import|eval|exec\w*|spawn\w*|fork|fetch|request|getattr|globalThis|window|document|globals)\b/.test(
      code,
    ) || mentions(code, names)
  );
}

function mentions(code: string, names: ReadonlySet<string>): boolean {
  for (const name of namesIn(code)) if (names.has(name)) return true;
  return false;
}

const ES_IMPORT = /^[ \t]*import\s+(?:type\s+)?([^"';]{0,4000}?)\s*from\s*["']([^"']+)["']/gm;
const REQUIRE =
  /(?:const|let|var)\s+([\w$]+|\{[^}]*\}|\[[^\]]*\])\s*=\s*(?:await\s+)?(?:require|import|t\.mock(?:Import|Require)?|proxyquire|rewire)\s*\(\s*["'`]([^"'`]+)["'`]/g;

function javascriptImports(text: string): string[] | null {
  if (/^[ \t]*import\s*["'][^"']+["']|^[ \t]*require\s*\(/m.test(text)) return null;
  const found = [...text.matchAll(ES_IMPORT), ...text.matchAll(REQUIRE)];
  return found.flatMap((match) => (NEUTRAL.test(match[2] ?? "") ? [] : boundNames(match[1] ?? "")));
}

/** `a, { b as c, d: e }` or `* as ns`: the names that stand for what was imported. */
function boundNames(clause: string): string[] {
  return clause
    .replace(/(?<![\w$])[\w$]+\s*(?:\bas\b|:)\s*/g, "")
    .replace(/\*\s*as\s*/g, "")
    .split(/[^\w$]+/)
    .filter((word) => word !== "" && word !== "type");
}

function pythonImports(text: string): string[] | null {
  if (/^[ \t]*from\s+\S+\s+import\s+\*/m.test(text)) return null;
  const from = [...text.matchAll(/^[ \t]*from\s+(\S+)\s+import\s+(\([^)]*\)|[^\n]+)/gm)];
  const plain = [...text.matchAll(/^[ \t]*import\s+([^\n]+)/gm)].flatMap((match) =>
    (match[1] ?? "").split(",").map((part) => [part.trim().split(/(?<!\s)\s+as\s+/)] as const),
  );
  return [
    ...from.flatMap((match) => (NEUTRAL.test(match[1] ?? "") ? [] : boundNames(match[2] ?? ""))),
    ...plain.flatMap(([[name = "", alias]]) =>
      NEUTRAL.test(name) ? [] : [alias ?? name.split(".")[0] ?? ""],
    ),
  ];
}

/** Functions and classes of the file, each with its text. */
function functionsIn(path: string, text: string): { name: string; value: string }[] {
  return path.endsWith(".py") ? pythonBlocks(text) : javascriptBlocks(text);
}

function javascriptBlocks(text: string): { name: string; value: string }[] {
  return [...text.matchAll(/\b(?:function\*?|class)\s+([\w$]+)/g)].map((match) => {
    const parameters = match[0].startsWith("class") ? -1 : text.indexOf("(", match.index);
    const from = parameters === -1 ? match.index : parameters + insideOf(text, parameters).length;
    const open = text.indexOf("{", from);
    return { name: match[1] ?? "", value: open === -1 ? "" : insideOf(text, open) };
  });
}

function pythonBlocks(text: string): { name: string; value: string }[] {
  return [...text.matchAll(/^([ \t]*)(?:async )?(?:def|class)\s+(\w+)/gm)].map((match) => {
    const indent = (match[1] ?? "").length;
    const from = statementEnd(text, match.index + match[0].length);
    const rest = text.slice(from);
    const end = rest.search(new RegExp(`\\n[ \\t]{0,${indent}}[^\\s)]`));
    return { name: match[2] ?? "", value: end === -1 ? rest : rest.slice(0, end) };
  });
}
