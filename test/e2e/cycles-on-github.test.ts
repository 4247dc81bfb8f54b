import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { noSpend } from "../../src/domain/spend.ts";
import {
  objection,
  stackBody,
  stackFiles,
  stackSteps,
  stackTitle,
} from "../support/cycle-issue.ts";
import { checksOf, viewIssue } from "../support/issue-view.ts";
import type { LoopWorld } from "../support/loop-world.ts";
import { place, startLoopWorld } from "../support/loop-world.ts";

const isFull = process.env["TDD_LOOP_FULL"] === "1";
let world: LoopWorld;

const turn = (role: string, answer: object, files: object = {}) => ({
  ...{ role, attempt: 1, spend: noSpend, failed: null, answer },
  edits: Object.entries(files).map(([path, text]) => ({ path, text: text as string })),
});
const tests = (summary: string, coverage: object[], symbols: string[], files: object = {}) => {
  const promised = { modules: ["src/stack.js"], symbols };
  return turn(
    "writer",
    { kind: "tests", tests: { coverage, promised, summary, cannot: null } },
    files,
  );
};
const of = (criterion: string, name: string) => ({ criterion, tests: [name], preserved: false });
const onTop = [of("C1", "puts a number on top")];
const refuses = [of("C2", "refuses to take from an empty stack")];
const edit = (role: string, files: object) =>
  turn(role, { kind: "edit", edit: { summary: "done", cannot: null } }, files);
const objects = () => {
  const cannot = { kind: "contradiction", question: objection };
  return turn("implementer", { kind: "edit", edit: { summary: "", cannot } });
};
const approves = () =>
  turn("reviewer", {
    kind: "review",
    review: { verdict: "APPROVED", summary: "As asked.", findings: [], suggestions: ["Shorter."] },
  });

const recording = {
  version: 1,
  turns: [
    tests("The number lies on top.", onTop, ["push"], stackSteps.wrong),
    edit("scaffolder", stackSteps.noPush),
    objects(),
    tests("On top is in front.", onTop, []),
    objects(),
    tests("The number lies on top, which is at the end.", onTop, ["push"], stackSteps.right),
    edit("implementer", stackSteps.push),
    approves(),
    tests("Nothing can be taken from nothing.", refuses, ["pop"], stackSteps.both),
    edit("scaffolder", stackSteps.noPop),
    edit("implementer", stackSteps.pop),
    approves(),
  ],
};

beforeAll(async () => {
  if (!isFull) return;
  const files = {
    ...stackFiles,
    ".github/tdd-loop.yml": "profile: pair\ntestCommand: node --test\n",
  };
  world = await startLoopWorld({ files });
  world.play(recording);
}, 60_000);

afterAll(() => world?.close());

describe.runIf(isFull)("an issue in cycles on GitHub", () => {
  it("has a person decide a test that is disputed twice, and goes on from there on another runner to one commit", async () => {
    const issue = await world.openIssue({ title: stackTitle, body: stackBody });
    await world.label(issue);
    await world.settle();
    const log = () => world.forge.jobs().at(-1)?.log ?? "";
    const waiting = await viewIssue(world, issue);

    expect(waiting.labels, log()).toEqual(["tdd:needs-approval"]);
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
