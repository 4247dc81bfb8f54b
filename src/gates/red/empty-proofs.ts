import type { Dialect } from "./dialects/dialect.ts";
import { dialectOf } from "./dialects/dialect-of.ts";
import { DEPTH } from "./expressions.ts";
import { bodiesIn } from "./test-bodies-of.ts";

/** A test that ends alike whatever the code does, or looks at nothing. */
export interface EmptyProof {
  /** 1-based line of the test's head. */
  readonly line: number;
  readonly code: "UNCONDITIONAL_FAILURE" | "TAUTOLOGY" | "NO_ASSERTION";
}

/**
 * Tests that prove nothing in Go, Rust, Java, C#, PHP, Ruby, Lua, Elixir, C++ and Bats, by their text.
 * Nothing is found in a file of another language, and nothing where the text leaves a doubt.
 */
export function emptyProofs(path: string, text: string): readonly EmptyProof[] {
  const dialect = dialectOf(path);
  if (dialect === null) return [];
  const own = functionsIn(text);
  return bodiesIn(dialect, text).flatMap(({ line, head, code, text: said }) => {
    const found = weakness(dialect, { head, code, said, own });
    return found === null ? [] : [{ line, code: found }];
  });
}

interface Body {
  readonly head: string;
  /** Without comments, strings blank. */
  readonly code: string;
  /** The same with its strings. */
  readonly said: string;
  /** Names of the functions that the file defines. */
  readonly own: ReadonlySet<string>;
}

function functionsIn(text: string): ReadonlySet<string> {
  const made = text.matchAll(
    /\b(?:func|fn|def|defp|function|void|bool|auto)\s+(?:\([^()\n]*\)\s*)?(\w+)/g,
  );
  return new Set([...made].map((match) => match[1] ?? ""));
}

function weakness(dialect: Dialect, body: Body): EmptyProof["code"] | null {
  const { code, said } = body;
  if (code.trim() === "") return null;
  const verdicts = constantComparisons(dialect, code, said);
  const differ = blanked(
    code,
    verdicts.filter(({ isSame }) => !isSame).map(({ range }) => range),
  );
  const withoutFails = differ.replace(dialect.fails, blank);
  if (withoutFails !== code && !saysMore(withoutFails)) return "UNCONDITIONAL_FAILURE";
  const same = blanked(
    code,
    verdicts.filter(({ isSame }) => isSame).map(({ range }) => range),
  );
  const withoutTruths = same.replace(dialect.holds, blank);
  const asserts = dialect.asserts;
  if (asserts === null)
    return withoutTruths !== code && !saysMore(withoutTruths) ? "TAUTOLOGY" : null;
  if (withoutTruths !== code && !asserts.test(withoutTruths)) return "TAUTOLOGY";
  return mayAssert(dialect, asserts, body) ? null : "NO_ASSERTION";
}

/** By its words, by a helper that is called something with "test", or by one that the file or class has. */
function mayAssert(
  { helper, fixture }: Dialect,
  asserts: RegExp,
  { head, code, own }: Body,
): boolean {
  const whole = `${head} ${code}`;
  if (asserts.test(whole) || helper.test(code) || fixture?.test(head) === true) return true;
  const called = code.match(/[A-Za-z_]\w*/g) ?? [];
  return called.some((name) => own.has(name) || /test/i.test(name));
}

/** Any word that is no keyword: something is called, or may be. */
function saysMore(rest: string): boolean {
  const words = rest.match(/[A-Za-z_$][\w$]*/g) ?? [];
  return words.some((word) => !KEYWORDS.has(word));
}

const KEYWORDS = new Set("return end do this self t null nil void".split(" "));

interface Range {
  readonly from: number;
  readonly to: number;
}

interface Comparison {
  readonly range: Range;
  readonly isSame: boolean;
}

/** Comparisons that are settled before anything runs: of a thing with itself, or of two literals. */
function constantComparisons(dialect: Dialect, code: string, said: string): Comparison[] {
  return [
    ...twoSided(dialect, code, said),
    ...chained(dialect, code, said),
    ...oneSided(dialect, code, said),
  ];
}

