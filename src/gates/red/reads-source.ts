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

const CALLS =
  /\b(?:readFileSync|readFile|readTextFileSync|readTextFile|createReadStream|File\.read|file_get_contents|linecache\.getlines|open)\s*\(/g;
/** `(…).read_text()` and `NAME.read_text()`. */
const METHODS = /((?<![\w.])[\w.]+|\))\s*\.\s*(?:read_text|read_bytes|open|readlines)\s*\(/g;

function readsIn(text: string): Read[] {
  const calls = [...text.matchAll(CALLS)].map((call) => ({
    index: call.index,
    what: firstArgument(insideOf(text, call.index + call[0].length - 1)),
  }));
  const methods = [...text.matchAll(METHODS)].map((call) => ({
    index: call.index,
    what: call[1] === ")" ? receiver(text, call.index) : (call[1] ?? ""),
  }));
  return [...calls, ...methods];
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
  return wanted === bare || (wanted.includes("/") && same);
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
