import { DEPTH, insideOf } from "./expressions.ts";
import type { TestBody } from "./test-bodies.ts";

/** `expect(x)` and its matcher; `assert.equal(a, b)` and its kin of every library; `assert(a === b)`. */
const EXPECT = /(?<![\w$.])expect\s*\(/g;
const TWO_SIDED =
  /(?<![\w$.])(?:assert\.(?:equals?|strictEqual|deepEqual|deepStrictEqual|same|is|eq)|(?:assertEquals?|assertStrictEquals|deepEqual|equal|strictEqual|deepStrictEqual)|t\.(?:is|equals?|same|deepEqual|strictSame|strictEqual|deepEquals?|like)|self\.assert(?:(?:Count|Sequence|List|Tuple|Set|Dict|MultiLine|Almost)?Equals?|Is))\s*\(/g;
const ONE_SIDED =
  /(?<![\w$.])(?:assert(?:\.(?:ok|isTrue))?|t\.(?:ok|true|assert|truthy)|self\.assertTrue)\s*\(/g;
const MATCHER =
  /^\s*(?:\.(?:to|be|have|deep|and|that|is|resolves|rejects|strict)\s*)*\.(?:toBe|toEqual|toStrictEqual|toMatchObject|equals?|eql?|eqls|deepEqual|same)\s*\(/;
const PYTHON_ASSERT = /^[ \t]*assert\s+(?!\()([^\n]+)/gm;

/**
 * The code of a test without the assertions that compare an expression with that very expression:
 * `expect(f(1)).toBe(f(1))` holds whatever `f` gives. Strings count: `f("a")` is not `f("b")`.
 * The same length and lines, what was taken out is blank.
 */
export function withoutSelfComparisons({ code, text }: TestBody): string {
  const found = [...expects(code, text), ...twoSided(code, text), ...oneSided(code, text)];
  return found.reduce(
    (left, { from, to }) =>
      left.slice(0, from) + left.slice(from, to).replace(/[^\n]/g, " ") + left.slice(to),
    code,
  );
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function expects(code: string, text: string): Range[] {
  return [...code.matchAll(EXPECT)].flatMap((call) => {
    const open = call.index + call[0].length - 1;
    const close = open + insideOf(code, open).length + 1;
    const matcher = MATCHER.exec(code.slice(close + 1, close + 200));
    if (matcher === null) return [];
    const second = close + matcher[0].length;
    const end = second + insideOf(code, second).length + 1;
    const left = text.slice(open + 1, close);
    const isSame = areSame(left, text.slice(second + 1, end)) || isSelfEqual(left, code, open + 1);
    return isSame ? [{ from: call.index, to: end + 1 }] : [];
  });
}

function twoSided(code: string, text: string): Range[] {
  return [...code.matchAll(TWO_SIDED)].flatMap((call) => {
    const open = call.index + call[0].length - 1;
    const inside = insideOf(code, open);
    const [first, second] = partsOf(inside, /^,/);
    if (first === undefined || second === undefined) return [];
    const at = (part: Range): string => text.slice(open + 1 + part.from, open + 1 + part.to);
    const range = { from: call.index, to: open + inside.length + 2 };
    return areSame(at(first), at(second)) ? [range] : [];
  });
}

function oneSided(code: string, text: string): Range[] {
  const calls = [...code.matchAll(ONE_SIDED)].map((call) => {
    const open = call.index + call[0].length - 1;
    const inside = insideOf(code, open);
    return { from: call.index, at: open + 1, to: open + inside.length + 2, length: inside.length };
  });
  const plain = [...code.matchAll(PYTHON_ASSERT)].map((match) => {
    const length = (match[1] ?? "").length;
    const to = match.index + match[0].length;
    return { from: match.index, at: to - length, to, length };
  });
  return [...calls, ...plain].filter(({ at, length }) =>
    isSelfEqual(text.slice(at, at + length), code, at),
  );
}

/** `a == a`, with a message behind it or without. */
function isSelfEqual(said: string, code: string, at: number): boolean {
  const [condition] = partsOf(code.slice(at, at + said.length), /^,/);
  if (condition === undefined) return false;
  const sides = partsOf(code.slice(at, at + condition.to), /^(?:===?|is\b(?!\s+not\b))/);
  const [left, right] = sides;
  if (sides.length !== 2 || left === undefined || right === undefined) return false;
  return areSame(said.slice(left.from, left.to), said.slice(right.from, right.to));
}

/** The parts of an expression between separators that stand in no bracket and no string. */
function partsOf(code: string, separator: RegExp): Range[] {
  const parts: Range[] = [];
  let [from, depth] = [0, 0];
  for (let at = 0; at < code.length; at += 1) {
    depth += DEPTH[code[at] ?? ""] ?? 0;
    const length = depth === 0 ? separatorAt(code, at, separator) : 0;
    if (length === 0) continue;
    parts.push({ from, to: at });
    at += length - 1;
    from = at + 1;
  }
  return [...parts, { from, to: code.length }];
}

/** How long the separator that begins here is; 0 within a word or another operator. */
function separatorAt(code: string, at: number, separator: RegExp): number {
  const before = code[at - 1] ?? "";
  const isWithin = /[!<>=]/.test(before) || (/\w/.test(code[at] ?? "") && /[\w$]/.test(before));
  return isWithin ? 0 : (separator.exec(code.slice(at, at + 12))?.[0].length ?? 0);
}

function areSame(left: string, right: string): boolean {
  const [one, other] = [bare(left), bare(right)];
  return one !== "" && one === other;
}

function bare(expression: string): string {
  return expression.replace(/\s+/g, "").replace(/^await(?=\w)/, "");
}
