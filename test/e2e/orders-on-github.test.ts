import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoIssue } from "../../src/entry/demo/demo-repository.ts";
import { checksOf, commitSubjects, viewIssue } from "../support/issue-view.ts";
import type { LoopWorld } from "../support/loop-world.ts";
import { place, repo, startLoopWorld } from "../support/loop-world.ts";
import { shortRecording, turnOf } from "../support/short-recording.ts";

/** What costs a whole run more and shows little that its neighbours do not: `npm run test:full`. */
const isFull = process.env["TDD_LOOP_FULL"] === "1";

let world: LoopWorld;

beforeAll(async () => {
  world = await startLoopWorld();
});

afterAll(() => world.close());

const withoutFiles = demoIssue.body.split("### Files")[0] ?? "";

function proposing() {
  const plan = {
    files: [{ path: "src/slugify.js", isNew: true }],
    testFiles: ["test/slugify.test.js"],
  };
  return shortRecording((turns) => {
    turns.unshift({
      ...structuredClone(turnOf(turns, "implementer")),
      role: "planner",
      edits: [],
      answer: { kind: "plan", plan },
    });
  });
}

describe("an issue without a file list", () => {
  it("waits for a maintainer's approval and then goes on, on another runner", async () => {
    world.play(proposing());
    const issue = await world.openIssue({ body: withoutFiles });
    await world.label(issue);
    await world.settle();
    const waiting = await viewIssue(world, issue);
    const jobs = world.forge.jobs().length;

    expect(waiting.labels, world.forge.jobs()[0]?.log).toEqual(["tdd:needs-approval"]);
    expect(waiting.comments).toHaveLength(1);
    expect(waiting.comments[0]).toContain("/tdd approve");
    expect(waiting.comments[0]).toContain("src/slugify.js");
    expect(waiting.isClaimed).toBe(false);

    world.comment(issue, "/tdd approve", "stranger");
    await world.settle();
    expect(world.forge.jobs()).toHaveLength(jobs);

    world.comment(issue, "/tdd approve", "hubot");
    await world.settle();
    const done = await viewIssue(world, issue);

    expect(done.labels, world.forge.jobs()[0]?.log).toEqual(["tdd:done"]);
    expect(done.pulls).toHaveLength(1);
    expect(done.comments.filter((body) => body.includes("tdd-loop:issue-"))).toHaveLength(1);
  });
});

describe("/tdd plan", () => {
  it.runIf(isFull)(
    "posts the files and waits; what a maintainer allows is added; approved, the run goes on",
    async () => {
      world.play(shortRecording());
      const issue = await world.openIssue();
      world.comment(issue, "/tdd plan");
      await world.settle();
      const waiting = await viewIssue(world, issue);

      expect(waiting.labels, world.forge.jobs()[0]?.log).toEqual(["tdd:needs-approval"]);
      expect(waiting.comments.join("\n")).toMatch(/- src\/slugify\.js \(new\)[\s\S]*\/tdd approve/);
      expect(waiting.branches).toEqual([]);

      world.comment(issue, "/tdd allow docs/slugs.md");
      await world.settle();
      const widened = await viewIssue(world, issue);
      expect(widened.comments.join("\n"), world.forge.jobs()[0]?.log).toContain("- docs/slugs.md");
      expect(widened.labels).toEqual(["tdd:needs-approval"]);

      world.comment(issue, "/tdd approve", "hubot");
      await world.settle();
      const done = await viewIssue(world, issue);
      expect(done.labels, world.forge.jobs()[0]?.log).toEqual(["tdd:done"]);
    },
  );
});

describe("a run that stopped at its scope", () => {
  it.runIf(isFull)(
    "starts anew with the files that a maintainer allows by the line it names",
    async () => {
      const outside = { path: "src/other.js", text: "export const other = 1;\n" };
      const recording = shortRecording((turns) => {
        turnOf(turns, "implementer").edits.push(outside);
      });
      world.play(recording);
      const issue = await world.openIssue();
      await world.label(issue);
      await world.settle();
      const blocked = await viewIssue(world, issue);
      expect(blocked.comments[0]).toContain("/tdd allow src/other.js");

      world.comment(issue, "/tdd allow src/other.js");
      await world.settle();
      const again = await viewIssue(world, issue);
      expect(again.labels, world.forge.jobs()[0]?.log).toEqual(["tdd:done"]);
      expect(again.pulls).toHaveLength(1);
    },
  );
});

describe("a run that ends BLOCKED", () => {
  it("says what failed and what to decide, pushes nothing beyond RED, and can be started anew", async () => {
    world.play(
      shortRecording((turns) => {
        turnOf(turns, "implementer").edits.push({ path: "src/other.js", text: "1;\n" });
      }),
    );
    const issue = await world.openIssue();
    await world.label(issue);
    await world.settle();
    const blocked = await viewIssue(world, issue);
    const [branch = ""] = blocked.branches;

    expect(blocked.labels).toEqual(["tdd:blocked"]);
    expect(blocked.pulls).toEqual([]);
    expect(blocked.isClaimed).toBe(false);
    expect(blocked.comments).toHaveLength(1);
    expect(blocked.comments[0]).toMatch(/src\/other\.js/);
    expect(blocked.comments[0]).toMatch(/\/tdd /);
    expect(await commitSubjects(world, branch)).toEqual([
      `red: failing tests for ${demoIssue.title}`,
      "Initial commit",
    ]);
    expect(await checksOf(world, branch)).toMatchObject({ "tdd/red": "success" });

    world.play(shortRecording());
    await world.label(issue);
    await world.settle();
    const again = await viewIssue(world, issue);

    expect(again.labels).toEqual(["tdd:done"]);
    expect(again.branches).toEqual([branch, `${branch}-2`]);
    expect(again.comments).toHaveLength(1);
    expect(again.pulls.map((pull) => pull.head)).toEqual([`${branch}-2`]);
  });
});

