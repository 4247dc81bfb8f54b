import { execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { git, never, opened, repository, temporary, workspace, write } from "./local-repository.ts";

const CARRY = ["node_modules", ".venv", "vendor", "target"];

/** A workspace repository as npm leaves it: packages, links between them, tools. */
function installed(): string {
  const repo = repository({
    "package.json": "{}\n",
    "packages/a/index.js": 'module.exports = "of the tree";\n',
    "use.js": 'console.log(require("a"), require("left"), require("@s/right"));\n',
    ".gitignore": "node_modules/\n.venv/\ntarget/\n",
    "vendor/kept.txt": "tracked\n",
  });
  write(repo, {
    "node_modules/left/index.js": 'module.exports = "left";\n',
    "node_modules/@s/right/index.js": 'module.exports = "right";\n',
    "node_modules/.package-lock.json": "{}\n",
    "node_modules/left/cli.js": "#!/usr/bin/env node\n",
    ".venv/bin/python": "#!/bin/sh\n",
    "target/debug/old": "built\n",
    "packages/a/node_modules/inner/index.js": "1;\n",
  });
  mkdirSync(join(repo, "node_modules/.bin"));
  symlinkSync("../left/cli.js", join(repo, "node_modules/.bin/left"));
  symlinkSync("../packages/a", join(repo, "node_modules/a"));
  return repo;
}

async function started(repo: string) {
  const space = workspace(repo, { carryFrom: repo, carry: CARRY });
  const base = await opened(space);
  return { space, base };
}

describe("carried dependencies", () => {
  it("are there for tests and agents, and no part of any tree", async () => {
    const repo = installed();
    const { space, base } = await started(repo);

    const tests = await space.testSite(base.baseTree, never);
    const turn = await space.beginTurn(base.baseTree, never);

    for (const dir of [tests.dir, turn.dir]) {
      expect(existsSync(join(dir, ".venv/bin/python"))).toBe(true);
      expect(existsSync(join(dir, "packages/a/node_modules/inner/index.js"))).toBe(true);
      expect(realpathSync(join(dir, "node_modules/.bin/left"))).toContain("left/cli.js");
      expect(readFileSync(join(dir, "vendor/kept.txt"), "utf8")).toBe("tracked\n");
    }
    expect(await turn.snapshot()).toEqual({ tree: base.baseTree, changes: [], offences: [] });
    expect((await space.carriedSources()).map((path) => path.slice(repo.length))).toEqual([
      "/.venv",
      "/node_modules",
      "/packages/a/node_modules",
      "/target",
    ]);
  });

  it("lead back to the tree's own packages, not to the person's work tree", async () => {
    const repo = installed();
    const { space, base } = await started(repo);
    write(repo, { "packages/a/index.js": 'module.exports = "of the person";\n' });

    const { dir } = await space.testSite(base.baseTree, never);

    const said = execFileSync("node", ["use.js"], { cwd: dir, encoding: "utf8" });
    expect(said).toBe("of the tree left right\n");
  });

  it("are put back when a run replaced, removed or added to them", async () => {
    const { space, base } = await started(installed());
    const { dir } = await space.testSite(base.baseTree, never);
    rmSync(join(dir, "node_modules/left"));
    write(dir, {
      "node_modules/left/index.js": 'module.exports = "forged";\n',
      "node_modules/evil/index.js": "1;\n",
      "node_modules/.package-lock.json": "forged\n",
      "node_modules/.vite/cache": "1",
      "target/debug/old": "forged\n",
    });
    rmSync(join(dir, ".venv"));

    await space.testSite(base.baseTree, never);

    expect(readFileSync(join(dir, "node_modules/left/index.js"), "utf8")).toContain('"left"');
    expect(existsSync(join(dir, "node_modules/evil"))).toBe(false);
    expect(readFileSync(join(dir, "node_modules/.package-lock.json"), "utf8")).toBe("{}\n");
    expect(readdirSync(join(dir, "node_modules/.vite"))).toEqual([]);
    expect(readFileSync(join(dir, "target/debug/old"), "utf8")).toBe("built\n");
    expect(lstatSync(join(dir, ".venv")).isSymbolicLink()).toBe(true);
  });

  it("are watched: an agent that wrote through to the original is found", async () => {
    const repo = installed();
    const { space, base } = await started(repo);
    const turn = await space.beginTurn(base.baseTree, never);
    writeFileSync(join(turn.dir, "node_modules/left/index.js"), "forged\n");

    const snapshot = await turn.snapshot();

    expect(snapshot.offences).toMatchObject([{ code: "DEP_TAMPERED" }]);
    expect(snapshot.offences[0]?.path).toBe(join(repo, "node_modules/left/index.js"));
    await expect(space.testSite(base.baseTree, never)).rejects.toThrow("Install them again");
  });

  it("are followed to where linked packages live, with the neighbours those need", async () => {
    const elsewhere = temporary();
    mkdirSync(join(elsewhere, "node_modules/linked"), { recursive: true });
    const repo = repository({ ".gitignore": "node_modules\n", "a.txt": "1\n" });
    mkdirSync(join(repo, "node_modules/@org"), { recursive: true });
    symlinkSync(join(elsewhere, "node_modules/linked"), join(repo, "node_modules/@org/linked"));
    const { space } = await started(repo);

    expect(await space.carriedSources()).toEqual([
      join(repo, "node_modules"),
      join(elsewhere, "node_modules"),
    ]);
  });

  it("are not what git keeps, nor what is not there", async () => {
    const repo = repository({ "vendor/x.go": "package x\n", "a.txt": "1\n" });
    const { space, base } = await started(repo);

    expect(await space.carriedSources()).toEqual([]);
    expect(base.files).toContain("vendor/x.go");
    expect(git(repo, "status", "--porcelain")).toBe("");
  });
});
