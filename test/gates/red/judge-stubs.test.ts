import { describe, expect, it } from "vitest";
import { judgeStubs } from "../../../src/gates/red/judge-stubs.ts";

function judge(path: string, text: string) {
  const added = text.split("\n").map((_, at) => at + 1);
  const { verdict, isBare } = judgeStubs({ [path]: { text, added } });
  return { kind: verdict.kind, isBare };
}

const bare = { kind: "pass", isBare: true };
const unsure = { kind: "pass", isBare: false };
const refused = { kind: "fail", isBare: false };

describe("the text of a scaffold", () => {
  it.each<readonly [string, string, string, object]>([
    [
      "a function that raises",
      "src/a.js",
      'export function add(a, b) {\n  throw new Error("not implemented");\n}',
      bare,
    ],
    [
      "a method in a prototype",
      "a.js",
      'List.prototype.prepend = function (x) {\n  throw new Error("Not implemented: prepend");\n};',
      bare,
    ],
    [
      "a class of Python",
      "pkg/a.py",
      '"""Return things."""\nfrom typing import Any\n\nclass Box:\n    limit: int = 0\n\n    def get(self, key: str) -> Any:\n        """Give it back, else return None."""\n        raise NotImplementedError',
      bare,
    ],
    ["Rust", "src/lib.rs", "pub fn add(a: i32, b: i32) -> i32 {\n    todo!()\n}", bare],
    [
      "Go",
      "add.go",
      'package calc\n\nfunc Add(a, b int) (int, error) {\n\treturn 0, errors.New("not implemented")\n}',
      bare,
    ],
    [
      "a constructor of Go",
      "q.go",
      'package q\n\nfunc New() *Queue {\n\treturn &Queue{}\n}\n\nfunc (q *Queue) Add() {\n\tpanic("not implemented")\n}',
      unsure,
    ],
    [
      "an argument that is not taken yet",
      "a.py",
      "def f(a, sep=None):\n    if sep is not None:\n        raise NotImplementedError",
      bare,
    ],
    [
      "types and a marker",
      "a.ts",
      'export interface Part {\n  readonly at: (n: number) => string;\n}\nexport function part(): Part {\n  throw new Error("not implemented");\n}',
      unsure,
    ],
    ["an empty body", "a.js", "export function add() {}", unsure],
    ["a result", "a.js", "export function add(a, b) {\n  return a + b;\n}", refused],
    ["a constant result", "a.py", "def add(a, b):\n    return 3", refused],
    ["an empty text as result", "a.js", "export function slug() {\n  return '';\n}", unsure],
    ["nothing as result", "a.js", "export function slug() {\n  return undefined;\n}", unsure],
    ["an arrow that gives something", "a.js", "export const add = (a, b) => a + b;", unsure],
    [
      "an object that holds stubs",
      "a.js",
      'export function store() {\n  return {\n    get() {\n      throw new Error("not implemented");\n    },\n  };\n}',
      unsure,
    ],
  ])("of %s", (_what, path, text, verdict) => {
    expect(judge(path, text)).toEqual(verdict);
  });

  it("is judged by its own lines, not by what the file had", () => {
    const text =
      'function old() {\n  return 1;\n}\nfunction add() {\n  throw new Error("not implemented");\n}';

    expect(judgeStubs({ "a.js": { text, added: [4, 5, 6] } })).toMatchObject({
      verdict: { kind: "pass" },
      isBare: true,
    });
  });

  it("names each place that gives a result", () => {
    const { verdict } = judgeStubs({ "a.py": { text: "def f():\n    return 3", added: [1, 2] } });

    expect(verdict).toMatchObject({ code: "scaffold_implements", paths: ["a.py"] });
    expect(verdict).toMatchObject({ reason: expect.stringContaining("a.py:2: return 3") });
  });
});
