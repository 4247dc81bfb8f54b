import { XMLParser } from "fast-xml-parser";
import { plainText } from "../plain-text.ts";

/** One `<testcase>` of a JUnit file, whatever nesting the writer chose. */
export interface JunitCase {
  readonly suites: readonly string[];
  readonly classname: string;
  readonly name: string;
  readonly file: string;
  readonly status: "passed" | "skipped" | "failed";
  /** The element that made it fail: `failure` or `error`. */
  readonly element: "failure" | "error" | null;
  readonly type: string;
  readonly message: string;
  readonly text: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface JunitSuite {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly cases: number;
  /** Failures written on the suite itself, as busted and prove do. */
  readonly texts: readonly string[];
  readonly output: string;
}

export interface JunitReport {
  readonly cases: readonly JunitCase[];
  readonly suites: readonly JunitSuite[];
  /** True when the file ends before its root element does. */
  readonly cut: boolean;
}

type Node = Readonly<Record<string, unknown>>;

const LISTS = new Set(["testsuite", "testcase", "failure", "error", "skipped", "system-out"]);
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => LISTS.has(name),
  htmlEntities: true,
  processEntities: { enabled: true, maxTotalExpansions: 1_000_000, maxExpandedLength: 20_000_000 },
});

/** Reads any JUnit dialect; null when the text holds no test suite at all. Never throws. */
export function readJunit(text: string): JunitReport | null {
  if (!/<testsuites?\b|<testrun\b/.test(text)) return null;
  const root = parseLeniently(text);
  if (root === null) return { cases: [], suites: [], cut: true };
  const report = { cases: [] as JunitCase[], suites: [] as JunitSuite[] };
  for (const key of ["testsuites", "testrun"]) walkAll(root[key], [], report);
  for (const suite of list(root["testsuite"])) walk(suite, [], report);
  return {
    ...report,
    cut: !/<\/(?:testsuites?|testrun)>$|<testsuites?\b[^<]*\/>$/.test(text.trimEnd()),
  };
}

/** A killed runner leaves half an element: cut it off, and keep what was whole. */
function parseLeniently(text: string): Node | null {
  const whole = tryParse(text);
  if (whole !== null) return whole;
  const ends = [...text.matchAll(/<\/testcase>|<testcase\b[^<>]*\/>/g)];
  const last = ends.at(-1);
  return last === undefined ? null : tryParse(text.slice(0, last.index + last[0].length));
}

function tryParse(text: string): Node | null {
  try {
    return record(parser.parse(text));
  } catch {
    // The library throws on half a tag; the caller tries again with less.
    return null;
  }
}

interface Collected {
  readonly cases: JunitCase[];
  readonly suites: JunitSuite[];
}

function walkAll(value: unknown, suites: readonly string[], into: Collected): void {
  for (const node of list(value)) {
    for (const child of list(node["testcase"])) into.cases.push(readCase(child, suites));
    for (const child of list(node["testsuite"])) walk(child, suites, into);
  }
}

function walk(node: Node, above: readonly string[], into: Collected): void {
  const name = stringOf(node["@name"]);
  const suites = [...above, name];
  into.suites.push({
    name,
    attributes: attributes(node),
    cases: list(node["testcase"]).length,
    texts: [...list(node["failure"]), ...list(node["error"])].map(failureText),
    output: list(node["system-out"]).map(body).join("\n"),
  });
  for (const child of list(node["testcase"])) into.cases.push(readCase(child, suites));
  for (const child of list(node["testsuite"])) walk(child, suites, into);
}

function readCase(node: Node, suites: readonly string[]): JunitCase {
  const failure = list(node["failure"])[0];
  const error = list(node["error"])[0];
  const wrong = failure ?? error;
  const skipped = list(node["skipped"])[0];
  const cause = wrong ?? skipped;
  return {
    suites,
    classname: stringOf(node["@classname"]),
    name: stringOf(node["@name"]),
    file: stringOf(node["@file"] ?? node["@filepath"]),
    status: statusOf(wrong, skipped),
    element: elementOf(failure, error),
    type: cause === undefined ? "" : stringOf(cause["@type"]),
    message: cause === undefined ? "" : messageOf(cause),
    text: [...list(node["failure"]), ...list(node["error"])].map(failureText).join("\n"),
    attributes: attributes(node),
  };
}

function statusOf(wrong: Node | undefined, skipped: Node | undefined): JunitCase["status"] {
  if (wrong !== undefined) return "failed";
  return skipped === undefined ? "passed" : "skipped";
}

function elementOf(failure: Node | undefined, error: Node | undefined): JunitCase["element"] {
  if (failure !== undefined) return "failure";
  return error === undefined ? null : "error";
}

/** The message is often the first line of the body: said once, then. */
function failureText(node: Node): string {
  const message = messageOf(node);
  const type = stringOf(node["@type"]);
  const inner = body(node);
  const head = inner.includes(message) ? "" : `${message}\n`;
  return inner.includes(type) ? `${head}${inner}` : `${type}: ${head}${inner}`;
}

function messageOf(node: Node): string {
  return plainText(stringOf(node["@message"]));
}

function body(node: Node): string {
  return plainText(stringOf(node["#text"]));
}

function attributes(node: Node): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [key, value] of Object.entries(node)) {
    if (key.startsWith("@")) found[key.slice(1)] = stringOf(value);
  }
  return found;
}

/** Children come as objects, as strings (text only) or not at all. */
function list(value: unknown): Node[] {
  const items = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => (item === undefined ? [] : [record(item)]));
}

function record(value: unknown): Node {
  if (typeof value === "object" && value !== null) return value as Node;
  return { "#text": typeof value === "string" ? value : "" };
}

function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
