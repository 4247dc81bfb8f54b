import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checksOf, viewIssue } from "../support/issue-view.ts";
import type { LoopWorld } from "../support/loop-world.ts";
import { place, repo, startLoopWorld } from "../support/loop-world.ts";
import { shortRecording } from "../support/short-recording.ts";

let world: LoopWorld;

beforeAll(async () => {
  world = await startLoopWorld({ workflow: "actions-only.yml" });
});

afterAll(() => world.close());

async function openPull(head: string): Promise<string> {
  const { data } = await world.octokit.rest.pulls.create({
    ...place,
    head,
    base: "main",
    title: head,
  });
  await world.settle();
  return data.head.sha;
}

async function branchFromMain(name: string, files: Record<string, string>): Promise<void> {
  const { git } = world.octokit.rest;
  const { data: main } = await git.getRef({ ...place, ref: "heads/main" });
  await git.createRef({ ...place, ref: `refs/heads/${name}`, sha: main.object.sha });
  await world.forge.admin.commitFiles(repo, name, files, "hubot");
}

describe("GitHub Actions without the App", () => {
  it("works a labelled issue to a pull request whose checks it sets itself", async () => {
    world.play(shortRecording());
    const issue = await world.openIssue();
    await world.label(issue);
    await world.settle();
    const seen = await viewIssue(world, issue);
    const log = world.forge
      .jobs()
      .map((job) => `${job.event} ${job.log}`)
      .join("\n");

    expect(seen.labels, log).toEqual(["tdd:done"]);
    expect(seen.comments).toHaveLength(1);
    expect(seen.isClaimed).toBe(false);
    expect(seen.pulls).toHaveLength(1);
    expect(await checksOf(world, seen.pulls[0]?.sha ?? "")).toEqual({
      "file-gate": "success",
      "tdd/critic": "success",
    });

    await world.forge.admin.commitFiles(
      repo,
      seen.pulls[0]?.head ?? "",
      { "src/foreign.js": "1;\n" },
      "hubot",
    );
    await world.settle();
    expect(await checksOf(world, seen.pulls[0]?.head ?? "")).toMatchObject({
      "file-gate": "failure",
    });
  });

  it("passes a pull request that is none of ours, and holds one that has no plan", async () => {
    await branchFromMain("feature/other", { "src/other.js": "1;\n" });
    expect(await checksOf(world, await openPull("feature/other"))).toEqual({
      "file-gate": "success",
    });

    await branchFromMain("tdd/99-unplanned", { "src/other.js": "2;\n" });
    expect(await checksOf(world, await openPull("tdd/99-unplanned"))).toEqual({
      "file-gate": "failure",
    });
  });

  it("starts nothing for a stranger's command, and answers /tdd help", async () => {
    const issue = await world.openIssue();
    world.comment(issue, "/tdd run", "stranger");
    world.comment(issue, "Nice idea.");
    await world.settle();
    expect((await viewIssue(world, issue)).isClaimed).toBe(false);
    expect((await viewIssue(world, issue)).comments).toHaveLength(2);

    world.comment(issue, "/tdd help");
    await world.settle();
    expect((await viewIssue(world, issue)).comments.at(-1)).toContain("/tdd resume");
  });

  it("works nothing of a public repository on a machine that outlives the job", async () => {
    const workflow = ".github/workflows/tdd-loop.yml";
    const text = await readFile(".github/examples/actions-only.yml", "utf8");
    const files = {
      [workflow]: text.replaceAll("runs-on: ubuntu-24.04", "runs-on: [self-hosted, linux]"),
    };
    await world.forge.admin.commitFiles(repo, "main", files, "hubot");
    const issue = await world.openIssue();
    await world.label(issue);
    await world.settle();
    const seen = await viewIssue(world, issue);

    expect(seen.pulls.filter(({ head }) => head.startsWith(`tdd/${issue}-`))).toEqual([]);
    expect(seen.isClaimed).toBe(false);
    expect(seen.comments.join()).toContain("runner is self-hosted and the repository is public");
  });
});
