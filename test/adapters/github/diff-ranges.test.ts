import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { isInRanges, readDiffRanges } from "../../../src/adapters/github/diff-ranges.ts";

const made: string[] = [];
afterEach(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true });
});

/** The real thing: what git says of two versions of some files. */
function gitDiff(before: Record<string, string>, after: Record<string, string | null>): string {
  const dir = mkdtempSync(join(tmpdir(), "diff-"));
  made.push(dir);
  const git = (...args: string[]) => execFileSync("git", args, { cwd: dir, encoding: "utf8" });
  git("init", "-q");
  for (const [path, text] of Object.entries(before)) writeFileSync(join(dir, path), text);
  git("add", "-A");
  for (const [path, text] of Object.entries(after)) {
    if (text === null) rmSync(join(dir, path));
    else writeFileSync(join(dir, path), text);
  }
  git("add", "-N", ".");
  return git("diff", "--no-renames");
}

const lines = (count: number) =>
  Array.from({ length: count }, (_, i) => `line ${i + 1}\n`).join("");

describe("readDiffRanges", () => {
  it("knows the right-hand lines of each hunk and no others", () => {
    const text = lines(60);
    const changed = text.replace("line 10\n", "ten\n").replace("line 50\n", "fifty\nand more\n");
    const ranges = readDiffRanges(gitDiff({ "a.txt": text }, { "a.txt": changed }));
    const inside = Array.from({ length: 61 }, (_, i) => i + 1).filter((n) =>
      isInRanges(ranges, "a.txt", n),
    );
    expect(inside).toEqual([7, 8, 9, 10, 11, 12, 13, 47, 48, 49, 50, 51, 52, 53, 54]);
    expect(isInRanges(ranges, "b.txt", 10)).toBe(false);
  });

  it("takes no content for a header", () => {
    const ranges = readDiffRanges(
      gitDiff({ "a.sql": "-- old\n" }, { "a.sql": "++ b/evil.js\n@@ -1 +1,99 @@\n" }),
    );
    expect([...ranges.keys()]).toEqual(["a.sql"]);
    expect(isInRanges(ranges, "a.sql", 3)).toBe(false);
  });

  it("reads new, deleted, empty and unterminated files", () => {
    const ranges = readDiffRanges(
      gitDiff(
        { "gone.txt": "x\n", "b.txt": "a" },
        { "gone.txt": null, "new.txt": "1\n2\n", "b.txt": "b" },
      ),
    );
    expect([...ranges.keys()].sort()).toEqual(["b.txt", "new.txt"]);
    expect(isInRanges(ranges, "new.txt", 2)).toBe(true);
    expect(isInRanges(ranges, "new.txt", 3)).toBe(false);
  });

  it("reads names that git quotes", () => {
    const odd = 'ün "q"\t.txt';
    const ranges = readDiffRanges(gitDiff({}, { [odd]: "1\n", "with space.txt": "1\n" }));
    expect([...ranges.keys()].sort()).toEqual(["with space.txt", odd]);
  });

  it("finds nothing in nothing", () => {
    expect(readDiffRanges("").size).toBe(0);
  });
});
