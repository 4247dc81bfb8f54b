import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { GitWorkspace } from "../../../src/adapters/git/workspace.ts";
import { serveGit } from "./git-server.ts";
import { git, never, opened, repository, temporary, workspace, write } from "./local-repository.ts";

async function commitOn(space: GitWorkspace, parent: string, tree: string, text: string) {
  const site = await space.beginTurn(tree, never);
  write(site.dir, { "src/sum.js": text });
  const snapshot = await site.snapshot();
  return { tree: snapshot.tree, sha: await space.commit(snapshot.tree, parent, text) };
}

function bareCopy(repo: string): string {
  const bare = join(temporary(), "shop.git");
  git("/", "clone", "-q", "--bare", repo, bare);
  return bare;
}

function allFiles(dir: string): string {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("objects"))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
}

describe("a push", () => {
  it("moves the branch forward, and is the same when done twice", async () => {
    const repo = repository();
    const space = workspace(repo);
    const base = await opened(space);
    const red = await commitOn(space, base.baseSha, base.baseTree, "red");
    const green = await commitOn(space, red.sha, red.tree, "green");

    const first = await space.push("tdd/sum", red.sha, null, never);
    const second = await space.push("tdd/sum", green.sha, red.sha, never);
    const repeated = await space.push("tdd/sum", green.sha, red.sha, never);

    expect([first.kind, second.kind]).toEqual(["pushed", "pushed"]);
    expect(repeated).toEqual(second);
    expect(git(repo, "log", "--format=%s", "tdd/sum").trim().split("\n")).toEqual([
      "green",
      "red",
      "first",
    ]);
  });

  it("W27: refuses to go over foreign commits, with a question", async () => {
    const repo = repository();
    const space = workspace(repo);
    const base = await opened(space);
    const red = await commitOn(space, base.baseSha, base.baseTree, "red");
    await space.push("tdd/sum", red.sha, null, never);
    const foreign = git(
      repo,
      "commit-tree",
      "-p",
      red.sha,
      "-m",
      "mine",
      `${red.sha}^{tree}`,
    ).trim();
    git(repo, "update-ref", "refs/heads/tdd/sum", foreign);
    const green = await commitOn(space, red.sha, red.tree, "green");

    const pushed = await space.push("tdd/sum", green.sha, red.sha, never);
    const asNew = await space.push("tdd/sum", green.sha, null, never);

    expect(pushed).toMatchObject({
      kind: "refused",
      why: expect.stringMatching(/^Foreign commits: tdd\/sum .* is at /),
      fix: expect.stringContaining("?"),
    });
    expect(asNew).toMatchObject({ kind: "refused" });
    expect(git(repo, "rev-parse", "tdd/sum").trim()).toBe(foreign);
  });

  it("refuses a rewrite even where the lease would allow it", async () => {
    const repo = repository();
    const space = workspace(repo);
    const base = await opened(space);
    const red = await commitOn(space, base.baseSha, base.baseTree, "red");
    await space.push("tdd/sum", red.sha, null, never);
    const other = await commitOn(space, base.baseSha, base.baseTree, "other");

    const pushed = await space.push("tdd/sum", other.sha, red.sha, never);

    expect(pushed).toMatchObject({ kind: "refused", fix: expect.stringContaining("--fresh") });
    expect(git(repo, "rev-parse", "tdd/sum").trim()).toBe(red.sha);
  });

  it("refuses a branch that is checked out, and leaves that work tree alone", async () => {
    const repo = repository();
    const space = workspace(repo);
    const base = await opened(space);
    const red = await commitOn(space, base.baseSha, base.baseTree, "red");
    git(repo, "switch", "-q", "-c", "tdd/sum");
    git(repo, "config", "receive.denyCurrentBranch", "updateInstead");

    const pushed = await space.push("tdd/sum", red.sha, base.baseSha, never);

    expect(pushed).toMatchObject({
      kind: "refused",
      why: expect.stringContaining("checked out"),
      fix: expect.stringContaining("git switch"),
    });
    expect(git(repo, "status", "--porcelain")).toBe("");
  });

  it("runs no hook of a person's repository", async () => {
    const repo = repository();
    const hook = `#!/bin/sh\ntouch ${repo}/ran\nexit 1\n`;
    write(repo, { ".git/hooks/pre-receive": hook, ".git/hooks/update": hook });
    git(repo, "config", "core.fileMode", "true");
    const { chmodSync, existsSync } = await import("node:fs");
    for (const name of ["pre-receive", "update"]) chmodSync(join(repo, ".git/hooks", name), 0o755);
    const space = workspace(repo);
    const base = await opened(space);
    const red = await commitOn(space, base.baseSha, base.baseTree, "red");

    expect(await space.push("tdd/sum", red.sha, null, never)).toMatchObject({ kind: "pushed" });
    expect(existsSync(join(repo, "ran"))).toBe(false);
  });
});

