import { describe, expect, it } from "vitest";
import { collisions, flawOf, showPath } from "../../../src/gates/tamper/path-safety.ts";

describe("flawOf", () => {
  it.each([
    ["a\nb", "CTRL"],
    ["a\u0085b", "CTRL"],
    ["src/\udcff.js", "NOT_UTF8"],
    ["cafe\u0301.md", "NOT_NFC"],
    ["a\u200bb", "INVISIBLE"],
    ["a\u{e0041}b", "INVISIBLE"],
    ["a\u3164b", "INVISIBLE"],
    ["a\u00a0b", "INVISIBLE"],
    [".GIT/config", "DOTGIT"],
    ["sub/git~1/config", "DOTGIT"],
    [".git ./x", "DOTGIT"],
    [".g\u200cit/x", "DOTGIT"],
    ["a ", "TRAIL"],
    ["dir./a", "TRAIL"],
    ["x".repeat(256), "LONG"],
    ["é".repeat(128), "LONG"],
    [`${"d/".repeat(2050)}x`, "LONG"],
  ])("finds %j: %s", (path, flaw) => {
    expect(flawOf(path)).toBe(flaw);
  });

  it.each([
    "src/a.ts",
    'docs/it\'s "q".md',
    "über.md",
    "日本/語.txt",
    "a b",
    "-x",
    ":(exclude)src",
    ".gitignore",
    "❤\ufe0f.md",
    "README",
  ])("leaves %j alone", (path) => {
    expect(flawOf(path)).toBeNull();
  });
});

describe("collisions", () => {
  it("finds new paths that fold onto others by case or normalisation", () => {
    expect(collisions(["src/a.ts"], ["src/A.ts", "SRC/b.ts", "src/c.ts"])).toEqual([
      "src/A.ts",
      "SRC/b.ts",
    ]);
    expect(collisions([], ["x/straße", "x/STRASSE", "y"])).toEqual([]);
    expect(collisions([], ["ﬁle", "file"])).toEqual(["ﬁle", "file"]);
  });

  it("does not report twins that were there before", () => {
    expect(collisions(["README", "readme", "Docs/a", "docs/b"], ["docs/c"])).toEqual([]);
  });
});

it("shows bytes that are no UTF-8", () => {
  expect(showPath("src/\udcff.js")).toBe("src/\\xff.js");
});
