import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FileGateOutcome } from "../../../src/adapters/git/gate-session.ts";
import { FileGateSession } from "../../../src/adapters/git/gate-session.ts";
import { developerGit } from "../../../src/adapters/git/git.ts";
import { git, repositoryEnv } from "../../support/random-repository.ts";

let room = "";
let dir = "";

beforeEach(() => {
  room = mkdtempSync(join(tmpdir(), "gate-session-"));
  dir = join(room, "top");
  mkdirSync(join(dir, "src"), { recursive: true });
  git(dir, "init", "-q", "-b", "main", "--template=");
  write("src/a.ts", "a\n");
  write("b.ts", "b\n");
  commit("base");
  git(dir, "remote", "add", "origin", "../nowhere");
  git(dir, "update-ref", "refs/remotes/origin/main", "HEAD");
  git(dir, "checkout", "-qb", "tdd/slug");
  writeFileSync(join(room, "allow"), "src/a.ts\n");
});
afterEach(() => rmSync(room, { recursive: true, force: true }));

function write(path: string, text: string): void {
  writeFileSync(join(dir, path), text);
}

function commit(message: string): void {
  git(dir, "add", "-A");
  git(dir, "commit", "-qm", message);
}

const oid = (name: string): string => git(dir, "rev-parse", name);

function session(base: string | null, more: { cwd?: string; allowlist?: string } = {}) {
  const cwd = more.cwd ?? dir;
  return new FileGateSession({
    ...{ git: developerGit(repositoryEnv, cwd), cwd, base },
    allowlist: more.allowlist ?? join(room, "allow"),
  });
}

function told(outcome: FileGateOutcome): string | string[] {
  return outcome.kind === "distrust" ? outcome.code : outcome.findings.map(({ path }) => path);
}

const ask = async (base: string | null, more = {}): Promise<string | string[]> =>
  told(await session(base, more).checkThoroughly());

describe("the file gate's change set", () => {
  it("counts committed, staged, unstaged and untracked changes (S0-35, S0-51)", async () => {
    write("src/a.ts", "listed\n");
    write("committed", "x");
    commit("committed");
    write("staged", "x");
    git(dir, "add", "staged");
    write("b.ts", "unstaged\n");
    write("untracked", "x");
    expect(await ask("main")).toEqual(["b.ts", "committed", "staged", "untracked"]);
  });

  it("says the same from every directory (S0-37)", async () => {
    write("src/new", "x");
    expect(await ask("main", { cwd: join(dir, "src") })).toEqual(["src/new"]);
  });

  it("takes a rename for a deletion and an addition (S0-36)", async () => {
    git(dir, "mv", "b.ts", "c.ts");
    commit("renamed");
    expect(await ask("main")).toEqual(["b.ts", "c.ts"]);
  });

  it.each([
    ["a graft", () => write(".git/info/grafts", `${oid("main")} ${oid("HEAD")}\n`)],
    ["a replaced commit", () => git(dir, "replace", "HEAD", "HEAD~1")],
    ["a replaced tree", () => git(dir, "replace", oid("HEAD^{tree}"), oid("HEAD~1^{tree}"))],
  ])("is what the commits say, whatever %s says", async (_, tamper) => {
    write("b.ts", "evil\n");
    commit("evil");
    mkdirSync(join(dir, ".git/info"), { recursive: true });
    tamper();
    expect(await ask("main")).toEqual(["b.ts"]);
  });

  it("never counts the loop's directory, nor its own list while untracked (S0-38, S0-52)", async () => {
    mkdirSync(join(dir, ".tdd-loop"));
    write(".tdd-loop/allowlist.txt", "");
    write("list", "");
    expect(await ask("main", { allowlist: "list" })).toEqual([]);
    commit("the list is committed");
    expect(await ask("main", { allowlist: "list" })).toContain("list");
  });
});

