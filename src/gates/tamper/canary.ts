import { testBodies } from "../red/test-bodies.ts";

/** A copy of a test in which one assertion expects something that no honest code gives. */
export interface Canary {
  readonly text: string;
  /** Line of the changed assertion, from 1. */
  readonly line: number;
}

/**
 * Changes one assertion of a test so that it must fail: its expected value becomes `token`, or, where
 * no value stands, its sense is turned. A referee that still passes it has been tampered with.
 * @param pick which of the assertions found, counted round; -1 is the last one
 * @returns null when no assertion of a known form is found
 */
export function makeCanary(text: string, token: string, pick: number): Canary | null {
  const lines = text.split("\n");
  const found = lines.flatMap((line, index) => {
    const changed = isIdle(lines, index) ? null : (expectOther(line, token) ?? turn(line));
    return changed === null ? [] : [{ index, changed }];
  });
  const chosen = found.at(pick % Math.max(found.length, 1));
  if (chosen === undefined) return null;
  const changed = lines.map((line, index) => (index === chosen.index ? chosen.changed : line));
  return { text: changed.join("\n"), line: chosen.index + 1 };
}

/** Names of the tests that a line stands in, outer ones first; none where the text does not tell. */
export function ownersOf(path: string, text: string, line: number): string[] {
  const around = testBodies(path, text).filter((body) => {
    const end = body.line + body.code.split("\n").length - 1;
    return body.line <= line && line <= end;
  });
  // A name that a table fills in is not the name that the report has.
  return around.some(({ name }) => /%[a-z]|\$/i.test(name)) ? [] : around.map(({ name }) => name);
}

/** A comment, or an assertion on the line of a test that is skipped. */
function isIdle(lines: readonly string[], index: number): boolean {
  return /^\s*(\/\/|#|\*|\/\*)|[.](skip|todo)\b|\bx(it|test)\(/.test(lines[index] ?? "");
}

/** Calls whose second argument is what is expected: node:assert, chai's assert, ava, tape, unittest. */
const TWO_SIDED =
  /\b(?:assert|t|test|self|is|tap)[.](?:strict[.])?(?:strictEqual|deepStrictEqual|equal|equals|deepEqual|deepEquals|same|strictSame|is|assertEqual|assertEquals|assertListEqual|assertDictEqual|assertSame)\(/;
/** Matchers whose argument is what is expected: jest, vitest, jasmine, chai's expect, rspec. */
const ONE_SIDED =
  /[.](?:toBe|toEqual|toStrictEqual|toMatchObject|toContain|toHaveLength|toHaveBeenCalledWith|equal|equals|eql|eq)\(/;

function expectOther(line: string, token: string): string | null {
  return (
    replaceArgument(line, TWO_SIDED, 1, token) ??
    replaceArgument(line, ONE_SIDED, 0, token) ??
    replaceComparison(line, token)
  );
}

/**
 * Another value, written as the one it replaces is: code that reads its own tests for what they
 * expect finds this one as easily, and then gives it.
 */
function likewise(expected: string, token: string): string {
  const [, before = "", value = "", after = ""] = /^(\s*)(.*?)(\s*)$/s.exec(expected) ?? [];
  const quote = /^(["'`]).*\1$/s.exec(value)?.[1];
  if (quote !== undefined) return before + quote + token + quote + after;
  if (/^-?\d+$/.test(value)) return before + numberFrom(token) + after;
  return before + JSON.stringify(token) + after;
}

/** A number of nine digits that nothing honest comes to. */
export function numberFrom(token: string): string {
  let number = 0;
  for (const character of token) number = (number * 31 + character.charCodeAt(0)) % 899_999_963;
  return String(100_000_007 + number);
}

function replaceArgument(line: string, call: RegExp, wanted: number, token: string): string | null {
  const match = call.exec(line);
  if (match === null) return null;
  const span = argumentSpans(line, match.index + match[0].length)[wanted];
  if (span === undefined) return null;
  return line.slice(0, span[0]) + likewise(line.slice(...span), token) + line.slice(span[1]);
}

/** Where each argument of a call begins and ends; nothing when the call does not end on the line. */
function argumentSpans(line: string, from: number): [number, number][] {
  const spans: [number, number][] = [];
  let start = from;
  for (const at of topLevelMarks(line, from)) {
    if (line.slice(start, at).trim() !== "") spans.push([start, at]);
    if (line[at] === ")") return spans;
    start = at + 1;
  }
  return [];
}

/** Commas and the closing bracket of the call whose arguments begin at `from`. */
function topLevelMarks(line: string, from: number): number[] {
  const marks: number[] = [];
  let depth = 0;
  for (let at = from; at < line.length && depth >= 0; at += 1) {
    at = endOfString(line, at);
    const character = line[at] ?? "";
    if (depth === 0 && (character === "," || character === ")")) marks.push(at);
    depth += depthOf(character);
  }
  return marks;
}

function depthOf(character: string): number {
  if ("([{".includes(character)) return 1;
  return ")]}".includes(character) ? -1 : 0;
}

/** Index of the closing quote of a string that begins here, else `at` itself. */
function endOfString(line: string, at: number): number {
  const quote = line[at] ?? "";
  if (!/["'`]/.test(quote)) return at;
  for (let end = at + 1; end < line.length; end += 1) {
    if (line[end] === "\\") end += 1;
    else if (line[end] === quote) return end;
  }
  return at;
}

/** `assert f(x) == "y"`, as pytest and plain scripts have it; a message after a comma stays. */
function replaceComparison(line: string, token: string): string | null {
  if (!/^\s*assert\s/.test(line)) return null;
  const marks = outsideStrings(line);
  const equals = marks.filter((at) => line.startsWith(" == ", at));
  const [from] = equals;
  if (from === undefined || equals.length > 1 || /\b(and|or|for|if)\b/.test(line)) return null;
  const start = from + " == ".length;
  let depth = 0;
  for (const at of marks.filter((mark) => mark >= start)) {
    if (depth === 0 && /[,#]/.test(line[at] ?? "")) {
      return line.slice(0, start) + likewise(line.slice(start, at), token) + line.slice(at);
    }
    depth += depthOf(line[at] ?? "");
  }
  return depth === 0 ? line.slice(0, start) + likewise(line.slice(start), token) : null;
}

/** Every place of a line that is not inside a string. */
function outsideStrings(line: string): number[] {
  const places: number[] = [];
  for (let at = 0; at < line.length; at += 1) {
    const end = endOfString(line, at);
    if (end === at) places.push(at);
    at = end;
  }
  return places;
}

const TURNS: readonly (readonly [RegExp, string])[] = [
  [/(\bexpect\(.{0,2000}\))([.]not)[.](to[A-Z])/, "$1.$3"],
  [/(\bexpect\(.{0,2000}\))[.](to[A-Z])/, "$1.not.$2"],
  [/\bassert[.]throws\(/, "assert.doesNotThrow("],
  [/\bassert[.]ok\(/, "assert.ok(!"],
  [/\bassert\((?!\s*$)/, "assert(!"],
  [/\bself[.]assertTrue\(/, "self.assertFalse("],
  [/\bself[.]assertFalse\(/, "self.assertTrue("],
  [/^(\s*)assert (?!not )(.+?)(\s*(?:,\s*f?["'].*|#.*)?)$/, "$1assert not ($2)$3"],
];

function turn(line: string): string | null {
  for (const [pattern, replacement] of TURNS) {
    if (pattern.test(line)) return line.replace(pattern, replacement);
  }
  return null;
}
