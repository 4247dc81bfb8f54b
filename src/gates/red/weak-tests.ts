import { asksOf } from "./asks-of.ts";
import { withoutSelfComparisons } from "./compares-itself.ts";
import { assertsConstants, constantNames } from "./constant-assertions.ts";
import { emptyProofs } from "./empty-proofs.ts";
import { reaches, subjectNames } from "./reached-code.ts";
import { shapeReads } from "./reads-shape.ts";
import { isSamePath, sourceReads } from "./reads-source.ts";
import type { TestBody } from "./test-bodies.ts";
import { codeOf, lineAt, testBodies } from "./test-bodies.ts";

/** A test that cannot prove anything, or may not. */
export interface WeakTest {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly code: WeakCode;
  readonly severity: "refuse" | "warn";
  /** The one thing to do; goes word for word into the next prompt. */
  readonly fix: string;
}

export type WeakCode =
  | "UNCONDITIONAL_FAILURE"
  | "TAUTOLOGY"
  | "NO_ASSERTION"
  | "NEVER_CALLS"
  | "ASSERTS_STUB"
  | "FOCUSED"
  | "SKIPPED"
  | "READS_SOURCE"
  | "READS_ARITY"
  | "MOCKS_SUBJECT"
  | "FIRST_SNAPSHOT"
  | "NOT_HERMETIC"
  | "GENERIC_NAME";

const FIXES: Readonly<Record<WeakCode, string>> = {
  UNCONDITIONAL_FAILURE:
    "A test that always fails proves nothing: call the code under test and assert what it must do.",
  TAUTOLOGY:
    "Assert on what the code under test gives, against the value you expect: not on what is always true, and not on a call compared with itself.",
  NO_ASSERTION: "Assert something: a test without an assertion passes whatever the code does.",
  NEVER_CALLS: "Call the code under test in this test, and assert on what it gives.",
  ASSERTS_STUB:
    "Assert what the finished code does: that a stub is, or is no longer, a stub says nothing of it.",
  FOCUSED: "Take out the focus (.only, fit, fdescribe): it hides every other test.",
  SKIPPED: "Take out the skip or todo: a test that does not run proves nothing.",
  READS_SOURCE: "Call the code instead of reading its source text: the text is not the behaviour.",
  READS_ARITY:
    "Call the code with the arguments that matter: how many parameters it declares is not its behaviour.",
  MOCKS_SUBJECT: "Do not mock the module under test: the real one has to be exercised.",
  FIRST_SNAPSHOT:
    "Assert explicit values: a snapshot that is written on its first run accepts anything.",
  NOT_HERMETIC:
    "Pass time, randomness and network in, so that the test gives one result everywhere.",
  GENERIC_NAME: "Name the test as the behaviour it promises.",
};

const WARNINGS: readonly WeakCode[] = ["NOT_HERMETIC", "GENERIC_NAME"];

/**
 * Finds tests that always fail, always pass, do not run or do not exercise the code (S3-22, S3-24).
 * Judged by text, and only refused where the text leaves no doubt: false alarms stop honest work.
 * @param texts test files, path to text
 * @param sourcePaths the files whose behaviour the tests are about
 */
export function findWeakTests(
  texts: Readonly<Record<string, string>>,
  sourcePaths: readonly string[],
): readonly WeakTest[] {
  return Object.entries(texts).flatMap(([path, text]) => {
    const found = [
      ...inBodies(path, text),
      ...inFile(path, text),
      ...aboutSources(path, text, sourcePaths),
    ];
    return found.map(({ line, code }) => {
      const severity = WARNINGS.includes(code) ? "warn" : "refuse";
      return { path, line, code, severity, fix: FIXES[code] } as const;
    });
  });
}

interface Found {
  readonly line: number;
  readonly code: WeakCode;
}

function inBodies(path: string, text: string): Found[] {
  const others = emptyProofs(path, text);
  if (others.length > 0) return [...others];
  const constants = constantNames(codeOf(path, text));
  const subjects = subjectNames(path, text);
  return testBodies(path, text).flatMap((body) => {
    const found = codeIn(body) ?? emptyProof(body, constants, subjects);
    return found === null ? [] : [{ line: body.line, code: found }];
  });
}

/** Asserts, but not on what the code under test gives. */
function emptyProof(
  body: TestBody,
  constants: ReadonlySet<string>,
  subjects: ReadonlySet<string> | null,
): WeakCode | null {
  if (ASSERTS_STUB.test(body.text)) return "ASSERTS_STUB";
  if (assertsConstants(body.code, constants)) return "UNCONDITIONAL_FAILURE";
  if (subjects === null || body.parameters || OWN_METHOD.test(body.code)) return null;
  return reaches(`${body.code} ${templatesIn(body.text)}`, subjects) ? null : "NEVER_CALLS";
}

