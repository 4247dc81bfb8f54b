import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { OpenRequest } from "../../../src/ports.ts";
import { git, never, repository, temporary, workspace, write } from "./local-repository.ts";

async function open(repo: string, asked: Partial<OpenRequest> = {}) {
  return await workspace(repo).open({ base: null, branch: "tdd/x", paths: [], ...asked }, never);
}

describe("opening a workspace", () => {
  it("takes the branch that is checked out when no base is named", async () => {
    const repo = repository();
    git(repo, "switch", "-q", "-c", "develop");

    const opened = await open(repo);

    expect(opened).toMatchObject({
      kind: "opened",
      baseRef: "develop",
      baseSha: git(repo, "rev-parse", "HEAD").trim(),
      baseTree: git(repo, "rev-parse", "HEAD^{tree}").trim(),
      files: [".gitignore", "README.md", "src/sum.js"],
    });
  });

  it("prefers origin's copy of the base to the local branch (S0-17)", async () => {
    const origin = repository();
    const repo = join(temporary(), "clone");
    git("/", "clone", "-q", origin, repo);
    write(repo, { "local.txt": "not pushed\n" });
    git(repo, "add", "-A");
    git(repo, "commit", "-q", "-m", "local");

    const named = await open(repo, { base: "main" });
    const spelled = await open(repo, { base: "origin/main" });

    const baseSha = git(origin, "rev-parse", "main").trim();
    expect(named).toMatchObject({ kind: "opened", baseRef: "origin/main", baseSha });
    expect(spelled).toMatchObject({ kind: "opened", baseRef: "origin/main", baseSha });
  });

  it("works from a linked worktree and from a path with odd characters", async () => {
    const repo = repository();
    const linked = join(temporary(), "wört's tree");
    git(repo, "worktree", "add", "-q", "-b", "feature", linked);

    expect(await open(linked)).toMatchObject({ kind: "opened", baseRef: "feature" });
  });

  it("reads a file list with odd names", async () => {
    const repo = repository({ 'a "b" ä.txt': "1", "line\nbreak": "2", " lead": "3" });

    expect(await open(repo)).toMatchObject({ files: [" lead", 'a "b" ä.txt', "line\nbreak"] });
  });

  it.each<[string, (repo: string) => Partial<OpenRequest> | undefined, RegExp, RegExp]>([
    [
      "a base that names the branch itself",
      () => ({ base: "tdd/x" }),
      /names the run's own branch/,
      /--base main/,
    ],
    [
      "a base that names origin's copy of the branch",
      () => ({ base: "origin/tdd/x" }),
      /names the run's own branch/,
      /--base main/,
    ],
    ["an unknown base", () => ({ base: "mian" }), /no branch "mian"/, /There are: main/],
    ["a base that is an option", () => ({ base: "--upload-pack=x" }), /cannot be the name/, /main/],
    ["a base that is a commit", () => ({ base: "HEAD~1" }), /cannot be the name/, /main/],
    ["a branch name that git refuses", () => ({ branch: "a..b" }), /cannot be the name/, /letters/],
    [
      "a detached HEAD without a base",
      (repo) => void git(repo, "switch", "-q", "--detach"),
      /detached HEAD/,
      /--base main/,
    ],
  ])("refuses %s", async (_, prepare, why, fix) => {
    const repo = repository();
    const asked = prepare(repo) ?? {};

    const opened = await open(repo, asked);

    expect(opened).toMatchObject({ kind: "refused" });
    expect(opened.kind === "refused" && opened.why).toMatch(why);
    expect(opened.kind === "refused" && opened.fix).toMatch(fix);
  });

  it("refuses a directory that is no repository, and a repository without commits", async () => {
    const none = temporary();
    const empty = temporary();
    git(empty, "init", "-q");

    expect(await open(none)).toMatchObject({
      kind: "refused",
      fix: expect.stringMatching(/git init/),
    });
    expect(await open(empty)).toMatchObject({
      kind: "refused",
      why: expect.stringMatching(/no commit yet/),
    });
  });

  it("takes a shallow clone, because a run needs nothing older than its base", async () => {
    const origin = repository();
    git(origin, "commit", "-q", "--allow-empty", "-m", "later");
    const repo = join(temporary(), "shallow");
    git("/", "clone", "-q", "--depth=1", `file://${origin}`, repo);
    const space = workspace(repo);

    const opened = await space.open({ base: "main", branch: "tdd/new", paths: [] }, never);

    if (opened.kind !== "opened") throw new Error(opened.why);
    const site = await space.beginTurn(opened.baseTree, never);
    write(site.dir, { "new.txt": "1\n" });
    const sha = await space.commit((await site.snapshot()).tree, opened.baseSha, "red: x");
    expect(await space.push("tdd/new", sha, null, never)).toMatchObject({ kind: "pushed" });
  });

  it("takes the next free name when the branch exists, and leaves that one alone", async () => {
    const repo = repository();
    git(repo, "branch", "tdd/x");
    git(repo, "branch", "tdd/x-2");

    const opened = await open(repo, { base: "main", branch: "tdd/x" });

    expect(opened).toMatchObject({ kind: "opened", branch: "tdd/x-3" });
  });

  it("refuses a partial clone whose files are missing", async () => {
    const origin = repository();
    git(origin, "config", "uploadpack.allowFilter", "true");
    const repo = join(temporary(), "partial");
    git("/", "clone", "-q", "--no-checkout", "--filter=blob:none", `file://${origin}`, repo);

    const opened = await open(repo, { base: "main" });

    expect(opened).toMatchObject({
      kind: "refused",
      why: expect.stringMatching(/partial clone/),
      fix: expect.stringMatching(/--refetch/),
    });
  });
});
