import { execFileSync } from "node:child_process";
import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openObjectStore } from "../../../src/adapters/git/object-store.ts";
import { createGit } from "../../../src/adapters/git/run-git.ts";
import { openTrees } from "../../../src/adapters/git/tree-files.ts";
import { RandomNumbers } from "../../support/random-numbers.ts";
import { git, never, opened, PATH, repository, workspace } from "./local-repository.ts";

function store(repo: string) {
  const objects = openObjectStore(
    createGit({ path: PATH, globalConfig: "/dev/null" }),
    join(repo, ".git"),
  );
  return { objects, trees: openTrees(objects) };
}

describe("trees written without an index", () => {
  it("are those that git itself would write, whatever is added, replaced and removed", async () => {
    const repo = repository({ "a.txt": "1\n", "a/b/c.txt": "2\n", "a-b": "3\n", "ü/x y": "4\n" });
    const { objects, trees } = store(repo);
    const random = new RandomNumbers(7);
    const names = ["a.txt", "a/b/c.txt", "a/b", "a", "a-b", "ü/x y", "n/e/w", "n", "a/b/d.txt"];
    let tree = git(repo, "rev-parse", "HEAD^{tree}").trim();
    for (let round = 0; round < 40; round += 1) {
      const path = random.pick(names);
      const there = (await trees.files(tree)).files;
      const below = [...there.keys()].filter((name) => name.startsWith(`${path}/`));
      const above = [...there.keys()].filter((name) => path.startsWith(`${name}/`));
      const oid = await objects.writeBlob(Buffer.from(`${round}\0${path}`));
      const isGone = there.has(path) && random.below(10) < 4;
      const changes = new Map([
        ...[...below, ...above].map((name) => [name, null] as const),
        [path, isGone ? null : { mode: random.below(10) < 3 ? "100755" : "100644", oid }] as const,
      ]);

      git(repo, "read-tree", tree);
      for (const [name, version] of [...changes].sort(([, a]) => (a === null ? -1 : 1))) {
        if (version === null) git(repo, "update-index", "--force-remove", name);
        else git(repo, "update-index", "--add", "--cacheinfo", `${version.mode},${oid},${name}`);
      }
      const expected = git(repo, "write-tree").trim();

      tree = await trees.write(tree, changes);
      expect(tree).toBe(expected);
    }
  });

  it("are empty when everything is removed", async () => {
    const repo = repository({ "a/b": "1\n" });
    const { trees } = store(repo);

    const empty = await trees.write(
      git(repo, "rev-parse", "HEAD^{tree}").trim(),
      new Map([["a/b", null]]),
    );

    expect((await trees.files(empty)).files.size).toBe(0);
    expect(execFileSync("git", ["cat-file", "-t", empty], { cwd: repo, env: { PATH } })).toEqual(
      Buffer.from("tree\n"),
    );
  });
});

describe("what is known of a site", () => {
  it("never hides an edit of the same size, with times put back, made at once", async () => {
    const space = workspace(repository({ "a.txt": "00000\n" }));
    const { baseTree } = await opened(space);
    const then = new Date(1_700_000_000_000);

    for (let round = 1; round <= 30; round += 1) {
      const site = await space.beginTurn(baseTree, never);
      const file = join(site.dir, "a.txt");
      const text = `${String(round).padStart(5, "0")}\n`;
      writeFileSync(file, text);
      utimesSync(file, then, then);
      const { tree, changes } = await site.snapshot();

      expect(changes.map(({ path }) => path)).toEqual(["a.txt"]);
      expect(await space.readFile(tree, "a.txt")).toBe(text);
    }
  });

  it("makes a verdict of a site that an agent removed, shut or filled with a path too long", async () => {
    const space = workspace(repository({ "src/a.txt": "1\n" }));
    const { baseTree } = await opened(space);
    const left = async (script: string) => {
      const site = await space.beginTurn(baseTree, never);
      execFileSync("sh", ["-ec", script], { cwd: site.dir, env: { PATH } });
      return await site.snapshot();
    };

    const removed = await left(`rm -rf "$PWD"`);
    const linked = await left(`d=$PWD; cd /; rm -rf "$d"; ln -s /etc "$d"`);
    const shut = await left("echo 2 > src/a.txt; chmod 000 src/a.txt src");
    const deep = await left(
      `python3 -c 'import os
for _ in range(30): os.mkdir("d" * 200); os.chdir("d" * 200)
open("x", "w").close()'`,
    );
    const clean = await left("true");

    expect(removed.offences).toMatchObject([{ code: "WORKTREE_DELETED" }]);
    expect(linked.offences).toMatchObject([{ code: "WORKTREE_DELETED" }]);
    expect(shut.changes).toMatchObject([{ path: "src/a.txt", status: "modified" }]);
    expect(deep.offences).toMatchObject([{ code: "PATH_UNSAFE" }]);
    expect(clean).toEqual({ tree: baseTree, changes: [], offences: [] });
  });
});