/** A method or attribute of the test's own class: it can reach anything. */
const OWN_METHOD =
  /\bself\.(?!(?:assert(?:Equal|NotEqual|True|False|Is(?:Not)?(?:None|Instance)?|NotIsInstance|In|NotIn|Raises(?:Regex)?|Warns(?:Regex)?|Logs|NoLogs|(?:Not)?AlmostEqual|Greater(?:Equal)?|Less(?:Equal)?|(?:Not)?Regex|(?:Count|Sequence|List|Tuple|Set|Dict|MultiLine)Equal)|fail|subTest|skipTest)\b)\w/;

/** What templates put in: their text is blanked with the strings. */
function templatesIn(text: string): string {
  return [...text.matchAll(/\$\{([^{}]*)\}/g)].map((match) => match[1] ?? "").join(" ");
}

/** The stub's own words as the expected, or the refused, message of an error. */
const ASSERTS_STUB =
  /(?:\b(?:throws|rejects|throw|toThrow\w*|assertRaisesRegex|doesNotMatch|notMatch|notEqual|assertNot\w+)\b|\bmatch\s*=|\bnot\.(?:toMatch|toContain|toBe|toEqual|include)\b|\bnot in\b)[^;\n]{0,400}not[ _-]?(?:yet[ _-]?)?implemented/i;

/** At most one finding a test: the first names the root. */
function codeIn(body: TestBody): WeakCode | null {
  if (/^,?$/.test(body.code.trim())) return null;
  if (alwaysFails(body)) return "UNCONDITIONAL_FAILURE";
  if (!ASSERTS.test(body.code)) return "NO_ASSERTION";
  if (onlyTautologies(body)) return "TAUTOLOGY";
  if (
    /^(?:test_?\d*|it|works?|example|thing|test[_ ](?:it|works|example|thing|\d+))$/i.test(
      body.name,
    )
  ) {
    return "GENERIC_NAME";
  }
  return null;
}

