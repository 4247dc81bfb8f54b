import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hideStateDir } from "../../../src/adapters/git/workspace-hide.ts";
import { git, PATH, repository, temporary, write } from "./local-repository.ts";

describe("hiding the state directory (S0-13)", () => {
  it("adds one line to git's own exclude file, once, and touches no tracked file", async () => {
    const repo = repository();
    rmSync(join(repo, ".git/info"), { recursive: true, force: true });
    write(repo, { ".tdd-loop/lock.json": "{}" });

    await hideStateDir(repo, PATH);
    const file = await hideStateDir(repo, PATH);

    expect(file).toBe(join(repo, ".git/info/exclude"));
    expect(readFileSync(file ?? "", "utf8")).toBe(".tdd-loop/\n");
    expect(git(repo, "status", "--porcelain")).toBe("");
  });

  it("keeps what is there, also without a last line end, and sees only a whole line", async () => {
    const repo = repository();
    write(repo, { ".git/info/exclude": "*.tmp\nx.tdd-loop/" });

    const file = await hideStateDir(repo, PATH);

    expect(readFileSync(file ?? "", "utf8")).toBe("*.tmp\nx.tdd-loop/\n.tdd-loop/\n");
  });

  it("works in a linked worktree and from a subdirectory", async () => {
    const repo = repository();
    const linked = join(temporary(), "linked");
    git(repo, "worktree", "add", "-q", "-b", "other", linked);
    write(linked, { ".tdd-loop/x": "1" });

    await hideStateDir(join(linked, "src"), PATH);

    expect(git(linked, "status", "--porcelain")).toBe("");
    expect(existsSync(join(linked, ".gitignore"))).toBe(true);
  });

  it("answers null outside a repository", async () => {
    expect(await hideStateDir(temporary(), PATH)).toBeNull();
  });
});
