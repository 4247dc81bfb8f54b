import fc from "fast-check";
import { expect, test } from "vitest";
import { describeWritable, isWritable, repoPath } from "../../src/domain/access.ts";

test.each([
  ["src/a.js", "src/a.js"],
  ["./src//a.js", "src/a.js"],
  ["src/", "src"],
  ["", ""],
  [".", ""],
  [".gitignore", ".gitignore"],
  ["a/.github/b c.yml", "a/.github/b c.yml"],
  ["ä/ö.js", "ä/ö.js"],
  ["..a/b..", "..a/b.."],
])("reads %j as %j", (text, path) => {
  expect(repoPath(text)).toEqual({ kind: "path", path });
});

test("never gives a path that climbs, is absolute or enters .git", () => {
  const part = fc.oneof(
    fc.constantFrom("..", ".", "", ".git", ".GIT ", "git~1", "a", "\u200b..", "\0"),
    fc.string({ unit: "binary" }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const read = repoPath(parts.join("/"));
      if (read.kind === "refused") return;
      const given = read.path.split("/");
      expect(given).not.toContain("..");
      expect(read.path.startsWith("/")).toBe(false);
      expect(given.map((piece) => piece.toLowerCase())).not.toContain(".git");
    }),
  );
});

test.each([
  ["src/a.js", true],
  ["src/b.js", false],
  ["src/A.js", false],
  ["src/a.js/x", false],
  ["test/a.js", true],
  ["test/deep/a.js", true],
  ["test", false],
  ["test/", false],
  ["tests/a.js", false],
])("says whether %s may be written: %s", (path, allowed) => {
  expect(isWritable(["src/a.js", "test/"], path)).toBe(allowed);
});

test("says in words what may be written", () => {
  expect(describeWritable([])).toBe("You may not write any file.");
  expect(describeWritable(["a", "b/"])).toBe("You may write only:\n- a\n- b/ (any file below it)");
});