/** Words that assert, helpers of the repository's own included. */
const ASSERTS =
  /assert|expect|should|verify|check|must|ensure|fail|throw|raise|reject|match|equal|snapshot|\bt\.\w+|\bplan\(|\.is\(|\bdone\b|pytest\.|self\.\w|\bok\(/i;

/** Literal contradictions, in every spelling that needs nothing but literals. */
const FAILS =
  /\bassert\s+(?:False|0|None)\b|\bassert\s*\(\s*false\s*\)|\bassert\.(?:fail|ok)\s*\(\s*(?:false|0|null)?\s*(?:,\s*["'`] *["'`]\s*)?\)|\bassert\.fail\s*\(|\bexpect\s*\(\s*(?:true|1)\s*\)\s*\.(?:to\.)?(?:toBe|toEqual|toStrictEqual|equal|be\.equal)\s*\(\s*(?:false|0|2)\s*\)|\bexpect\s*\(\s*(?:false|0)\s*\)\s*\.(?:to\.)?(?:toBe|toEqual|toStrictEqual|equal)\s*\(\s*(?:true|1)\s*\)|\bexpect\s*\(\s*(?:false|null|0)\s*\)\s*\.toBeTruthy\s*\(\s*\)|\bexpect\s*\(\s*true\s*\)\s*\.toBeFalsy\s*\(\s*\)|\b(?:expect|pytest|self|t)\.fail\s*\(|(?<![\w.])fail\s*\(|\bself\.assert(?:True|False)\s*\(\s*(?:False|True)\s*\)|\bthrow\s+new\s+\w*Error\b|\braise\s+(?:NotImplementedError|AssertionError|Exception)\b/;

/** The body is one literal contradiction: nothing else is called. */
function alwaysFails(body: TestBody): boolean {
  if (!FAILS.test(body.code)) return false;
  const [before = ""] = body.code.split(FAILS);
  if (/\b(?:if|else|except|catch)\b/.test(before)) return false;
  const rest = body.code.replace(FAILS, " ");
  return !callsSomething(rest) && !/\bnot\s*$/.test(rest);
}

/** A call of anything that is not the test's own wrapping, a literal or an assertion. */
function callsSomething(code: string): boolean {
  const calls = code.matchAll(/(?<![\w$.\])])([\w$.\])]+)\s*\(|\bnew\s+([\w$.]+)|\bawait\s+(\w+)/g);
  return [...calls].some((call) => !OWN_WORDS.test(call[1] ?? call[2] ?? call[3] ?? ""));
}

const OWN_WORDS =
  /^(?:async|function|def|if|return|\w*Error|Exception|expect|assert(?:\.\w+)?|\)?(?:\.not)?(?:\.to)?\.(?:toBe\w*|toEqual|toStrictEqual|ok|equal\w*|strictEqual|be)|self\.assert\w*|t\.(?:is|ok|pass|equal|true|end|plan)|done|t|super|Boolean|String|Number)$/;

const TAUTOLOGIES: readonly RegExp[] = [
  /\bassert\s+(?:True|1)\s*(?:,|$)/m,
  /\bassert(?:\.(?:ok|isTrue))?\s*\(\s*(?:true|1)\s*[,)]/,
  /\bself\.assertTrue\s*\(\s*True\s*[,)]|\bself\.assertFalse\s*\(\s*False\s*[,)]/,
  /\bexpect\s*\(\s*(true|false|null|undefined|\d+)\s*\)\s*\.(?:to\.)?(?:toBe|toEqual|toStrictEqual|equal)\s*\(\s*\1\s*\)/,
  /\bexpect\s*\(\s*(?:true|1)\s*\)\s*\.toBeTruthy\s*\(\s*\)|\bexpect\s*\(\s*(?:false|0|null)\s*\)\s*\.toBeFalsy\s*\(\s*\)/,
  /\bexpect\s*\(\s*([\w.]+)\s*\)\s*\.(?:toBe|toEqual|toStrictEqual)\s*\(\s*\1\s*\)/,
  /\bassert\s+([\w.]+)\s*(?:==|is)\s*\1\s*(?:,|$)/m,
  /\b(?:assert|t)\.(?:equal|strictEqual|deepEqual|deepStrictEqual|is|same)\s*\(\s*([\w.]+)\s*,\s*\1\s*[,)]/,
  /\bself\.assertEqual\s*\(\s*([\w.]+)\s*,\s*\1\s*[,)]/,
];

/** Every assertion of the body is one that cannot fail. */
function onlyTautologies(body: TestBody): boolean {
  const before = body.code;
  let rest = withoutSelfComparisons(body);
  for (const pattern of TAUTOLOGIES) rest = rest.replaceAll(new RegExp(pattern.source, "gm"), " ");
  return rest !== before && !/assert|expect\s*\(|\bt\.\w+\(|should|raises|throws/i.test(rest);
}

const FOCUSED =
  /(?<![\w$.])(?:(?:it|test|describe|context|suite)\.only|fit|fdescribe)\s*\(|(?<![\w$])\.only\s*\(\s*["'`]/g;
const SKIPPED =
  /(?<![\w$.])(?:(?:it|test|describe|context|suite)\.(?:skip|todo)|xit|xtest|xdescribe|xcontext)\s*\(|^[ \t]*@(?:pytest\.mark\.(?:skip|xfail)\b(?!if)|unittest\.(?:skip|expectedFailure)\b(?!If|Unless)|(?:org\.junit\.\w+\.\w+\.)?Disabled\b|Ignore\b)|^[ \t]*#\[ignore\b|\bt\.Skip(?:Now|f)?\(|^[ \t]*(?:skip|pending)\s*(?:\(|"|'|$)|\b(?:it|test)\s*\([^)]{0,200}\{\s*(?:skip|todo)\s*:\s*(?:true|["'`])/gm;

function inFile(path: string, text: string): Found[] {
  const code = codeOf(path, text);
  const all = (pattern: RegExp, name: WeakCode): Found[] =>
    [...code.matchAll(pattern)].map((match) => ({
      line: lineAt(code, match.index + (/^\s*/.exec(match[0])?.[0].length ?? 0)),
      code: name,
    }));
  return [
    ...all(FOCUSED, "FOCUSED"),
    ...all(SKIPPED, "SKIPPED"),
    ...all(
      /\.toMatchSnapshot\s*\(|\.toMatchInlineSnapshot\s*\(\s*\)|\bassert_match_snapshot\b|\bt\.snapshot\(/g,
      "FIRST_SNAPSHOT",
    ),
    ...asksOf(path, text).map(({ line }) => ({ line, code: "NOT_HERMETIC" }) as const),
  ];
}

/** Reading a source's text, or replacing the module under test. */
function aboutSources(path: string, text: string, sourcePaths: readonly string[]): Found[] {
  const mocks = [...text.matchAll(MOCKS)].filter((call) =>
    strings(call[1] ?? "").some((value) =>
      sourcePaths.some((source) => isSamePath(value, source, path)),
    ),
  );
  const reads = sourceReads(path, text, sourcePaths);
  const shapes = shapeReads(path, text, codeOf(path, text));
  return [
    ...mocks.map(({ index }) => ({ line: lineAt(text, index), code: "MOCKS_SUBJECT" }) as const),
    ...reads.map((index) => ({ line: lineAt(text, index), code: "READS_SOURCE" }) as const),
    ...shapes.map(({ index, what }) => {
      const code = what === "text" ? "READS_SOURCE" : "READS_ARITY";
      return { line: lineAt(text, index), code } as const;
    }),
  ];
}

const MOCKS =
  /\b(?:jest\.mock|vi\.mock|vi\.doMock|jest\.doMock|mock\.module|td\.replace)\s*\(([^\n]*)/g;

function strings(args: string): string[] {
  return [...args.matchAll(/["'`]([^"'`\n]+)["'`]/g)].map((match) => match[1] ?? "");
}
