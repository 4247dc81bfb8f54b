import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { IssueView } from "../support/issue-view.ts";
import { viewIssue } from "../support/issue-view.ts";
import type { LoopWorld } from "../support/loop-world.ts";
import { repo, startLoopWorld } from "../support/loop-world.ts";

let world: LoopWorld;
let keyless: LoopWorld;

beforeAll(async () => {
  world = await startLoopWorld();
  keyless = await startLoopWorld({ inputs: {} });
});

afterAll(async () => {
  await world.close();
  await keyless.close();
});

/** One sticky comment, the label, a free issue, no trace of our code, nothing pushed. */
function expectStopped(seen: IssueView, log: string, words: RegExp): void {
  expect(seen.comments, log).toHaveLength(1);
  expect(seen.comments[0]).toMatch(words);
  expect(seen.comments[0]).toContain("tdd-loop:issue-");
  expect(seen.labels).toEqual(["tdd:blocked"]);
  expect(seen.isClaimed).toBe(false);
  expect(seen.branches).toEqual([]);
  expect(`${log}${seen.comments[0]}`).not.toMatch(/\bat .*(:\d+:\d+|node:internal)/);
}

async function ask(where: LoopWorld, text: { title?: string; body?: string } = {}) {
  const issue = await where.openIssue(text);
  const jobs = where.forge.jobs().length;
  await where.label(issue);
  await where.settle();
  const log = where.forge
    .jobs()
    .slice(0, where.forge.jobs().length - jobs)
    .map((job) => job.log)
    .join("\n");
  return { seen: await viewIssue(where, issue), log };
}

async function configure(text: string): Promise<void> {
  await world.forge.admin.commitFiles(repo, "main", { ".github/tdd-loop.yml": text }, "mona");
  await world.settle();
}

describe("what stops a run before it begins", () => {
  it("is a key that is missing, which the sticky comment names", async () => {
    const { seen, log } = await ask(keyless);
    expectStopped(seen, log, /ANTHROPIC_API_KEY/);
  });

  it("is an issue without a body, which is asked for criteria", async () => {
    const { seen, log } = await ask(world, { body: "" });
    expectStopped(seen, log, /criteria/i);
  });

  it("is a configuration that is not YAML", async () => {
    await configure("label: [tdd\n");
    const { seen, log } = await ask(world);
    expectStopped(seen, log, /tdd-loop\.yml.*is not YAML/s);
  });

  it("is a configuration key that does not exist, with the one that was meant", async () => {
    await configure("testComand: npm test\n");
    const { seen, log } = await ask(world);
    expectStopped(seen, log, /testComand.*testCommand/s);
  });

  it("is a repository without a test command", async () => {
    await configure("# nothing\n");
    const files = { "package.json": '{ "name": "slugs", "type": "module" }\n' };
    await world.forge.admin.commitFiles(repo, "main", files, "mona");
    const { octokit } = world;
    const at = { owner: "mona", repo: "slugs" };
    const head = await octokit.rest.git.getRef({ ...at, ref: "heads/main" });
    const parent = head.data.object.sha;
    const gone = { path: "test/words.test.js", mode: "100644", type: "blob", sha: null } as const;
    const tree = await octokit.rest.git.createTree({ ...at, base_tree: parent, tree: [gone] });
    const made = await octokit.rest.git.createCommit({
      ...at,
      message: "No tests",
      tree: tree.data.sha,
      parents: [parent],
    });
    await octokit.rest.git.updateRef({ ...at, ref: "heads/main", sha: made.data.sha });
    const { seen, log } = await ask(world);
    expectStopped(seen, log, /test command/i);
  });
});