describe("the file gate's base", () => {
  it.each([
    ["main", []],
    ["origin/main", []],
    ["main~0", []],
    ["HEAD", "BASE_IS_BRANCH"],
    ["@", "BASE_IS_BRANCH"],
    ["tdd/slug", "BASE_IS_BRANCH"],
    ["refs/heads/tdd/slug", "BASE_IS_BRANCH"],
    ["nowhere", "BASE_UNRESOLVED"],
    ["--help", "BASE_UNRESOLVED"],
    ["main..HEAD", "BASE_UNRESOLVED"],
    ["HEAD^{tree}", "BASE_UNRESOLVED"],
    [null, "NO_BASE"],
  ])("answers %j with %j at the start of a branch (S0-40 … S0-43)", async (base, answer) => {
    expect(await ask(base)).toEqual(answer);
  });

  it("refuses the branch's own remote copy, and takes its upstream (S0-41, S0-42)", async () => {
    git(dir, "update-ref", "refs/remotes/origin/tdd/slug", "HEAD");
    git(dir, "branch", "-q", "--set-upstream-to=origin/main");
    expect(await ask("origin/tdd/slug")).toBe("BASE_IS_OWN_COPY");
    expect(await ask("@{upstream}")).toEqual([]);
  });

  it("falls back to origin/HEAD, whatever the default branch is called (S0-40, S0-53)", async () => {
    git(dir, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main");
    write("new", "x");
    expect(await ask(null)).toEqual(["new"]);
  });

  it("refuses other spellings of the branch's tip once it has work of its own", async () => {
    const start = git(dir, "rev-parse", "HEAD");
    expect(await ask(start)).toEqual([]);
    write("evil", "x");
    commit("work");
    const tip = git(dir, "rev-parse", "HEAD");
    git(dir, "tag", "here");
    for (const base of [tip, tip.slice(0, 12), "tdd/slug@{0}", "HEAD~0", "here", "HEAD^{/work}"]) {
      expect([base, await ask(base)]).toEqual([base, "BASE_IS_OWN_TIP"]);
    }
    expect(await ask(start)).toEqual(["evil"]);
  });

  it("refuses a name that means two refs", async () => {
    git(dir, "tag", "main", "HEAD");
    expect(await ask("main")).toBe("BASE_AMBIGUOUS");
    expect(await ask("refs/heads/main")).toEqual([]);
  });

  it("says so when there is no merge base, no list, no repository, no commit", async () => {
    expect(await ask("main", { allowlist: "gone" })).toBe("NO_ALLOWLIST");
    expect(await ask("main", { allowlist: "src" })).toBe("NO_ALLOWLIST");
    git(dir, "checkout", "-q", "--orphan", "other");
    commit("other");
    expect(await ask("main")).toBe("NO_MERGE_BASE");
    expect(await ask("main", { cwd: room })).toBe("NOT_A_WORK_TREE");
    git(room, "init", "-q", "--template=", "empty");
    expect(await ask("main", { cwd: join(room, "empty") })).toBe("NO_COMMIT");
  });

  it("does not judge what index flags hide", async () => {
    git(dir, "update-index", "--assume-unchanged", "b.ts");
    write("b.ts", "hidden\n");
    expect(await ask("main")).toBe("INDEX_FLAG");
  });
});

it("costs one git process a check while HEAD stays where it is", async () => {
  const shims = join(room, "shims");
  const log = join(room, "log");
  mkdirSync(shims);
  const real = repositoryEnv["PATH"];
  writeFileSync(join(shims, "git"), `#!/bin/sh\necho x >> ${log}\nPATH=${real} exec git "$@"\n`);
  chmodSync(join(shims, "git"), 0o755);
  const watched = developerGit({ ...repositoryEnv, PATH: `${shims}:${real}` }, dir);
  const gate = new FileGateSession({
    ...{ git: watched, cwd: dir, base: "main", allowlist: join(room, "allow") },
  });
  const count = (): number => readFileSync(log, "utf8").split("\n").length - 1;
  await gate.check();
  const opened = count();
  write("evil", "x");
  expect(told(await gate.check())).toEqual(["evil"]);
  expect(told(await gate.check())).toEqual(["evil"]);
  expect(count() - opened).toBe(2);
  commit("HEAD moves");
  expect(told(await gate.check())).toEqual(["evil"]);
});
