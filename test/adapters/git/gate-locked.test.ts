import { cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { GateLock } from "../../../src/gates/tamper/gate-lock.ts";
import type { TddRepository } from "../../support/tdd-repository.ts";
import { GREEN, tddRepository } from "../../support/tdd-repository.ts";

async function locked(repo: TddRepository): Promise<GateLock> {
  const outcome = await repo.lock();
  if (outcome.kind === "refused") throw new Error(outcome.why);
  return outcome.lock;
}

function implement(repo: TddRepository): void {
  repo.write("src/slug.js", GREEN);
  repo.commit("green");
}

type Step = (repo: TddRepository) => void;

async function codesAfter(step: Step): Promise<string[]> {
  using repo = tddRepository();
  const lock = await locked(repo);
  implement(repo);
  step(repo);
  const { findings } = await repo.gate(lock);
  return findings.map(({ code, path }) => `${code} ${path}`);
}

const PYCACHE = "node_modules/left/__pycache__";

/** Moves a part of the repository away and leaves a link in its place. */
function linkAway(repo: TddRepository, part: string): void {
  const away = join(repo.dir, "..", "away");
  cpSync(join(repo.dir, part), away, { recursive: true });
  rmSync(join(repo.dir, part), { recursive: true });
  symlinkSync(away, join(repo.dir, part));
}

const HONEST: readonly (readonly [string, Step])[] = [
  ["the plain implementation", () => undefined],
  ["an edit of the listed file that is not committed", (repo) => repo.write("src/slug.js", "//\n")],
  ["ignored output", (repo) => repo.write("npm-debug.log", "x")],
  ["caches among the dependencies", (repo) => repo.write("node_modules/.cache/x", "x")],
  ["the loop's own directory", (repo) => repo.write(".tdd-loop/state", "x")],
  ["the lock's own file", (repo) => repo.write("lock.json", "{}")],
  ["housekeeping", (repo) => repo.git("gc", "-q")],
  ["a name in the configuration", (repo) => repo.git("config", "user.name", "someone")],
  ["compiled files among the dependencies", (repo) => repo.write(`${PYCACHE}/a.pyc`, "x")],
  ["tags and other branches", (repo) => [repo.git("tag", "v9"), repo.git("branch", "other")]],
];

const TAMPERED: readonly (readonly [string, Step])[] = [
  ["REPO_TAMPERED config", (repo) => repo.git("config", "core.hooksPath", "docs")],
  ["REPO_TAMPERED hooks/pre-push", (repo) => repo.write(".git/hooks/pre-push", "x")],
  ["REPO_TAMPERED info/exclude", (repo) => repo.write(".git/info/exclude", "*.js\n")],
  ["REPO_TAMPERED info/grafts", (repo) => repo.write(".git/info/grafts", "x\n")],
  [
    "REPO_TAMPERED objects/info/alternates",
    (repo) => repo.write(".git/objects/info/alternates", "/x\n"),
  ],
  ["REPO_TAMPERED objects/pack", (repo) => linkAway(repo, ".git/objects/pack")],
  ["REPO_TAMPERED HEAD", (repo) => linkAway(repo, ".git/HEAD")],
  [
    "REPO_TAMPERED rebase-merge/git-rebase-todo",
    (repo) => repo.write(".git/rebase-merge/git-rebase-todo", "exec true\n"),
  ],
  ["REPO_TAMPERED worktree-names", (repo) => repo.git("worktree", "add", "-q", "../w", "-b", "w")],
  ["WRONG_BRANCH detached", (repo) => repo.git("checkout", "-q", "--detach")],
  ["WRONG_BRANCH refs/heads/x", (repo) => repo.git("checkout", "-qb", "x")],
  [
    "HISTORY_REWRITTEN RED",
    (repo) => [repo.git("reset", "-q", "--soft", repo.base), repo.commit("all")],
  ],
  ["PROTECTED_PATH package.json", (repo) => [repo.write("package.json", "{}"), repo.commit("x")]],
  ["OUTSIDE_ALLOWLIST README.md", (repo) => [repo.write("README.md", "x"), repo.commit("x")]],
  [
    "TEST_MODIFIED test/slug.test.js",
    (repo) => [repo.write("test/slug.test.js", "//"), repo.commit("x")],
  ],
  [
    "TEST_DELETED test/slug.test.js",
    (repo) => [repo.git("rm", "-q", "test/slug.test.js"), repo.commit("x")],
  ],
  ["PATH_UNSAFE src/Slug.js", (repo) => [repo.write("src/Slug.js", "x"), repo.commit("x")]],
  ["STAGED_OUTSIDE README.md", (repo) => [repo.write("README.md", "x"), repo.git("add", "-A")]],
  ["STAGED_DELETE README.md", (repo) => repo.git("rm", "-q", "--cached", "README.md")],
  ["REPO_TAMPERED refs/heads/main", (repo) => repo.git("branch", "-f", "main", "HEAD")],
  ["INDEX_FLAG README.md", (repo) => repo.git("update-index", "--assume-unchanged", "README.md")],
  ["WORKTREE_DIFFERS README.md", (repo) => repo.write("README.md", "x")],
  ["WORKTREE_DELETED README.md", (repo) => rmSync(join(repo.dir, "README.md"))],
  [
    "UNTRACKED_OUTSIDE docs/x",
    (repo) => [repo.write("docs/x", "x"), repo.write("docs/.gitignore", "x")],
  ],
  ["NESTED_REPO sub", (repo) => [mkdirSync(join(repo.dir, "sub")), repo.git("init", "-q", "sub")]],
  [
    "BAD_MODE src/slug.js",
    (repo) => [
      rmSync(join(repo.dir, "src/slug.js")),
      symlinkSync("/etc/passwd", join(repo.dir, "src/slug.js")),
    ],
  ],
  [
    "DEP_TAMPERED node_modules/left/index.js",
    (repo) => repo.write("node_modules/left/index.js", "1"),
  ],
  [
    "DEP_TAMPERED node_modules/left/.cache/a.js",
    (repo) => repo.write("node_modules/left/.cache/a.js", "1"),
  ],
  ["UNTRACKED_OUTSIDE .tdd-loop", (repo) => symlinkSync("/etc", join(repo.dir, ".tdd-loop"))],
  ["DEP_TAMPERED src/node_modules/a.js", (repo) => repo.write("src/node_modules/a.js", "1")],
];

describe("the gate by lock", () => {
  it.each(HONEST)("passes %s", async (_, step) => {
    expect(await codesAfter(step)).toEqual([]);
  });

  it.each(TAMPERED)("finds %s", async (wanted, step) => {
    const codes = await codesAfter(step);
    expect(codes).toContain(wanted);
    expect(codes[0]?.split(" ")[0]).toBe(
      wanted.startsWith("UNTRACKED") ? "UNTRACKED_OUTSIDE" : wanted.split(" ")[0],
    );
  });

  it("finds nothing but NO_CHANGE when nothing was implemented", async () => {
    using repo = tddRepository();
    const { findings } = await repo.gate(await locked(repo));
    expect(findings.map(({ code }) => code)).toEqual(["NO_CHANGE"]);
  });

  it("finds a test that was changed and changed back", async () => {
    const codes = await codesAfter((repo) => {
      repo.write("test/slug.test.js", "//\n");
      repo.commit("away");
      repo.git("checkout", "-q", repo.red, "--", "test/slug.test.js");
      repo.commit("back");
    });
    expect(codes).toEqual(["TEST_TOUCHED_IN_HISTORY test/slug.test.js"]);
  });

  it("lets the target branch be merged in, and counts only what the branch itself changed", async () => {
    using repo = tddRepository();
    const lock = await locked(repo);
    implement(repo);
    repo.git("checkout", "-q", "main");
    repo.write("README.md", "main moved\n");
    repo.commit("main");
    repo.git("checkout", "-q", "tdd/slug");
    repo.git("merge", "-q", "-m", "merge", "main");
    expect((await repo.gate(lock, repo.git("rev-parse", "main"))).findings).toEqual([]);
  });

  it.each([
    ["takes the edit to a path that was renamed there", "OUTSIDE_ALLOWLIST src/core.js"],
    ["conflicts", "MERGE_CONFLICT src/slug.js"],
  ])("tells what would land when the merge into a moved target %s", async (how, wanted) => {
    using repo = tddRepository();
    repo.git("checkout", "-q", "main");
    if (how === "conflicts") repo.write("src/slug.js", "exports.slugify = () => 1;\n");
    else repo.git("mv", "src/slug.js", "src/core.js");
    repo.commit("main");
    repo.git("checkout", "-q", "tdd/slug");
    const lock = await locked(repo);
    repo.write("src/slug.js", `${repo.git("show", "HEAD:src/slug.js")}\n// more\n`);
    if (how === "conflicts") repo.write("src/slug.js", GREEN);
    repo.commit("green");
    const { findings } = await repo.gate(lock, repo.git("rev-parse", "main"));
    expect(findings.map(({ code, path }) => `${code} ${path}`)).toEqual([wanted]);
  });

  it("names every cache that the lock did not see, for a run to do without", async () => {
    using repo = tddRepository();
    repo.write(`${PYCACHE}/old.pyc`, "x");
    const lock = await locked(repo);
    expect((await repo.gate(lock)).caches).toEqual([]);
    repo.write(`${PYCACHE}/deep/new.pyc`, "x");
    repo.write("node_modules/.cache/x", "x");
    expect((await repo.gate(lock)).caches).toEqual(["node_modules/.cache", PYCACHE]);
  });

  it("does not believe a tip of another history", async () => {
    using repo = tddRepository();
    const lock = await locked(repo);
    implement(repo);
    const { findings } = await repo.gate(lock, repo.git("commit-tree", "-m", "x", "HEAD^{tree}"));
    expect(findings.map(({ code, path }) => `${code} ${path}`)).toContain("NO_SINGLE_MERGE_BASE 0");
  });

  it("does not believe a tip that is the branch itself", async () => {
    using repo = tddRepository();
    const lock = await locked(repo);
    repo.write("README.md", "evil\n");
    repo.commit("evil");
    const { findings } = await repo.gate(lock, repo.git("rev-parse", "HEAD"));
    expect(findings.map(({ code, path }) => `${code} ${path}`)).toContain(
      "OUTSIDE_ALLOWLIST README.md",
    );
  });
});

describe("a file that a filter writes to disk otherwise than git keeps it", () => {
  /** Locked with `a.bin` as "hello" on disk and "HELLO" in git. */
  async function filtered(step: Step): Promise<string[]> {
    using repo = tddRepository();
    repo.git("checkout", "-q", "main");
    repo.git("config", "filter.up.clean", "tr a-z A-Z");
    repo.git("config", "filter.up.smudge", "tr A-Z a-z");
    repo.write(".gitattributes", "*.bin filter=up\n");
    repo.write("a.bin", "hello\n");
    repo.commit("base");
    const base = repo.git("rev-parse", "HEAD");
    repo.git("checkout", "-q", "tdd/slug");
    repo.git("rebase", "-q", "main");
    const outcome = await repo.lock({ base, red: repo.git("rev-parse", "HEAD") });
    if (outcome.kind === "refused") throw new Error(outcome.why);
    implement(repo);
    step(repo);
    const { findings } = await repo.gate(outcome.lock);
    return findings.map(({ code, path }) => `${code} ${path}`);
  }

  it("passes as it was when the lock was taken", async () => {
    expect(await filtered(() => undefined)).toEqual([]);
  });

  it("does not pass once it is edited, though git calls it unchanged", async () => {
    const codes = await filtered((repo) => repo.write("a.bin", "HeLLo\n"));
    expect(codes).toEqual(["WORKTREE_DIFFERS a.bin"]);
  });

  it("does not pass when another blob is committed beneath it", async () => {
    const codes = await filtered((repo) => {
      repo.write("a.bin", "bye\n");
      repo.commit("bye");
      repo.write("a.bin", "hello\n");
    });
    expect(codes).toEqual(["OUTSIDE_ALLOWLIST a.bin", "WORKTREE_DIFFERS a.bin"]);
  });
});

describe("taking a lock", () => {
  it.each([
    [{ allow: ["../x"] }, "leaves the repository"],
    [{ allow: ["src/"] }, "not the path of a file"],
    [{ allow: ["a\nb"] }, "unsafe name (CTRL)"],
    [{ base: "nowhere" }, "is not a commit here"],
    [{ red: "main" }, "is not an ancestor"],
  ])("refuses %j and says why", async (change, why) => {
    using repo = tddRepository();
    if ("red" in change) {
      repo.git("checkout", "-q", "main");
      repo.write("new", "x");
      repo.commit("new");
      repo.git("checkout", "-q", "tdd/slug");
    }
    expect(await repo.lock(change)).toMatchObject({
      kind: "refused",
      why: expect.stringContaining(why),
    });
  });
});
