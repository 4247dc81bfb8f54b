import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseMutants, makeMutants } from "../../../src/gates/mutation/make-mutants.ts";

/** What each line becomes; lines that stay are left out. */
function mutated(path: string, text: string): string[] {
  const lines = new Set(text.split("\n").map((_, i) => i + 1));
  return makeMutants(path, text, lines).map(({ line, text: changed }) =>
    (changed.split("\n")[line - 1] ?? "").trim(),
  );
}

describe("small changes that a test should notice", () => {
  it.each([
    ["a.js", "if (n <= limit) go();", ["if (n < limit) go();"]],
    ["a.ts", "const ok = a === b;", ["const ok = a !== b;"]],
    ["a.ts", "const ok = a && b;", ["const ok = a || b;"]],
    ["a.go", "if a != nil {", ["if a == nil {"]],
    ["a.rs", "let x = a + b;", ["let x = a - b;"]],
    ["a.py", "if a and b:", ["if a or b:"]],
    ["a.py", "x = True", ["x = False"]],
    ["a.java", "int limit = 40;", ["int limit = 41;"]],
    ["a.js", "return text.trim();", ["return undefined;"]],
    ["a.py", "    return name.strip()", ["return None"]],
    ["a.rb", "  return name", ["return nil"]],
    ["a.php", "return $name;", ["return null;"]],
  ])("are made in %s: %s", (path, text, changed) => {
    expect(mutated(path, text)).toEqual(changed);
  });

  it.each([
    ["a.ts", "const all: Map<string, Array<number>> = new Map();"],
    ["a.ts", "type Level = 1 | 2;"],
    ["a.ts", 'import { a } from "./v2.js";'],
    ["a.ts", "const f = (a) => b;"],
    ["a.js", "// n < 3 && true"],
    ["a.js", 'const text = "a < b && 3";'],
    ["a.js", "return {"],
    ["a.js", "return a &&"],
    ["a.go", "return a, nil"],
    ["a.py", "# n < 3 and True"],
    ["a.py", "@retry(3)"],
    ["a.c", "#define LIMIT 3"],
    ["a.css", "a { color: #123456; }"],
    ["a.js", "const v1 = x2.y3;"],
  ])("are none in %s: %s", (path, text) => {
    expect(mutated(path, text)).toEqual([]);
  });

  it("are at most one of a kind a line, on the lines that were asked for", () => {
    const text = "const a = b < 3 && c > 4;\nconst d = 5;\n";
    const found = makeMutants("a.js", text, new Set([1]));
    expect(found.map(({ line, from, to }) => `${line} ${from} ${to}`)).toEqual([
      "1 < <=",
      "1 && ||",
      "1 3 4",
    ]);
  });

  it("change one place and nothing else, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii", maxLength: 300 }), (text) => {
        const lines = new Set(text.split("\n").map((_, i) => i + 1));
        for (const { from, to, text: changed } of makeMutants("a.js", text, lines)) {
          expect(changed.length - text.length).toBe(to.length - from.length);
          expect(changed).not.toBe(text);
        }
      }),
    );
  });

  it("are spread over the change when there are more than may be tried", () => {
    const text = Array.from({ length: 50 }, (_, i) => `const a${i} = ${i};`).join("\n");
    const all = makeMutants("a.js", text, new Set(Array.from({ length: 50 }, (_, i) => i + 1)));
    expect(chooseMutants(all, 3).map(({ line }) => line)).toEqual([1, 26, 50]);
    expect(chooseMutants(all, 1).map(({ line }) => line)).toEqual([1]);
    expect(chooseMutants(all.slice(0, 2), 6)).toHaveLength(2);
  });
});
