import type { Dialect } from "./dialects/dialect.ts";
import { DEPTH } from "./expressions.ts";
import { lineAt, withoutNoise } from "./test-bodies.ts";

/** One test of a file, between its head and its end. */
export interface DialectBody {
  /** 1-based line of its head. */
  readonly line: number;
  readonly head: string;
  /** Comments gone, what strings hold blanked. */
  readonly code: string;
  /** The same with its strings; comments are there, too. */
  readonly text: string;
}

/** The tests of a file in a language that says where they begin and end. */
export function bodiesIn(dialect: Dialect, text: string): readonly DialectBody[] {
  const code = withoutNoise(text, dialect.noise);
  return [...code.matchAll(dialect.head)].map((match) => {
    const from = match.index + match[0].length;
    const start = match.index + (/^\s*/.exec(match[0])?.[0].length ?? 0);
    const to = dialect.ends === "}" ? closingBrace(code, from) : closingLine(code, from, match[0]);
    const [head, line] = [match[0], lineAt(text, start)];
    return { line, head, code: code.slice(from, to), text: text.slice(from, to) };
  });
}

/** The head has opened one. */
function closingBrace(code: string, from: number): number {
  let depth = 1;
  for (let at = from; at < code.length; at += 1) {
    if (code[at] === "{" || code[at] === "}") depth += DEPTH[code[at] ?? ""] ?? 0;
    if (depth === 0) return at;
  }
  return code.length;
}

/** The first line that says `end` and is indented no deeper than the head. */
function closingLine(code: string, from: number, head: string): number {
  const indent = /^[ \t]*/.exec(head.replace(/^\n/, ""))?.[0].length ?? 0;
  const end = new RegExp(`^[ \\t]{0,${indent}}end\\b`, "m").exec(code.slice(from));
  return end === null ? code.length : from + end.index;
}