describe("a run that is going on", () => {
  it.runIf(isFull)(
    "is not started twice, says so, and keeps the text that it was started with",
    async () => {
      world.play(shortRecording());
      const issue = await world.openIssue();
      const before = world.forge.jobs()[0]?.id ?? 0;
      await world.label(issue);
      await world.jobSaying("Spec", before);
      await world.forge.admin.editIssue(repo, issue, { body: "Do something else." }, "stranger");
      await world.label(issue, "hubot");
      world.comment(issue, "/tdd status");
      await world.settle();
      const seen = await viewIssue(world, issue);

      expect(seen.pulls).toHaveLength(1);
      const worked = world.forge
        .jobs()
        .filter(({ id, conclusion }) => id > before && conclusion !== "skipped");
      expect(worked).toHaveLength(1);
      expect(seen.comments.filter((body) => body.includes("A run is going on"))).toHaveLength(2);
      const { data: pull } = await world.octokit.rest.pulls.get({
        ...place,
        pull_number: seen.pulls[0]?.number ?? 0,
      });
      expect(pull.title).toContain(demoIssue.title);
    },
  );

  it("is cancelled by /tdd stop, which frees the issue", async () => {
    const issue = await world.openIssue();
    const before = world.forge.jobs()[0]?.id ?? 0;
    await world.label(issue);
    await world.jobSaying("Spec", before);
    world.comment(issue, "/tdd stop");
    await world.settle();
    const stopped = await viewIssue(world, issue);

    expect(stopped.pulls).toEqual([]);
    expect(stopped.labels).toEqual(["tdd:blocked"]);
    expect(stopped.isClaimed).toBe(false);
    expect(world.forge.jobs().find((job) => job.id > before)?.conclusion).toBe("cancelled");
  });

  it("goes on after its runner was killed, with one comment and one pull request", async () => {
    world.play(shortRecording());
    const issue = await world.openIssue();
    const before = world.forge.jobs()[0]?.id ?? 0;
    await world.label(issue);
    const job = await world.jobSaying("RED", before);
    world.forge.admin.killJob(job.id);
    await world.settle();
    world.comment(issue, "/tdd resume");
    await world.settle();
    const resumed = await viewIssue(world, issue);

    expect(resumed.labels, world.forge.jobs()[0]?.log).toEqual(["tdd:done"]);
    expect(resumed.pulls).toHaveLength(1);
    expect(resumed.branches).toHaveLength(1);
    expect(resumed.isClaimed).toBe(false);
    expect(resumed.comments.filter((body) => body.includes("tdd-loop:issue-"))).toHaveLength(1);
  });
});

describe("file-gate", () => {
  it("fails when a person pushes a file outside the plan, names it, and passes when it is gone", async () => {
    world.play(shortRecording());
    const issue = await world.openIssue();
    await world.label(issue);
    await world.settle();
    const [pull] = (await viewIssue(world, issue)).pulls;
    const branch = pull?.head ?? "";
    expect(await checksOf(world, branch)).toMatchObject({ "file-gate": "success" });

    const { admin } = world.forge;
    await admin.commitFiles(repo, branch, { "src/foreign.js": "1;\n" }, "hubot");
    await world.settle();
    const { data: checks } = await world.octokit.rest.checks.listForRef({ ...place, ref: branch });
    const gate = checks.check_runs.find((run) => run.name === "file-gate");
    expect(gate?.conclusion).toBe("failure");
    expect(`${gate?.output.title} ${gate?.output.text}`).toContain("src/foreign.js");

    await takeOut(branch, "src/foreign.js");
    await world.settle();
    const { data: after } = await world.octokit.rest.checks.listForRef({ ...place, ref: branch });
    expect(after.check_runs.find((run) => run.name === "file-gate")).toMatchObject({
      conclusion: "success",
      output: { title: "Only planned files changed" },
    });
  });
});

/** A person's commit that deletes a file. */
async function takeOut(branch: string, path: string): Promise<void> {
  const { git } = world.octokit.rest;
  const { data: head } = await git.getRef({ ...place, ref: `heads/${branch}` });
  const parent = head.object.sha;
  const change = { path, mode: "100644", type: "blob", sha: null } as const;
  const { data: tree } = await git.createTree({ ...place, base_tree: parent, tree: [change] });
  const commit = { message: "Take it out", tree: tree.sha, parents: [parent] };
  const { data: made } = await git.createCommit({ ...place, ...commit });
  await git.updateRef({ ...place, ref: `heads/${branch}`, sha: made.sha });
}

describe("who may give orders", () => {
  it("starts nothing for a bot or a stranger", async () => {
    world.forge.admin.createUser("other[bot]");
    world.forge.admin.setPermission(repo, "other[bot]", "write");
    const issue = await world.openIssue();
    const jobs = world.forge.jobs().length;
    world.comment(issue, "/tdd run", "stranger");
    world.comment(issue, "/tdd run", "other[bot]");
    await world.label(issue, "stranger");
    await world.settle();

    expect(world.forge.jobs()).toHaveLength(jobs);
    expect((await viewIssue(world, issue)).isClaimed).toBe(false);
  });
});
