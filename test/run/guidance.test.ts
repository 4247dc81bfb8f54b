import { describe, expect, it } from "vitest";
import { guidanceFor, testStrategyIn } from "../../src/run/guidance.ts";

const files: Readonly<Record<string, string>> = {
  "AGENTS.md": "Root.\n\n# Testing\n\nReal lists.\n\n# Style\n\nShort. See [more](docs/more.md).",
  "docs/more.md": "More.",
  "src/CLAUDE.md": "Of src. @docs/testing.md and `../secret.md` and [out](../../etc.md)",
  "src/docs/testing.md": "How to test.",
  "lib/AGENTS.md": "Of lib.",
};
const workspace = { readFile: async (_tree: string, path: string) => files[path] ?? null };

describe("the guidance of a repository", () => {
  it("is that of every directory above the paths touched, with the documents it points to", async () => {
    const found = await guidanceFor(["src/a/b.js"], "tree", workspace);

    expect(found.map(({ path }) => path)).toEqual([
      ...["AGENTS.md", "src/CLAUDE.md", "docs/more.md", "src/docs/testing.md"],
    ]);
  });

  it("says of tests what documents and sections about them say", async () => {
    const found = await guidanceFor(["src/a.js"], "tree", workspace);

    expect(testStrategyIn(found)).toBe("# Testing\n\nReal lists.\n\nHow to test.");
    expect(testStrategyIn([{ path: "A.md", text: "# Style\n\nShort." }])).toBe("");
  });
});
