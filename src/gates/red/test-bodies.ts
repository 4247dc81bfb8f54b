/** One test as the source text has it. */
export interface TestBody {
  readonly name: string;
  /** 1-based line of its head. */
  readonly line: number;
  /** Code between head and end: comments gone, what strings hold blanked. */
  readonly code: string;
  /** The same with its strings. */
  readonly text: string;
  /** It is given something by the runner: a fixture, perhaps one of another file. */
  readonly parameters: boolean;
}

/** Finds the tests of a file by the shape of its language; nothing where the language is not known. */
export function testBodies(path: string, text: string): TestBody[] {
  if (/\.[cm]?[jt]sx?$/.test(path)) return javascriptBodies(text);
  if (path.endsWith(".py")) return pythonBodies(text);
  return [];
}

const JS_HEAD =
  /(?<![\w$.])(?:it|test)(?:\.(?:only|skip|concurrent|sequential|failing|serial|each\([^)]*\)))*\s*\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g;

function javascriptBodies(text: string): TestBody[] {
  const code = withoutNoise(text, JS_NOISE);
  const bodies: TestBody[] = [];
  for (const head of text.matchAll(JS_HEAD)) {
    // A head inside a comment or a string is not code.
    if (code.slice(head.index, head.index + 2).trim() === "") continue;
    const end = closing(code, text.indexOf("(", head.index));
    const from = head.index + head[0].length;
    bodies.push(bodyOf(head[2] ?? "", { code, text, head: head.index, from, end }));
  }
  return bodies;
}

interface Range {
  readonly code: string;
  readonly text: string;
  readonly head: number;
  readonly from: number;
  readonly end: number;
}

function bodyOf(name: string, { code, text, head, from, end }: Range): TestBody {
  return {
    name,
    line: lineAt(text, head),
    code: code.slice(from, end),
    text: text.slice(from, end),
    parameters: GIVEN.test(text.slice(head, from) + code.slice(from, end)),
  };
}

/** `def test_a(client)`, `test("a", ({ page }) => …)`, `it.each(table)(…)`, `t.context`, `this.app`. */
const GIVEN =
  /^def \w+\s*\(\s*(?!self\s*\)|\))|^(?:it|test)[^(]*\.each|^[^,]*,\s*(?:async\s*)?(?:function\s*\w*\s*)?\(\s*(?:\{|\w+\s*,)|\bt\.context\b|\bthis\./;

/** Index of the parenthesis that closes the one at `open`, in code without strings. */
function closing(code: string, open: number): number {
  let depth = 0;
  for (let at = open; at < code.length; at += 1) {
    if (code[at] === "(") depth += 1;
    if (code[at] === ")") depth -= 1;
    if (depth === 0) return at;
  }
  return code.length;
}

function pythonBodies(text: string): TestBody[] {
  const code = withoutNoise(text, PYTHON_NOISE);
  const heads = [...code.matchAll(/^([ \t]*)(?:async )?def (test\w*)\s*\(/gm)];
  return heads.map((head) => {
    const from = code.indexOf(":", closing(code, head.index + head[0].length - 1)) + 1;
    const indent = (head[1] ?? "").length;
    const rest = code.slice(from);
    const next = rest.search(new RegExp(`\\n[ \\t]{0,${indent}}\\S`));
    const end = next === -1 ? code.length : from + next;
    return bodyOf(head[2] ?? "", { code, text, head: head.index + indent, from, end });
  });
}

/** Comments, then strings: the first alternative that matches at a place wins. */
const JS_NOISE =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|(["'])((?:\\[\s\S]|(?!\1)[^\\\n])*)\1|`(?:\\[\s\S]|[^\\`])*`|\/(?<=[(,=:[!&|?{};]\s*\/)(?![*/])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\\\n[])+\//g;
const PYTHON_NOISE = /#[^\n]*|("""|''')[\s\S]*?\1|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;

/** The same length and lines, comments blank and strings empty between their quotes. */
export function withoutNoise(text: string, noise: RegExp): string {
  return text.replace(noise, (found) => {
    const quote = /^["'`]/.test(found) ? (found[0] ?? "") : "";
    const blank = found.replace(/[^\n]/g, " ");
    return quote === "" || found.length < 2 ? blank : `${quote}${blank.slice(1, -1)}${quote}`;
  });
}

/** Code of a whole file, comments and strings blanked; other languages only lose line comments. */
export function codeOf(path: string, text: string): string {
  if (/\.[cm]?[jt]sx?$/.test(path)) return withoutNoise(text, JS_NOISE);
  if (/\.(?:py|rb)$/.test(path)) return withoutNoise(text, PYTHON_NOISE);
  return withoutNoise(text, /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"/g);
}

export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}
