import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { never, opened, repository, workspace, write } from "./local-repository.ts";

const FILES = {
  "README.md": "# A\n",
  "src/a.js": "secret();\n",
  "src/deep/b.js": "more();\n",
  "test/a.test.js": "1;\n",
  ".gitignore": "node_modules/\n",
};

async function started() {
  const repo = repository(FILES);
  write(repo, { "node_modules/own/a.js": "secret();\n" });
  const space = workspace(repo, { carryFrom: repo, carry: ["node_modules"] });
  const base = await opened(space);
  return { space, tree: base.baseTree };
}

describe("a view of a tree", () => {
  it("holds the named paths and nothing else, on disk and in git", async () => {
    const { space, tree } = await started();
    const narrow = await space.views.narrow(tree, ["README.md", "test/a.test.js"]);

    expect(await space.views.files(narrow)).toEqual(["README.md", "test/a.test.js"]);
    const { dir } = await space.beginTurn(narrow, never, undefined, {
      whole: tree,
      carries: false,
    });
    expect(
      readdirSync(dir)
        .filter((name) => name !== ".git")
        .sort(),
    ).toEqual(["README.md", "test"]);
    expect(existsSync(join(dir, "node_modules"))).toBe(false);
  });

  it("carries dependencies where the role may run tests", async () => {
    const { space, tree } = await started();
    const narrow = await space.views.narrow(tree, ["src/a.js"]);
    const { dir } = await space.beginTurn(narrow, never, undefined, { whole: tree, carries: true });

    expect(existsSync(join(dir, "node_modules/own/a.js"))).toBe(true);
    expect(existsSync(join(dir, "README.md"))).toBe(false);
  });

  it("gives its changes back to the whole, which keeps what was not in it", async () => {
    const { space, tree } = await started();
    const narrow = await space.views.narrow(tree, ["test/a.test.js", "README.md"]);
    const site = await space.beginTurn(narrow, never, undefined, { whole: tree, carries: false });
    write(site.dir, { "test/b.test.js": "2;\n", "README.md": "# B\n" });
    const { changes } = await site.snapshot();
    const whole = await space.withChanges(tree, changes);

    expect([...(await space.views.files(whole))].sort()).toEqual(
      [...Object.keys(FILES), "test/b.test.js"].sort(),
    );
    expect(await space.readFile(whole, "README.md")).toBe("# B\n");
    expect(await space.readFile(whole, "src/a.js")).toBe("secret();\n");
  });

  it("makes replacements without a work tree, and says what they change", async () => {
    const { space, tree } = await started();
    const made = await space.views.put(tree, { "src/a.js": "open();\n", "README.md": "# A\n" });

    expect(made.changes).toMatchObject([{ path: "src/a.js", status: "modified", mode: "100644" }]);
    expect(await space.readFile(made.tree, "src/a.js")).toBe("open();\n");
    expect(await space.readFile(tree, "src/a.js")).toBe("secret();\n");
  });
});