function twoSided({ compares, before }: Dialect, code: string, said: string): Comparison[] {
  return [...code.matchAll(compares)].flatMap((call) => {
    const inside = argumentsAt(code, call.index + call[0].length);
    const [left, right] = partsOf(code, inside, ",").slice(before);
    return settled(said, left, right, { from: call.index, to: inside.to + 1 });
  });
}

function chained({ subject, matcher }: Dialect, code: string, said: string): Comparison[] {
  if (subject === null || matcher === null) return [];
  return [...code.matchAll(subject)].flatMap((call) => {
    const left = argumentsAt(code, call.index + call[0].length);
    const then = matcher.exec(code.slice(left.to + 1, left.to + 200));
    if (then === null) return [];
    const right = argumentsAt(code, left.to + 1 + then[0].length);
    return settled(said, left, right, { from: call.index, to: right.to + 1 });
  });
}

function oneSided({ conditions, equal }: Dialect, code: string, said: string): Comparison[] {
  return [...code.matchAll(conditions)].flatMap((call) => {
    const inside = argumentsAt(code, call.index + call[0].length);
    const range = { from: call.index, to: inside.to + 1 };
    return partsOf(code, inside, ",").flatMap((condition) => {
      const [left, right, ...more] = partsOf(code, condition, equal);
      return more.length > 0 ? [] : settled(said, left, right, range);
    });
  });
}

function settled(
  said: string,
  left: Range | undefined,
  right: Range | undefined,
  range: Range,
): Comparison[] {
  if (left === undefined || right === undefined) return [];
  const [one, other] = [left, right].map(({ from, to }) =>
    said.slice(from, to).replace(/\s+/g, ""),
  );
  if (one === undefined || other === undefined || one === "" || other === "") return [];
  if (one === other) return [{ range, isSame: true }];
  return LITERAL.test(one) && LITERAL.test(other) ? [{ range, isSame: false }] : [];
}

/** A number, a word that is one value, or a string into which nothing is put. */
const LITERAL = /^(?:-?\d[\d_.]*|true|false|null|nil|None|"[^"$#{}\\]*"|'[^'$#{}\\]*')$/;

/** From behind an opening bracket to the one that closes it, or from a space to the line's end. */
function argumentsAt(code: string, from: number): Range {
  const isOpen = /[([]\s*$/.test(code.slice(Math.max(0, from - 40), from));
  let depth = 0;
  for (let at = from; at < code.length; at += 1) {
    const char = code[at] ?? "";
    if (depth === 0 && (isOpen ? /[)\]]/.test(char) : /[\n;]/.test(char))) return { from, to: at };
    depth += DEPTH[char] ?? 0;
  }
  return { from, to: code.length };
}

/** The parts between separators that stand in no bracket. */
function partsOf(code: string, { from, to }: Range, separator: string): Range[] {
  const parts: Range[] = [];
  let [start, depth] = [from, 0];
  for (let at = from; at < to; at += 1) {
    depth += DEPTH[code[at] ?? ""] ?? 0;
    if (depth !== 0 || !separates(code, at, separator)) continue;
    const length = code[at + separator.length] === "=" ? separator.length + 1 : separator.length;
    parts.push({ from: start, to: at });
    start = at + length;
    at = start - 1;
  }
  return [...parts, { from: start, to }];
}

/** `==` and `===`, which are no part of `!=`, `<=` or `=>`. */
function separates(code: string, at: number, separator: string): boolean {
  return (
    code.startsWith(separator, at) && !(separator !== "," && /[!<>=~]/.test(code[at - 1] ?? ""))
  );
}

function blanked(code: string, ranges: readonly Range[]): string {
  return ranges.reduce(
    (left, { from, to }) => left.slice(0, from) + blank(left.slice(from, to)) + left.slice(to),
    code,
  );
}

function blank(found: string): string {
  return found.replace(/[^\n]/g, " ");
}
