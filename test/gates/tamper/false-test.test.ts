import { describe, expect, it } from "vitest";
import { appendFalseTests } from "../../../src/gates/tamper/false-test.ts";

describe("appendFalseTests", () => {
  it.each([
    [
      "a.test.mjs",
      'import assert from "node:assert/strict";\ntest("a", () => same(assert.equal));',
      'import w from "node:assert/strict";\ntest("w 1", () => { w.equal(1, 7); });\n',
    ],
    [
      "a.test.js",
      "const a = require('assert');\nit('a', () => same(a.deepEqual));",
      'const w = require("assert");\nit("w 1", () => { w.deepEqual(1, 7); });\n',
    ],
    [
      "a.test.ts",
      "test('a', () => same(expect(f())));",
      '\ntest("w 1", () => { expect(1).toEqual(7); });\n',
    ],
    ["test_a.py", "def test_a():\n    same(f())\n", "\ndef test_w():\n    assert 1 == 7\n"],
  ])("ends %s with a test that must fail", (path, text, end) => {
    expect(appendFalseTests(path, text, "w", "7")?.text).toBe(`${text}\n${end}`);
  });

  it("says when it does not know the language, or how the file declares tests", () => {
    expect(appendFalseTests("a_test.go", "func TestA(t *testing.T) {}", "w", "7")).toBeNull();
    expect(appendFalseTests("a.test.js", "run(cases);", "w", "7")).toBeNull();
  });
});
