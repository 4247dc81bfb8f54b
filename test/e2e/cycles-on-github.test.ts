import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { objection, stackBody, stackFiles, stackTitle } from "../support/cycle-issue.ts";
import { stackRecording } from "../support/cycle-recording.ts";
import { checksOf, viewIssue } from "../support/issue-view.ts";
import type { LoopWorld } from "../support/loop-world.ts";
import { place, startLoopWorld } from "../support/loop-world.ts";

const isFull = process.env["TDD_LOOP_FULL"] === "1";
let world: LoopWorld;

beforeAll(async () => {
  if (!isFull) return;
  const files = {
    ...stackFiles,
    ".github/tdd-loop.yml": "profile: pair\ntestCommand: node --test\n",
    ".tdd-pair.md": "MAX_CYCLES: many\nNOTES: A stack is a list.\n",
  };
  world = await startLoopWorld({ files });
  world.play(stackRecording(2));
}, 60_000);

afterAll(() => world?.close());

describe.runIf(isFull)("an issue in cycles on GitHub", () => {
  it("has a person decide a test that is disputed twice, and goes on from there on another runner to one commit", async () => {
    const issue = await world.openIssue({ title: stackTitle, body: stackBody });
    await world.label(issue);
    await world.settle();
    const log = () =>
      world.forge
        .jobs()
        .map((job) => job.log)
        .join("\n");
    const waiting = await viewIssue(world, issue);

    expect(waiting.labels, log()).toEqual(["tdd:needs-approval"]);
    expect(log()).toContain('warning: MAX_CYCLES in .tdd-pair.md is "many"');
    expect(waiting.comments.join("\n")).toContain("/tdd answer");
    expect(waiting.comments.join("\n")).toContain(objection);
    expect(waiting.branches).toEqual([]);

    world.comment(issue, "/tdd answer On top is at the end of the list.", "hubot");
    await world.settle();
    const done = await viewIssue(world, issue);
    expect(done.labels, log()).toEqual(["tdd:done"]);
    expect(done.branches).toHaveLength(1);
    expect(done.pulls).toHaveLength(1);
    const [{ number: pull_number, sha } = { number: 0, sha: "" }] = done.pulls;
    const { data } = await world.octokit.pulls.get({ ...place, pull_number });
    expect(data.commits).toBe(1);
    expect(data.body).toMatch(/## Cycles[\s\S]*Dispute[\s\S]*## Suggestions of the reviewer/);
    expect(await checksOf(world, sha)).toMatchObject({ "file-gate": "success" });
  }, 120_000);
});
