import { namesIn } from "./expressions.ts";

/** A place where a test looks at how a function is written, not at what it does. */
export interface Shape {
  /** 0-based, in the file's text. */
  readonly index: number;
  readonly what: "text" | "arity";
}

const PYTHON_TEXT =
  /\binspect\.(?:getsource|getsourcelines|getsourcefile|findsource|getfile)\s*\(|(?<![\w.])getsource(?:lines)?\s*\(|\.__code__\b(?!\.co_(?:arg|kwonly|posonly|varnames|nlocals))|\bdis\.(?:dis|Bytecode|get_instructions)\s*\(|\b(?:open|Path|getsize|getmtime|stat)\s{0,8}\(\s{0,8}[A-Za-z_][\w.]{0,80}\.__file__\b/g;
const PYTHON_ARITY =
  /\binspect\.(?:signature|getfullargspec|getargspec|getcallargs)\s*\(|(?<![\w.])(?:signature|getfullargspec)\s*\(|\.__code__\.co_(?:arg|kwonly|posonly|varnames|nlocals)\w*|\.__(?:kw)?defaults__\b/g;
const RUBY_ARITY = /\.(?:instance_)?method\s*\(?\s*:\w+[?!]?\s*\)?\s*\.\s*(?:arity|parameters)\b/g;
const RUBY_TEXT =
  /\.(?:instance_)?method\s*\(?\s*:\w+[?!]?\s*\)?\s*\.\s*(?:source|source_location)\b/g;
const OTHERS_ARITY =
  /\bnew\s+\\?Reflection(?:Function|Method)\s*\(|\breflect\.TypeOf\s*\([^)\n]*\)\.Num(?:In|Out)\b|\.getParameterCount\s*\(/g;

/**
 * Where a test reads a function's own text (`String(fn)`, `inspect.getsource`) or counts its
 * parameters (`fn.length`, `inspect.signature`). Of an imported value only when the file shows that
 * it is a function: a list has a length, too.
 * @param code the file, comments and strings blanked
 */
export function shapeReads(path: string, text: string, code: string): Shape[] {
  const all = (pattern: RegExp, what: Shape["what"]): Shape[] =>
    [...code.matchAll(pattern)].map(({ index }) => ({ index, what }));
  if (/\.[cm]?[jt]sx?$/.test(path)) return javascriptShapes(text, code);
  if (path.endsWith(".py")) return [...all(PYTHON_TEXT, "text"), ...all(PYTHON_ARITY, "arity")];
  if (path.endsWith(".rb")) return [...all(RUBY_TEXT, "text"), ...all(RUBY_ARITY, "arity")];
  return all(OTHERS_ARITY, "arity");
}

const NAME = "[A-Za-z_$][\\w$]{0,80}(?:\\.[A-Za-z_$][\\w$]{0,80}){0,4}";
const AS_TEXT = [
  `(?<![\\w$.])(?:String|inspect|util\\.inspect|Function\\.prototype\\.toString\\.call)\\s*\\(\\s*(${NAME})\\s*\\)`,
  `(?<![\\w$.])(${NAME})\\.toString\\s*\\(\\s*\\)`,
];
/** What a template puts in stands in the text alone. */
const IN_TEMPLATE = `\\$\\{\\s*(${NAME})\\s*\\}`;
const LENGTH = `(?<![\\w$.])(${NAME})\\.length\\b`;
const HAS_LENGTH = `(?<![\\w$.])expect\\s*\\(\\s*(${NAME})\\s*\\)(?:\\.\\w+){0,4}\\.(?:toHaveLength|lengthOf|length)\\s*\\(`;

function javascriptShapes(text: string, code: string): Shape[] {
  const functions = functionNames(code);
  const find = (pattern: string, what: Shape["what"], within = code): Shape[] =>
    [...within.matchAll(new RegExp(pattern, "g"))].flatMap((match) =>
      functions.has(match[1] ?? "") || isMethodOfClass(match[1] ?? "")
        ? [{ index: match.index, what }]
        : [],
    );
  return [
    ...AS_TEXT.flatMap((pattern) => find(pattern, "text")),
    ...find(IN_TEMPLATE, "text", text),
    ...find(LENGTH, "arity"),
    ...find(HAS_LENGTH, "arity"),
  ];
}

function isMethodOfClass(name: string): boolean {
  return /\.prototype\.\w+$/.test(name);
}

/** Imported names, and members of imported modules, that the file calls or says are functions. */
function functionNames(code: string): ReadonlySet<string> {
  const imported = importedNames(code);
  const called = code.matchAll(
    new RegExp(`(?<![\\w$.])(?:new\\s+)?(${NAME})\\s*\\(|\\btypeof\\s+(${NAME})`, "g"),
  );
  const names = [...called].map((match) => match[1] ?? match[2] ?? "");
  return new Set(names.filter((name) => imported.has(name.split(".")[0] ?? "")));
}

function importedNames(code: string): ReadonlySet<string> {
  const clauses = [
    ...code.matchAll(/^[ \t]*import\s+([^"';]{1,2000}?)\s*from\b/gm),
    ...code.matchAll(
      /\b(?:const|let|var)\s+(\{[^{}]{0,2000}\}|[\w$]+)\s*=\s*(?:await\s+import|require)\s*\(/g,
    ),
  ];
  const given = clauses.map((match) =>
    (match[1] ?? "").replace(/(?<![\w$])[\w$]+\s*(?:\bas\b|:)\s*/g, "").replace(/\*\s*as\s*/g, ""),
  );
  return namesIn(given.join(" "));
}
