import { bindingsIn, insideOf, namesIn } from "./expressions.ts";

const ASSERTION =
  /(?<![\w$.])(?:assert(?:\.(?:ok|equal|strictEqual|deepEqual|deepStrictEqual|notEqual|notStrictEqual|isTrue|isFalse))?|expect|t\.(?:is|ok|equal|same|true|false|not|deepEqual|truthy|falsy)|self\.assert(?:Equal|NotEqual|True|False|Is|IsNot|IsNone|IsNotNone|Greater|Less|GreaterEqual|LessEqual))\s*\(/g;
/** Anything else that may assert: a helper of the repository's own, or a method of the test's class. */
const MAY_ASSERT =
  /\bself\.\w+|\bassert\.\w+|\bt\.\w+|\b(?=\w{0,200}?(?:assert|check|verify|expect|should|ensure|raises|throws|fail|test))\w+\s{0,20}\(/i;
const PYTHON_ASSERT = /^[ \t]*assert\s+(?!\()([^\n]+)/gm;

/** Words of an assertion that are no values of the test's. */
const WORDS = new Set(
  "true false null undefined None True False not and or is in NaN Infinity await typeof new".split(
    " ",
  ),
);

/**
 * Whether every assertion of a test compares constants only: it ends alike whatever the code does.
 * Only assertions that run in any case count, so one in a branch or callback makes the answer no.
 * @param code the body with strings blanked
 * @param constants the file's names that hold one literal
 */
export function assertsConstants(code: string, constants: ReadonlySet<string>): boolean {
  if (MAY_ASSERT.test(code.replace(ASSERTION, " "))) return false;
  const assertions = assertionsIn(code);
  if (assertions.length === 0 || assertions.some(({ index }) => isConditional(code, index)))
    return false;
  return assertions.every(({ what }) => isConstant(what, constants));
}

interface Assertion {
  readonly index: number;
  readonly what: string;
}

function assertionsIn(code: string): Assertion[] {
  const calls = [...code.matchAll(ASSERTION)].map((match) => {
    const open = match.index + match[0].length - 1;
    const inside = insideOf(code, open);
    const rest = code.slice(open + inside.length + 2);
    const chain = /^(?:\s*\.\s*\w+)*\s*(?=\()/.exec(rest)?.[0];
    const more = chain === undefined || chain === "" ? "" : insideOf(rest, chain.length);
    return { index: match.index, what: `${inside} , ${more}` };
  });
  const bare = [...code.matchAll(PYTHON_ASSERT)].map((match) => ({
    index: match.index,
    what: match[1] ?? "",
  }));
  return [...calls, ...bare];
}

/** Inside a branch, a handler or a nested function: it may never run. */
function isConditional(code: string, index: number): boolean {
  const before = code.slice(0, index);
  if (/\b(?:if|else|catch|except|finally|for|while|with|switch|case)\b|\?|&&|\|\|/.test(before))
    return true;
  const depth = [...before].reduce((sum, char) => sum + depthOf(char), 0);
  return depth > 1;
}

function depthOf(char: string): number {
  if (char === "{") return 1;
  return char === "}" ? -1 : 0;
}

/** Names of a file that hold one literal and are never given another value. */
export function constantNames(file: string): ReadonlySet<string> {
  const bindings = bindingsIn(file);
  const times = new Map<string, number>();
  for (const { name } of bindings) times.set(name, (times.get(name) ?? 0) + 1);
  const changed = new Set(
    [...file.matchAll(/(?<![\w$])([\w$]+)\s*(?:\+\+|--|[-+*/|&]=)|(?:\+\+|--)([\w$]+)/g)].map(
      (match) => match[1] ?? match[2] ?? "",
    ),
  );
  const once = bindings.filter(({ name }) => times.get(name) === 1 && !changed.has(name));
  const known = new Set<string>();
  // In the order of the file: a constant is made of earlier ones.
  for (const { name, value } of once) if (isConstant(value, known)) known.add(name);
  return known;
}

/** Literals, operators and constant names: no call, no list, no property. */
function isConstant(what: string, constants: ReadonlySet<string>): boolean {
  const code = what.replace(/(["'`])(?:\\.|(?!\1)[^\\])*\1/g, "0");
  if (code.trim() === "" || /[[\]{}(.]|=>/.test(code.replace(/\d\.\d/g, "0"))) return false;
  return [...namesIn(code)].every((name) => WORDS.has(name) || constants.has(name));
}
