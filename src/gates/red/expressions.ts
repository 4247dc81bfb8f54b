/** `const name = expression`, as JavaScript, TypeScript and Python write it. */
export interface Binding {
  readonly name: string;
  /** Index of the name in the text. */
  readonly index: number;
  /** From behind the `=` to the end of the statement. */
  readonly value: string;
}

/** A value longer than this is data; what matters of it stands at its beginning. */
const LONGEST = 2_000;

const BINDING =
  /(?<![\w$.])(?:(?:const|let|var)\s+)?([A-Za-z_$][\w$]*)(?:\s{0,40}:\s{0,40}[\w.[\]<>|][\w.[\]<>| ]{0,400})?\s{0,40}=(?![=>])\s*/g;

/** How often a character is read again as part of a value around it; then values are cut short. */
const OFTEN = 8;
const SHORT = 80;

/** Every assignment of a file, first to last; strings and calls may span lines. Linear in its length. */
export function bindingsIn(text: string): Binding[] {
  let left = OFTEN * text.length;
  return [...text.matchAll(BINDING)].map((match) => {
    const from = match.index + match[0].length;
    const value = text.slice(from, endWithin(text, from, left > 0 ? LONGEST : SHORT));
    left -= value.length;
    return { name: match[1] ?? "", index: match.index, value };
  });
}

/** Where a statement ends: a semicolon or line end outside brackets and strings. */
export function statementEnd(text: string, from: number): number {
  return endWithin(text, from, 10 * LONGEST);
}

function endWithin(text: string, from: number, atMost: number): number {
  return walk(text.slice(0, from + atMost), from, (char, depth, at) => {
    return depth < 0 || (depth === 0 && (char === ";" || endsLine(text, at)));
  });
}

/** Goes over code outside strings until `stop` says so, told how deep in brackets it is. */
function walk(
  text: string,
  from: number,
  stop: (char: string, depth: number, at: number) => boolean,
): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at] ?? "";
    if (QUOTES.has(char)) at = stringEnd(text, at);
    depth += DEPTH[char] ?? 0;
    if (stop(char, depth, at)) return at;
  }
  return text.length;
}

const QUOTES = new Set(['"', "'", "`"]);
/** What each bracket adds to the depth. */
export const DEPTH: Readonly<Record<string, number>> = {
  "(": 1,
  "[": 1,
  "{": 1,
  ")": -1,
  "]": -1,
  "}": -1,
};

/** A line that ends with an operator, or whose next line begins with one, goes on. */
function endsLine(text: string, at: number): boolean {
  if (text[at] !== "\n") return false;
  const before = text.slice(Math.max(0, at - 20), at).trimEnd();
  return !/[-+*/=,.?:&|]$/.test(before) && !/^\s*[.+?:&|]/.test(text.slice(at + 1, at + 40));
}

function stringEnd(text: string, open: number): number {
  const quote = text[open];
  for (let at = open + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === quote || (text[at] === "\n" && quote !== "`")) return at;
  }
  return text.length;
}

/** What stands between an opening bracket and the one that closes it. */
export function insideOf(text: string, open: number): string {
  return text.slice(
    open + 1,
    walk(text, open, (_char, depth) => depth === 0),
  );
}

/** Names that are used in code; strings do not count, what a template puts in does; `.name` is none. */
export function namesIn(code: string): Set<string> {
  const put = [...code.matchAll(/\$\{([^{}]*)\}/g)].map((match) => match[1] ?? "");
  const bare = code.replace(/(["'`])(?:\\.|(?!\1)[^\\])*\1/g, " ");
  const words = [bare, ...put]
    .join(" ")
    .replaceAll("...", " ")
    .matchAll(/(?<![\w$.])[A-Za-z_$][\w$]*/g);
  return new Set([...words].map((match) => match[0]));
}
