import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { files, works } from "./agent-works.ts";
import { git, never, opened, PATH, repository, workspace, write } from "./local-repository.ts";

/** The snapshot after `script` was run in the agent's directory. */
async function snapshotAfter(script: string, start: Readonly<Record<string, string>> = files) {
  const space = workspace(repository(start));
  const base = await opened(space);
  const site = await space.beginTurn(base.baseTree, never);
  execFileSync("bash", ["-ec", script], { cwd: site.dir, env: { PATH, HOME: "/nonexistent" } });
  const snapshot = await site.snapshot();
  const changes = snapshot.changes.map(({ path, status, mode }) => `${status} ${path} ${mode}`);
  const offences = snapshot.offences.map(({ code, path }) => `${code} ${path}`);
  return { space, base, snapshot, changes, offences, dir: site.dir };
}

describe("a snapshot of an agent's work", () => {
  it.each(works)("takes %s", async (_, script, expected) => {
    const { changes, offences, space, base, snapshot } = await snapshotAfter(script);

    expect(changes).toEqual(expected);
    expect(offences).toEqual([]);
    const laid = await space.testSite(snapshot.tree, never);
    expect(existsSync(join(laid.dir, "run.sh"))).toBe(true);
    if (expected.length === 0) expect(snapshot.tree).toBe(base.baseTree);
  });

  it("takes bytes as they are, whatever attributes say", async () => {
    const { space, snapshot } = await snapshotAfter(
      `printf '* text=auto eol=crlf\\n*.id ident\\n' > .gitattributes; printf '1\\r\\n2\\n' > crlf.txt; printf '$Id$' > a.id`,
    );

    const site = await space.testSite(snapshot.tree, never);

    expect(await space.readFile(snapshot.tree, "crlf.txt")).toBe("1\r\n2\n");
    expect(readFileSync(join(site.dir, "crlf.txt"), "utf8")).toBe("1\r\n2\n");
    expect(readFileSync(join(site.dir, "a.id"), "utf8")).toBe("$Id$");
  });

  it.each<[string, string, string[]]>([
    [
      "a file that only letter case tells from another",
      "echo 1 > Old.txt",
      ["PATH_UNSAFE Old.txt"],
    ],
    ["a file that GitHub would not take", "truncate -s 3G big", ["FILE_TOO_LARGE big"]],
    ["a file that has grown so large", "truncate -s 3G old.txt", ["FILE_TOO_LARGE old.txt"]],
    [
      "directories without an end",
      "mkdir a; mkdir -p a/$(printf 'b/%.0s' {1..60})",
      ["PATH_UNSAFE a/b/b"],
    ],
    ["a directory of another case", "mkdir SRC; echo 1 > SRC/x", ["PATH_UNSAFE SRC/x"]],
    ["a pipe", "mkfifo src/pipe", ["SPECIAL_FILE src/pipe"]],
    ["a file that became a pipe", "rm old.txt; mkfifo old.txt", ["SPECIAL_FILE old.txt"]],
    ["a socket", `python3 -c 'import socket; socket.socket(1).bind("s")'`, ["SPECIAL_FILE s"]],
    ["a new link inside", "ln -s old.txt link", ["BAD_MODE link"]],
    ["a new link to the outside", "ln -s /etc/passwd link", ["BAD_MODE link"]],
    ["a file that became a link", "ln -sf src/sum.js old.txt", ["BAD_MODE old.txt"]],
    ["a directory that became a link", "mv src build; ln -s build src", ["BAD_MODE src"]],
    ["a nested repository", "git init -q sub; echo 1 > sub/x", ["NESTED_REPO sub"]],
    ["a repository in a directory of ours", "git init -q src", ["NESTED_REPO src"]],
    ["a control character", "touch $'a\\tb'", ["PATH_UNSAFE a\tb"]],
    ["a name that is not UTF-8", "touch $'a\\xff'", ["PATH_UNSAFE a\ufffd"]],
    ["another spelling of .git", "mkdir 'git~1'; touch 'git~1/x'", ["PATH_UNSAFE git~1/x"]],
    ["a name with an invisible character", "touch $'a\\xe2\\x80\\x8bb'", ["PATH_UNSAFE a\u200bb"]],
  ])("leaves out %s and says so", async (_, script, expected) => {
    const { offences, changes, snapshot } = await snapshotAfter(`${script}; echo 1 > honest.js`);

    expect(offences).toEqual(expected);
    expect(changes).toContain("added honest.js 100644");
    for (const offence of snapshot.offences) expect(offence.fix).toMatch(/\w+ .*\./);
  });

  it("lets a link of the repository be, and change its target inside only", async () => {
    const space = (() => {
      const repo = repository(files);
      execFileSync("ln", ["-s", "old.txt", "link"], { cwd: repo });
      git(repo, "add", "-A");
      git(repo, "commit", "-q", "-m", "link");
      return workspace(repo);
    })();
    const base = await opened(space);
    const site = await space.beginTurn(base.baseTree, never);

    execFileSync("ln", ["-sf", "run.sh", "link"], { cwd: site.dir });
    const inside = await site.snapshot();
    execFileSync("ln", ["-sf", "../../x", "link"], { cwd: site.dir });
    const outside = await site.snapshot();

    expect(inside).toMatchObject({ offences: [], changes: [{ path: "link", mode: "120000" }] });
    expect(outside).toMatchObject({ offences: [{ code: "BAD_MODE" }], changes: [] });
  });

  it("runs nothing that the agent planted in its repository", async () => {
    const { changes, dir } = await snapshotAfter(
      `git config core.fsmonitor "touch $PWD/ran-monitor; false"; git config filter.x.clean "touch $PWD/ran-filter; cat"
       echo '*.js filter=x' > .gitattributes; mkdir -p .git/hooks; printf '#!/bin/sh\\ntouch ${"$"}PWD/ran-hook' > .git/hooks/post-index-change; chmod +x .git/hooks/*
       git init -q src/sub; git -C src/sub config core.fsmonitor "touch $PWD/ran-sub; false"; echo 2 > src/sum.js`,
    );

    expect(changes).toContain("modified src/sum.js 100644");
    for (const name of ["monitor", "filter", "hook", "sub"]) {
      expect(existsSync(join(dir, `ran-${name}`))).toBe(false);
    }
  });

  it("compares with the tree of the turn, each time anew", async () => {
    const space = workspace(repository(files));
    const base = await opened(space);
    const first = await space.beginTurn(base.baseTree, never);
    write(first.dir, { "a.js": "1\n" });
    const taken = await first.snapshot();
    write(first.dir, { "b.js": "2\n" });
    const again = await first.snapshot();
    const second = await space.beginTurn(taken.tree, never);
    write(second.dir, { "c.js": "3\n" });

    const paths = (await second.snapshot()).changes.map(({ path }) => path);

    expect(again.changes.map(({ path }) => path)).toEqual(["a.js", "b.js"]);
    expect(paths).toEqual(["c.js"]);
    expect(existsSync(join(second.dir, "b.js"))).toBe(false);
  });
});
