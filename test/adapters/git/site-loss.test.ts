import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { git, never, opened, PATH, repository, workspace } from "./local-repository.ts";

const files = { "src/sum.js": "export const sum = 1;\n", "old.txt": "old\n" };

/** A turn whose agent runs `script` in its copy; then what the loop sees, and the next turn. */
async function turnWith(script: string) {
  const space = workspace(repository(files));
  const base = await opened(space);
  const site = await space.beginTurn(base.baseTree, never);
  execFileSync("sh", ["-ec", script], { cwd: site.dir, env: { PATH } });
  const snapshot = await site.snapshot();
  const next = await space.beginTurn(base.baseTree, never);
  return { snapshot, base, next };
}

const deep = `node -e '
for (let at = 0; at < 30; at += 1) { fs.mkdirSync("d".repeat(200)); process.chdir("d".repeat(200)); }
fs.writeFileSync("f", "x");'`;

describe("an agent that destroys the place that it works in", () => {
  it.each([
    ["removes it", "rm -rf ../agent", "WORKTREE_DELETED"],
    ["renames it", "mv ../agent ../elsewhere", "WORKTREE_DELETED"],
    ["puts a file there", "cd ..; rm -rf agent; echo x > agent", "WORKTREE_DELETED"],
    ["puts a link there", "cd ..; mv agent moved; ln -s moved agent", "WORKTREE_DELETED"],
    ["goes deeper than paths can name", deep, "PATH_UNSAFE"],
  ])("%s: a verdict with its code, and the next turn begins clean", async (_what, script, code) => {
    const { snapshot, base, next } = await turnWith(script);

    expect(snapshot.tree).toBe(base.baseTree);
    expect(snapshot.changes).toEqual([]);
    expect(snapshot.offences.map((offence) => offence.code)).toEqual([code]);
    expect(snapshot.offences[0]?.path.length).toBeLessThan(200);
    const now = await next.snapshot();
    expect([now.tree, now.offences]).toEqual([base.baseTree, []]);
    expect(existsSync(join(next.dir, "src/sum.js"))).toBe(true);
  });

  it("never follows a link that stands in its place when it makes the place anew", async () => {
    const space = workspace(repository(files));
    const base = await opened(space);
    const { dir } = await space.beginTurn(base.baseTree, never);
    const outside = join(dir, "../../outside");
    mkdirSync(outside, { mode: 0o500 });
    writeFileSync(join(outside, "kept"), "x", { mode: 0o400 });
    execFileSync("sh", ["-ec", `rm -rf ${dir}; ln -s ${outside} ${dir}`]);

    await space.beginTurn(base.baseTree, never);

    expect(execFileSync("stat", ["-c", "%a", outside], { encoding: "utf8" })).toBe("500\n");
    expect(existsSync(join(outside, "kept"))).toBe(true);
  });

  it("ends with a clear sentence when the loop's own clone is gone", async () => {
    const space = workspace(repository(files));
    const base = await opened(space);
    const site = await space.beginTurn(base.baseTree, never);
    execFileSync("sh", ["-ec", `rm -rf ${join(site.dir, "../control.git")}`]);

    await expect(site.snapshot()).rejects.toThrow(/own clone .* is gone.*fresh run/);
  });
});

describe("a commit that was made before", () => {
  it("is believed only while its note names what was asked for", async () => {
    const space = workspace(repository(files));
    const base = await opened(space);
    const commit = () => space.commit(base.baseTree, base.baseSha, "red: tests");
    const first = await commit();
    const { dir } = await space.beginTurn(base.baseTree, never);
    const control = join(dir, "../control.git");
    const [note = ""] = readdirSync(join(control, "tdd-loop-commits"));
    expect(await commit()).toBe(first);

    writeFileSync(join(control, "tdd-loop-commits", note), base.baseSha);

    const again = await commit();
    expect(again).not.toBe(base.baseSha);
    expect(git(control, "show", "-s", "--format=%T %P", again).trim()).toBe(
      `${base.baseTree} ${base.baseSha}`,
    );
  });
});
