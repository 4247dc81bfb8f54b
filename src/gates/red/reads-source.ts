import type { Binding } from "./expressions.ts";
import { bindingsIn, insideOf } from "./expressions.ts";

/** Where a test reads the text of a source, as 0-based indexes into its text. */
export function sourceReads(path: string, text: string, sources: readonly string[]): number[] {
  const names = pathsOf(text);
  const found = readsIn(text).filter(({ what }) => namesSource(what, names, { path, sources }));
  return found.map(({ index }) => index);
}

interface Read {
  readonly index: number;
  /** The expression that says what is read. */
  readonly what: string;
}

/** What reads a file's text, its size or its dates, in any language. */
const CALLS =
  /\b(?:readFileSync|readFile|readTextFileSync|readTextFile|createReadStream|l?statSync|l?stat|(?:File|IO)\.(?:read|readlines|binread|size|mtime|stat|foreach)|filesize|filemtime|file_get_contents|os\.path\.get(?:size|[mac]time)|linecache\.getlines|ReadFile|ParseFile|read_to_string|Files\.(?:read\w+|lines|size)|include_(?:str|bytes)!|Bun\.file|open)\s*\(/g;
/** `(…).read_text()` and `NAME.read_text()`. */
const METHODS = /((?<![\w.])[\w.]+|\))\s*\.\s*(?:read_text|read_bytes|open|readlines|l?stat)\s*\(/g;
/** A program that shows a file, or looks into it. */
const SHOWERS = "\\b(?:cat|e?grep|rg|head|tail|sed|awk|wc|stat|less|strings|md5sum|sha\\d+sum)\\b";
const SHOWS = new RegExp(
  `\\b(?:exec\\w*|spawn\\w*|run|Popen|check_output|system|shell_exec|Command)\\s*\\((?=[^\\n]{0,300}${SHOWERS})`,
  "g",
);
/** The source as text, by the bundler. */
const RAW = /\bfrom\s*(["'`][^"'`\n]+)\?(?:raw|inline|url)["'`]/g;

function readsIn(text: string): Read[] {
  const calls = [...text.matchAll(CALLS)].map((call) => ({
    index: call.index,
    what: firstArgument(insideOf(text, call.index + call[0].length - 1)),
  }));
  const methods = [...text.matchAll(METHODS)].map((call) => ({
    index: call.index,
    what: call[1] === ")" ? receiver(text, call.index) : (call[1] ?? ""),
  }));
  const shown = [...text.matchAll(SHOWS)].map((call) => ({
    index: call.index,
    what: wordsOf(insideOf(text, call.index + call[0].length - 1)),
  }));
  const raw = [...text.matchAll(RAW)].map(({ index, 1: what = "" }) => ({
    index,
    what: `${what}"`,
  }));
  return [...calls, ...methods, ...shown, ...raw];
}

/** What a program that shows files is given, up to the next one of its line, as strings. */
function wordsOf(line: string): string {
  const shown = line.match(new RegExp(`${SHOWERS}[^|;&\\n]*`, "g")) ?? [];
  const words = shown.join(" ").match(/[^\s"'`,()[\]]+/g) ?? [];
  return words.map((word) => `"${word}"`).join(" ");
}

function firstArgument(inside: string): string {
  let depth = 0;
  for (let at = 0; at < inside.length; at += 1) {
    const char = inside[at] ?? "";
    if ("([{".includes(char)) depth += 1;
    if (")]}".includes(char)) depth -= 1;
    if (depth === 0 && char === ",") return inside.slice(0, at);
  }
  return inside;
}

/** The expression in brackets that ends at `close`, with the name in front of it. */
function receiver(text: string, close: number): string {
  let depth = 0;
  for (let at = close; at >= 0; at -= 1) {
    if (text[at] === ")") depth += 1;
    if (text[at] === "(") depth -= 1;
    if (depth === 0) return text.slice(at, close + 1);
  }
  return "";
}

/** Longer strings are no paths. */
const LONGEST_PATH = 300;

/** What each name stands for, when that is a path made of strings; later names may use earlier ones. */
function pathsOf(text: string): Map<string, string> {
  const known = new Map<string, string>();
  for (const binding of bindingsIn(text)) {
    if (!isPath(binding)) continue;
    const [joined = ""] = spellings(binding.value, known);
    if (joined !== "" && joined.length <= LONGEST_PATH) known.set(binding.name, joined);
  }
  return known;
}

/** Calls that give something else than a path: modules, processes, texts. */
function isPath({ value }: Binding): boolean {
  return (
    value.length < 400 &&
    !/\b(?:require|import|readFile\w*|exec\w*|spawn\w*|fork|run|Popen|check_output)\s*\(|=>|\bfunction\b/.test(
      value,
    )
  );
}

/** The strings of an expression in order, names replaced: joined as path parts, and as they are. */
function spellings(expression: string, known: ReadonlyMap<string, string>): string[] {
  const filled = expression.replace(
    /\$\{\s*(\w+)\s*\}/g,
    (all, name: string) => known.get(name) ?? all,
  );
  const parts = [
    ...filled.matchAll(/(["'`])((?:\\.|(?!\1)[^\\\n])*)\1|(?<![\w$.])([A-Za-z_$][\w$]*)/g),
  ].flatMap((match) => {
    const part = match[2] ?? known.get(match[3] ?? "");
    return part === undefined || part === "" ? [] : [part];
  });
  return parts.length === 0
    ? []
    : [parts.join("/").replace(/\/{2,}/g, "/"), parts.join(""), ...parts];
}

interface About {
  readonly path: string;
  readonly sources: readonly string[];
}

function namesSource(what: string, known: ReadonlyMap<string, string>, about: About): boolean {
  return spellings(what, known).some((value) =>
    about.sources.some((source) => isSamePath(value, source, about.path)),
  );
}

/** Whether a spelled path is this source: whole, or by a relative path to it; extensions aside. */
export function isSamePath(value: string, source: string, from: string): boolean {
  const bare = source.replace(/\.[a-z]+$/i, "");
  const wanted = resolved(value, from).replace(/\.[a-z]+$/i, "");
  const same = bare.endsWith(`/${wanted}`) || wanted.endsWith(`/${bare}`);
  return wanted === bare || (wanted.includes("/") && same) || isSibling(value, source, from);
}

/** Go and Rust name files from where the test stands. */
function isSibling(value: string, source: string, from: string): boolean {
  if (!/\.(?:go|rs)$/.test(from) || value.startsWith(".")) return false;
  return source === [...from.split("/").slice(0, -1), value].join("/");
}

/** `../src/x` of a test, as a path of the repository. */
function resolved(value: string, from: string): string {
  if (!value.startsWith(".")) return value;
  const parts = from.split("/").slice(0, -1);
  for (const part of value.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}
