import { expect, test } from "vitest";
import { neighbourTests, shownFiles } from "../../src/run/shown-files.ts";

const existing = [
  "test/fixtures/a.json",
  "test/clock.test.ts",
  "test/duration.test.ts",
  "test/zone.test.ts",
  "tests/test_stock.py",
];

function treesOf(trees: Record<string, Record<string, string>>) {
  return { readFile: async (tree: string, path: string) => trees[tree]?.[path] ?? null };
}

test.each([
  ["the named test", ["test/zone.test.ts"], ["src/clock.ts"], "test/zone.test.ts"],
  ["one that has the name of a source", ["test/"], ["src/duration.ts"], "test/duration.test.ts"],
  ["a neighbour of a new test", ["test/new.test.ts"], ["src/new.ts"], "test/clock.test.ts"],
  ["Python's names too", ["tests/"], ["app/stock.py"], "tests/test_stock.py"],
])("shows a writer %s first", (_which, places, sources, first) => {
  const found = neighbourTests(places, existing, sources);

  expect(found[0]).toBe(first);
  expect(found.length).toBeLessThanOrEqual(2);
  expect(found).not.toContain("test/fixtures/a.json");
});

test("shows files whole or not at all, and nothing that is not there", async () => {
  const long = "line\n".repeat(2_000);
  const files = { "a.js": "a\nb\n", "big.js": "line\n".repeat(4_000), "b.js": long, "t.js": long };

  expect(
    await shownFiles(
      ["a.js", "big.js", "new.js", "b.js"],
      ["t.js", "a.js"],
      "t",
      treesOf({ t: files }),
    ),
  ).toEqual([
    { path: "a.js", text: "a\nb\n", lines: 2 },
    { path: "big.js", text: null, lines: 4_000 },
    { path: "b.js", text: long, lines: 2_000 },
    { path: "t.js", text: null, lines: 2_000 },
  ]);
});

test("stops showing text when there is no more room, and still names the file", async () => {
  const names = ["a", "b", "c", "d", "e"];
  const files = Object.fromEntries(names.map((name) => [name, "x".repeat(7_900)]));

  const shown = await shownFiles([], names, "t", treesOf({ t: files }));

  expect(shown.map(({ text }) => text === null)).toEqual([false, false, false, false, true]);
});
