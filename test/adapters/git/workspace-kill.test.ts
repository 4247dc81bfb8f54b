import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { closed, SOURCE, startModule } from "../child-module.ts";
import { git, never, opened, PATH, repository, temporary, workspace } from "./local-repository.ts";

/** Lays trees out, takes snapshots, commits and pushes, until it is killed. */
const WORKER = `
import { createWorkspace } from ${JSON.stringify(join(SOURCE, "adapters/git/workspace.ts"))};
import { writeFileSync } from "node:fs";
export async function main(repo, stateDir, path) {
  const never = new AbortController().signal;
  const space = createWorkspace({ remote: { kind: "path", path: repo }, stateDir, carryFrom: null, carry: [],
    identity: { name: "bot", email: "bot@example.com" }, clock: { now: () => 1.7e12 }, path });
  process.stdout.write("ready\\n");
  const base = await space.open({ base: "main", branch: "tdd/x", paths: [] }, never);
  for (let n = 0, tree = base.baseTree, parent = base.baseSha; ; n += 1) {
    const site = await space.beginTurn(tree, never);
    for (let i = 0; i < 20; i += 1) writeFileSync(site.dir + "/f" + i + ".js", "x".repeat(n * 100) + n);
    tree = (await site.snapshot()).tree;
    await space.testSite(tree, never);
    const sha = await space.commit(tree, parent, "green: " + n);
    await space.push("tdd/x", sha, n === 0 ? null : parent, never);
    parent = sha;
  }
}`;

async function killedAfter(ms: number, repo: string, stateDir: string): Promise<void> {
  const child = startModule(WORKER, [repo, stateDir, PATH]);
  child.stdout?.once("data", () =>
    setTimeout(() => {
      // The whole session, as when a runner goes away: its git processes die with it.
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    }, ms),
  );
  await closed(child);
}

describe("a workspace whose process is killed", () => {
  it("goes on in the same state directory, wherever the kill fell", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 200 }, (_, n) => [`src/d${n % 9}/f${n}.js`, `${n}\n`.repeat(200)]),
    );
    const repo = repository(files);
    const stateDir = join(temporary(), "state");

    for (const ms of [20, 170, 450]) {
      if (ms === 170) rmSync(join(stateDir, "tests.git", "index"), { force: true });
      await killedAfter(ms, repo, stateDir);
      git(repo, "update-ref", "-d", "refs/heads/tdd/x");

      const space = workspace(repo, { stateDir });
      const base = await opened(space, "tdd/x");
      const tests = await space.testSite(base.baseTree, never);
      const turn = await space.beginTurn(base.baseTree, never);

      expect(readdirSync(tests.dir)).toEqual(["src"]);
      expect(readFileSync(join(tests.dir, "src/d3/f3.js"), "utf8")).toBe("3\n".repeat(200));
      expect(await turn.snapshot()).toEqual({ tree: base.baseTree, changes: [], offences: [] });
      git(join(stateDir, "control.git"), "fsck", "--connectivity-only");
    }
  });
});
