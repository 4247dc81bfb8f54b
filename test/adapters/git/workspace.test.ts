import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  git,
  never,
  opened,
  PATH,
  repository,
  temporary,
  workspace,
  write,
} from "./local-repository.ts";

describe("the workspace", () => {
  it("carries a change from an agent's directory to the person's branch", async () => {
    const repo = repository();
    const space = workspace(repo);
    const base = await opened(space);

    const site = await space.beginTurn(base.baseTree, never);
    write(site.dir, { "src/sum.js": "export const sum = () => 3;\n", "test/new.js": "1;\n" });
    const snapshot = await site.snapshot();
    const sha = await space.commit(snapshot.tree, base.baseSha, "red: failing tests for sum");
    const pushed = await space.push("tdd/sum", sha, null, never);

    expect(snapshot.offences).toEqual([]);
    expect(snapshot.changes.map(({ path, status }) => `${status} ${path}`)).toEqual([
      "modified src/sum.js",
      "added test/new.js",
    ]);
    expect(pushed).toEqual({ kind: "pushed", sha, url: repo });
    expect(git(repo, "rev-parse", "tdd/sum").trim()).toBe(sha);
    expect(git(repo, "show", "tdd/sum:test/new.js")).toBe("1;\n");
    expect(git(repo, "status", "--porcelain")).toBe("");
    expect(git(repo, "branch", "--show-current").trim()).toBe("main");
  });

  it("gives the agent one commit and neither remote, tag, reflog nor history", async () => {
    const repo = repository();
    git(repo, "tag", "v1");
    write(repo, { "old.txt": "secret of the past\n" });
    git(repo, "add", "-A");
    git(repo, "commit", "-q", "-m", "second");
    git(repo, "rm", "-q", "old.txt");
    git(repo, "commit", "-q", "-m", "third");
    const space = workspace(repo);
    const base = await opened(space);

    const { dir } = await space.beginTurn(base.baseTree, never);

    expect(git(dir, "log", "--all", "--format=%s").trim()).toBe("start of the turn");
    expect(git(dir, "for-each-ref", "--format=%(refname)").trim()).toBe("refs/heads/work");
    expect(git(dir, "remote")).toBe("");
    expect(git(dir, "reflog")).toBe("");
    expect(git(dir, "status", "--porcelain")).toBe("");
    expect(git(dir, "cat-file", "--batch-all-objects", "--batch-check")).not.toContain(
      git(repo, "rev-parse", "HEAD~1:old.txt").trim(),
    );
    expect(existsSync(join(dir, ".git", "hooks"))).toBe(false);
    expect(existsSync(join(dir, ".git", "objects", "info", "alternates"))).toBe(false);
  });

  it("starts every turn and every test run from exactly the tree, whatever was left behind", async () => {
    const repo = repository();
    const space = workspace(repo);
    const base = await opened(space);
    const spoil = (dir: string) => {
      write(dir, { "src/sum.js": "broken", "junk/deep/a.log": "x", "b.log": "x", ".git/x": "y" });
      execFileSync("rm", ["-f", "README.md"], { cwd: dir });
      execFileSync("git", ["init", "-q", "nested"], {
        cwd: dir,
        env: { PATH, HOME: "/nonexistent" },
      });
      execFileSync("mkfifo", ["pipe"], { cwd: dir });
      execFileSync("ln", ["-s", "/etc", "etc"], { cwd: dir });
    };

    const first = await space.testSite(base.baseTree, never);
    spoil(first.dir);
    const second = await space.testSite(base.baseTree, never);
    spoil((await space.beginTurn(base.baseTree, never)).dir);
    const turn = await space.beginTurn(base.baseTree, never);

    const names = [".gitignore", "README.md", "src"];
    expect(readdirSync(second.dir).sort()).toEqual(names);
    expect(readdirSync(turn.dir).sort()).toEqual([".git", ...names]);
    expect(readFileSync(join(second.dir, "src/sum.js"), "utf8")).toContain("a + b");
    expect(await turn.snapshot()).toEqual({ tree: base.baseTree, changes: [], offences: [] });
  });

  it("restores a directory that a test run moved away and replaced by a link", async () => {
    const space = workspace(repository());
    const base = await opened(space);
    const site = await space.testSite(base.baseTree, never);
    execFileSync("sh", ["-c", "mv src other && ln -s other src"], { cwd: site.dir });

    await space.testSite(base.baseTree, never);

    expect(readdirSync(site.dir).sort()).toEqual([".gitignore", "README.md", "src"]);
    expect(readdirSync(join(site.dir, "src"))).toEqual(["sum.js"]);
  });

  it("makes a site anew that a run left unreadable", async () => {
    const space = workspace(repository());
    const base = await opened(space);
    const { dir } = await space.testSite(base.baseTree, never);
    execFileSync("sh", ["-c", "mkdir -p junk/a; chmod 000 src/sum.js src junk/a junk"], {
      cwd: dir,
    });

    await space.testSite(base.baseTree, never);

    expect(readdirSync(dir).sort()).toEqual([".gitignore", "README.md", "src"]);
    expect(readFileSync(join(dir, "src/sum.js"), "utf8")).toContain("a + b");
  });

  it("leaves a submodule's place empty and unchanged", async () => {
    const repo = repository();
    const link = `160000,${git(repo, "rev-parse", "HEAD").trim()},lib`;
    git(repo, "update-index", "--add", "--cacheinfo", link);
    git(repo, "commit", "-q", "-m", "submodule");
    const space = workspace(repo);
    const base = await opened(space);

    const turn = await space.beginTurn(base.baseTree, never);
    const before = await turn.snapshot();
    write(turn.dir, { "a.txt": "1\n" });
    execFileSync("git", ["init", "-q", "lib"], { cwd: turn.dir, env: { PATH, HOME: "/none" } });
    const after = await turn.snapshot();

    expect(before).toEqual({ tree: base.baseTree, changes: [], offences: [] });
    expect(after.changes.map(({ path }) => path)).toEqual(["a.txt"]);
    expect(after.offences).toMatchObject([{ code: "NESTED_REPO", path: "lib" }]);
    expect(git(join(turn.dir, "../control.git"), "ls-tree", after.tree, "lib")).toContain("160000");
    const tests = await space.testSite(after.tree, never);
    expect(readdirSync(join(tests.dir, "lib"))).toEqual([]);
  });

  it("reads text, and null for what is absent or not text", async () => {
    const repo = repository({
      "a.txt": "ä\r\n",
      "b.bin": Buffer.from([1, 0, 2]),
      "c.bin": Buffer.from([0xff]),
    });
    const space = workspace(repo);
    const { baseTree } = await opened(space);

    const read = await Promise.all(
      ["a.txt", "b.bin", "c.bin", "none", "-x"].map((path) => space.readFile(baseTree, path)),
    );

    expect(read).toEqual(["ä\r\n", null, null, null, null]);
    await expect(space.readFile("0".repeat(40), "a.txt")).rejects.toThrow("has no tree 0000");
    await expect(space.readFile("HEAD", "a.txt")).rejects.toThrow("full git object id");
  });

  it("shows a diff as it is, whatever attributes and configuration the repository carries", async () => {
    const repo = repository({ "a.txt": "1\n", ".gitattributes": "*.txt -diff diff=evil\n" });
    git(repo, "config", "diff.external", "true");
    const space = workspace(repo);
    const base = await opened(space);
    const site = await space.beginTurn(base.baseTree, never);
    write(site.dir, { "a.txt": "2\n", "bild-ä.bin": Buffer.from([0, 1]) });
    const { tree } = await site.snapshot();

    const diff = await space.diff(base.baseTree, tree);

    expect(diff).toContain("-1\n+2\n");
    expect(diff).toContain("Binary files /dev/null and b/bild-ä.bin differ");
    expect(diff).toMatch(/^index [0-9a-f]{40}\.\.[0-9a-f]{40} 100644$/m);
  });

  it("commits the same sha for the same arguments, and no token that skips checks", async () => {
    const stateDir = join(temporary(), "state");
    const repo = repository();
    let now = 1_700_000_000_000;
    const clock = { now: () => now };
    const base = await opened(workspace(repo, { stateDir, clock }));
    const message = "green: sum [skip ci]\n\nskip-checks: true\n";

    const first = await workspace(repo, { stateDir, clock }).commit(
      base.baseTree,
      base.baseSha,
      message,
    );
    now += 60_000;
    const again = await workspace(repo, { stateDir, clock }).commit(
      base.baseTree,
      base.baseSha,
      message,
    );

    expect(again).toBe(first);
    const raw = git(join(stateDir, "control.git"), "cat-file", "commit", first);
    expect(raw).toContain("author tdd-loop[bot] <bot@example.com> 1700000000 +0000");
    expect(raw.split("\n\n")[1]).toBe("green: sum\n");
  });

  it("goes on after a kill that left locks and a broken index", async () => {
    const stateDir = join(temporary(), "state");
    const repo = repository();
    const base = await opened(workspace(repo, { stateDir }));
    const first = await workspace(repo, { stateDir }).testSite(base.baseTree, never);
    writeFileSync(join(stateDir, "tests.git", "index.lock"), "");
    writeFileSync(join(stateDir, "tests.git", "index"), "half an ind");
    writeFileSync(join(stateDir, "control.git", "packed-refs.lock"), "");
    write(first.dir, { "src/sum.js": "half" });

    const space = workspace(repo, { stateDir });
    const site = await space.testSite(base.baseTree, never);
    const again = await opened(space);

    expect(readFileSync(join(site.dir, "src/sum.js"), "utf8")).toContain("a + b");
    expect(again).toEqual(base);
  });
});
