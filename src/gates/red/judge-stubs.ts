import { saysNotImplemented } from "../../domain/not-implemented.ts";
import type { Verdict } from "../../domain/verdict.ts";
import { codeOf } from "./test-bodies.ts";

/** A file as a scaffolder left it, and the numbers (from 1) of the lines that are its own. */
export interface StubText {
  readonly text: string;
  readonly added: readonly number[];
}

/**
 * What the text of stubs tells without a run. It refuses only what is behaviour for sure, a result that
 * is returned; `isBare` is true only when nothing but stubs was seen. Between the two the run decides.
 * @param mayBeEmpty stubs may give empty values, because what they raise would end the whole run
 */
export function judgeStubs(
  texts: Readonly<Record<string, StubText>>,
  mayBeEmpty = false,
): {
  readonly verdict: Verdict;
  readonly isBare: boolean;
} {
  const all = Object.entries(texts).flatMap(([path, file]) => linesOf(path, file));
  const lines = mayBeEmpty ? all.filter(({ raw }) => !GIVES_NOTHING.test(raw)) : all;
  const results = lines.filter(
    ({ code, raw }) => returnsResult(code) && !saysNotImplemented(raw) && !GIVES_NOTHING.test(raw),
  );
  const isMarked = mayBeEmpty || lines.some(({ raw }) => saysNotImplemented(raw));
  const isBare = isMarked && !lines.some(mayDoSomething);
  if (results.length === 0) return { verdict: { kind: "pass" }, isBare };
  const places = results.slice(0, 5).map(({ path, line, raw }) => `${path}:${line}: ${raw.trim()}`);
  return {
    isBare: false,
    verdict: {
      kind: "fail",
      gate: "scaffold",
      code: "scaffold_implements",
      reason: `A stub returns a result (${places.join("; ")}).`,
      fix: "Let each body raise the language's not-implemented error and do nothing else.",
      paths: [...new Set(results.map(({ path }) => path))],
    },
  };
}

interface Line {
  readonly path: string;
  readonly line: number;
  /** Comments gone, strings blanked. */
  readonly code: string;
  readonly raw: string;
}

function linesOf(path: string, { text, added }: StubText): Line[] {
  const code = codeOf(path, text).split("\n");
  const raw = text.split("\n");
  return added.flatMap((line) => {
    const own = { path, line, code: code[line - 1] ?? "", raw: raw[line - 1] ?? "" };
    return own.code.trim() === "" ? [] : [own];
  });
}

/** `return` and what it gives: an object or function that only holds stubs is shape, not behaviour. */
const RETURN = /(?<![\w$.])return\b\s*([^;}\s].*)?/;
const SHAPE =
  /^(?:\{|\(?\s*(?:async\s+)?function\b|class\b|new\b|self\b|\$?this\b|&\w+\{|None\b|nil\b|null\b|undefined\b|void\b)/;

/** `return 0, nil`, `return ""`, `return [];` */
const GIVES_NOTHING =
  /^\s*return\b[\s(]*(?:(?:0(?:\.0)?|""|''|``|false|nil|null|None|undefined|NULL|\[\]|\{\}|\w*\{\})[\s,)]*)*;?\s*$/;

function returnsResult(code: string): boolean {
  const given = RETURN.exec(code)?.[1];
  return given !== undefined && !SHAPE.test(given);
}

const BUSY =
  /(?<![\w$.])(?:return\s*[^;}\s]|for\b|while\b|switch\b|match\b|yield\b|await\b|else\b)|=>\s*(?![\s{]|$)|\w\.\w+\([^)]/;

/** Anything from which a test could get a value: then it is not sure that there are only stubs. */
function mayDoSomething({ code, raw }: Line): boolean {
  return (
    BUSY.test(code) &&
    !saysNotImplemented(raw) &&
    !/^\s*(?:import|from|export\s*\{|require|use|type|interface)\b/.test(code)
  );
}
