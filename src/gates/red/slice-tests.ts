import type { Layer, LayerMap } from "../../domain/slice.ts";
import type { Verdict } from "../../domain/verdict.ts";
import type { TestsEvidence } from "../judge.ts";
import { forbiddenMocks } from "./layer-mocks.ts";
import type { TestBody } from "./test-bodies.ts";
import { testBodies } from "./test-bodies.ts";
import { findWeakTests } from "./weak-tests.ts";

export interface SliceTestsEvidence {
  readonly texts: TestsEvidence["texts"];
  readonly layer: Layer;
  readonly map: LayerMap;
  /** What the slice is about, in the words that only its writer is told. */
  readonly behaviour: string;
}

/** A verdict on the test of one slice, and what is worth saying but stops nothing. */
export interface SliceTestsJudged {
  readonly verdict: Verdict;
  readonly warnings: readonly string[];
}

/** The test of one slice: exactly one, well named, asserting more than a type, and true to its layer (S3-19, S3-22, S3-23). */
export function judgeSliceTests(evidence: SliceTestsEvidence): SliceTestsJudged {
  const found = Object.entries(evidence.texts).map((entry) => newTests(...entry));
  const bodies = found.flatMap((file) => file.bodies);
  const count = found.reduce((sum, file) => sum + file.count, 0);
  const warnings = bodies.flatMap(({ path, body }) => roulette(path, body));
  if (count > 1) return { verdict: tooMany(count, Object.keys(evidence.texts)), warnings };
  const verdict =
    genericName(evidence) ?? bareTypes(bodies) ?? mocks(evidence) ?? copiedSpec(evidence);
  return { verdict: verdict ?? { kind: "pass" }, warnings };
}

interface NewTests {
  readonly bodies: readonly { readonly path: string; readonly body: TestBody }[];
  readonly count: number;
}

type Written = TestsEvidence["texts"][string];

function newTests(path: string, { text, added }: Written): NewTests {
  const bodies = testBodies(path, text)
    .filter((body) => added.includes(body.line))
    .map((body) => ({ path, body }));
  if (bodies.length > 0) return { bodies, count: bodies.length };
  const head = heads(path);
  if (head === null) return { bodies, count: 0 };
  const lines = text.split("\n");
  const count = added.filter((line) => head.test(lines[line - 1] ?? "")).length;
  return { bodies, count };
}

/** How a test begins where bodies are not read; null for languages that are. */
function heads(path: string): RegExp | null {
  const extension = path.slice(path.lastIndexOf(".") + 1);
  return HEADS[extension] ?? null;
}

const HEADS: Readonly<Record<string, RegExp>> = {
  go: /^func Test[A-Z_]\w*\(/,
  rs: /^\s*#\[(?:\w+::)?test\b/,
  rb: /^\s*(?:it|specify|test)\s+["']|^\s*def test_/,
  php: /^\s*(?:public\s+)?function test\w*\(|#\[Test\]|^\s*(?:it|test)\(/,
  java: /^\s*@(?:ParameterizedTest|Test)\b/,
  cs: /^\s*\[(?:Fact|Theory|Test|TestMethod)\b/,
};

function tooMany(count: number, paths: string[]): Verdict {
  return fail(
    "ONE_TEST",
    `There are ${count} new tests; a slice has exactly one.`,
    "Keep the one test that states the behaviour of this slice, and take the others out.",
    paths,
  );
}

function genericName({ texts }: SliceTestsEvidence): Verdict | null {
  const plain = Object.entries(texts).map(([at, { text }]) => [at, text] as const);
  const found = findWeakTests(Object.fromEntries(plain), []).find(
    (weak) => weak.code === "GENERIC_NAME" && texts[weak.path]?.added.includes(weak.line) === true,
  );
  if (found === undefined) return null;
  const { path, line, fix } = found;
  return fail("GENERIC_NAME", `The test at ${path}:${line} says nothing by its name.`, fix, [path]);
}

const ASSERTION =
  /^\s*(?:await\s+)?(?:assert\b|self\.assert\w+|expect\s*\(|assert\.\w+|t\.\w+\s*\(|.*\bshould\b)/;
/** A type, or that there is something at all: a constant of that type would do. */
const BARE =
  /isinstance\s*\(|assertIsInstance|assertIsNotNone|\bis not None\s*$|\btypeof\b|toBeInstanceOf|instanceOf|toBeTypeOf|toBeDefined\s*\(|not\.toBeNull\s*\(|not\.toBeUndefined\s*\(/;

function assertionsIn({ text }: TestBody): readonly string[] {
  return text.split("\n").filter((line) => ASSERTION.test(line.replace(/^.*?=>\s*\{?/, "")));
}

function bareTypes(bodies: NewTests["bodies"]): Verdict | null {
  const bare = bodies.find((one) => {
    const assertions = assertionsIn(one.body);
    return assertions.length > 0 && assertions.every((line) => BARE.test(line));
  });
  if (bare === undefined) return null;
  const { path, body } = bare;
  return fail(
    "TAUTOLOGY",
    `The test at ${path}:${body.line} asserts nothing but a type, or that there is a value.`,
    "Assert the value that the behaviour demands: nearly any code gives something of that type.",
    [path],
  );
}

const ROULETTE = 3;

/** Warned about only: where one of many fails, nobody sees which. */
function roulette(path: string, body: TestBody): readonly string[] {
  const bare = assertionsIn(body).filter(
    (line) => !/,\s*f?["'`][^"'`]*["'`]\s*\)?;?\s*$/.test(line),
  );
  if (bare.length < ROULETTE) return [];
  return [
    `${path}:${body.line} has ${bare.length} assertions without a message (assertion roulette)`,
  ];
}

function mocks(evidence: SliceTestsEvidence): Verdict | null {
  const [first] = forbiddenMocks(evidence);
  if (first === undefined) return null;
  const { path, line, text } = first;
  return fail(
    "LAYER_MOCK",
    `${path}:${line} mocks in a test of the ${evidence.layer} layer: ${text}`,
    `Do not use mocking libraries. This is a test of the ${evidence.layer} layer: use real domain objects${evidence.layer === "domain" ? "" : ", and a small fake in memory for a port"}.`,
    [path],
  );
}

/** Shorter parts of a sentence may well be a good name. */
const SENTENCE = 40;

/** Whoever implements sees the test: it must not carry the slice's own sentences to them. */
function copiedSpec({ texts, behaviour }: SliceTestsEvidence): Verdict | null {
  const sentences = behaviour.split(/(?<=[.!?])\s+|\n+/).map(plainWords);
  const telling = sentences.filter((sentence) => sentence.length >= SENTENCE);
  for (const [path, { text, added }] of Object.entries(texts)) {
    const lines = text.split("\n");
    const said = plainWords(added.map((line) => lines[line - 1] ?? "").join(" "));
    if (telling.some((sentence) => said.includes(sentence))) return copied(path);
  }
  return null;
}

function copied(path: string): Verdict {
  return fail(
    "SPEC_IN_TEST",
    `${path} repeats a sentence of the slice's description.`,
    "Say in the test's name, in a few words, what is promised, and leave the description out of names, comments and strings: whoever implements it goes by the test alone.",
    [path],
  );
}

function plainWords(text: string): string {
  return text
    .replaceAll(/[`*_"'#/\\]+/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

function fail(code: string, reason: string, fix: string, paths: string[]): Verdict {
  return { kind: "fail", gate: "slice-tests", code, reason, fix, paths };
}