describe("a server as the remote", () => {
  it("is read and written with a token that no file or URL holds", async () => {
    const bare = bareCopy(repository());
    const server = await serveGit(bare, "ghs_secret");
    const stateDir = join(temporary(), "state");
    const remote = { kind: "url", url: server.url, token: "ghs_secret" } as const;
    const space = workspace("", { remote, stateDir });

    const base = await space.open({ base: null, branch: "tdd/sum", paths: [] }, never);
    if (base.kind !== "opened") throw new Error(base.why);
    const red = await commitOn(space, base.baseSha, base.baseTree, "red");
    const pushed = await space.push("tdd/sum", red.sha, null, never);

    expect(base.baseRef).toBe("main");
    expect(pushed).toEqual({
      kind: "pushed",
      sha: red.sha,
      url: `${server.url.replace(/\.git$/, "")}/tree/tdd/sum`,
    });
    expect(git(bare, "rev-parse", "tdd/sum").trim()).toBe(red.sha);
    expect(allFiles(stateDir)).not.toMatch(/ghs_secret|eC1hY2Nlc3M/);
  });

  it("refuses, each with its fix: a wrong token, no server, an unknown base, no commit", async () => {
    const bare = bareCopy(repository());
    const server = await serveGit(bare, "right");
    const empty = join(temporary(), "empty.git");
    git("/", "init", "-q", "--bare", empty);
    const blank = await serveGit(empty, "right");
    const open = async (url: string, token: string | null, base: string | null) =>
      await workspace("", { remote: { kind: "url", url, token } }).open(
        { base, branch: "tdd/x", paths: [] },
        never,
      );

    const answers = await Promise.all([
      open(server.url, "wrong", null),
      open(server.url, null, null),
      open("http://127.0.0.1:9/acme/shop.git", "right", null),
      open(server.url, "right", "mian"),
      open(blank.url, "right", null),
    ]);

    const whys = answers.map((answer) => (answer.kind === "refused" ? answer.why : answer.kind));
    expect(whys[0]).toMatch(/401/);
    expect(whys[1]).toMatch(/401/);
    expect(whys[2]).toMatch(/could not be reached/);
    expect(whys[3]).toMatch(/no branch "mian"/);
    expect(whys[4]).toMatch(/no commit yet/);
    for (const answer of answers)
      expect(answer).toMatchObject({ fix: expect.stringMatching(/\w/) });
  });
});

describe("the state of a run on the remote", () => {
  it("is found by another runner, with the trees it needs to go on", async () => {
    const bare = bareCopy(repository());
    const server = await serveGit(bare, "right");
    const remote = { kind: "url", url: server.url, token: "right" } as const;
    const here = workspace("", { remote });
    const base = await opened(here);
    const site = await here.beginTurn(base.baseTree, never);
    write(site.dir, { "new.txt": "not committed\n" });
    const { tree } = await site.snapshot();

    const none = await here.fetchState(7, never);
    await here.pushState({ "journal.ndjson": "1\n", "lock.json": "{}" }, 7, never);
    const pushed = await here.pushState(
      { "journal.ndjson": "1\n2 ä\n", "lock.json": "{}" },
      7,
      never,
      { keep: [tree] },
    );
    const there = workspace("", { remote });
    await opened(there);
    const found = await there.fetchState(7, never);

    expect(none).toEqual({ kind: "none" });
    expect(pushed).toMatchObject({ kind: "pushed" });
    expect(found).toMatchObject({
      kind: "found",
      files: { "journal.ndjson": "1\n2 ä\n", "lock.json": "{}" },
    });
    expect(await there.readFile(tree, "new.txt")).toBe("not committed\n");
    expect(git(bare, "for-each-ref", "--format=%(refname)")).toContain(
      "refs/tdd-loop/issue-7/state",
    );
    expect(git(bare, "branch", "--format=%(refname:short)").trim()).toBe("main");
  });

  it("is kept and found by a runner that has not opened the repository", async () => {
    const server = await serveGit(bareCopy(repository()), "right");
    const remote = { kind: "url", url: server.url, token: "right" } as const;

    const pushed = await workspace("", { remote }).pushState({ "lock.json": "{}" }, 7, never);
    const found = await workspace("", { remote }).fetchState(7, never);

    expect(pushed).toMatchObject({ kind: "pushed" });
    expect(found).toMatchObject({ kind: "found", files: { "lock.json": "{}" } });
  });

  it("takes no name that could leave its place", async () => {
    const space = workspace(repository());
    await opened(space);

    await expect(space.pushState({ "../x": "1" }, 7, never)).rejects.toThrow("state file");
  });
});
