import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checksOf, commitSubjects, viewIssue } from "../support/issue-view.ts";
import type { LoopWorld } from "../support/loop-world.ts";
import { place, startLoopWorld } from "../support/loop-world.ts";
import { stepsRecording, stepTurn } from "../support/steps-recording.ts";

const names = ["count", "join", "last"] as const;

const spec = {
  name: "words",
  goal: "Count and join words",
  validationCommand: "",
  autoCommitAddUntracked: true,
  parallelism: 4,
  steps: names.map((id) => ({
    id,
    dependsOn: id === "last" ? ["count", "join"] : [],
    files: [`src/${id}.js`, `test/${id}.test.js`],
    check: `node --test test/${id}.test.js`,
  })),
  finalCheck: "node --test",
};

const recording = stepsRecording([
  stepTurn("count", "count", "(text) => words(text).length", "assert.equal(count('a b'), 2)"),
  stepTurn("join", "join", "(text) => words(text).join('+')", "assert.equal(join('a b'), 'a+b')"),
  stepTurn("last", "last", "(text) => words(text).at(-1)", "assert.equal(last('a b'), 'b')"),
]);

const allowed = (text: string) => text.replaceAll("# actions: write", "actions: write");

let world: LoopWorld;

beforeAll(async () => {
  world = await startLoopWorld({
    edit: allowed,
    files: {
      ".github/tdd-loop/words.json": JSON.stringify(spec),
      ".github/tdd-loop.yml": "testCommand: node --test\nrules: { fanout: jobs }\n",
    },
  });
});

afterAll(() => world.close());

describe("a loop spec with `rules.fanout: jobs`", () => {
  it("is worked by a job for each task, and ends by itself in one commit for each", async () => {
    world.play(recording);
    const issue = await world.openIssue({ title: "Words", body: "See the spec." });
    world.comment(issue, "/tdd run words");
    await world.settle();
    const done = await viewIssue(world, issue);
    const [pull] = done.pulls;
    const logs = world.forge.jobs().map(({ log }) => log);

    expect(done.labels, logs.join("\n\n=====\n")).toEqual(["tdd:done"]);
    expect((await commitSubjects(world, pull?.head ?? "")).slice(0, 3).sort()).toEqual(
      names.map((name) => `tdd-loop(words): step ${name} passed`),
    );
    expect(await checksOf(world, pull?.sha ?? "")).toMatchObject({ "file-gate": "success" });
    writeFileSync("/tmp/fanout-logs.txt", logs.map((l, i) => `##### ${i}\n${l}`).join("\n"));
    writeFileSync("/tmp/fanout-req.txt", JSON.stringify(world.forge.admin, null, 1));
    expect(logs).toHaveLength(4);
    expect(done.isClaimed).toBe(false);
    const left = await world.octokit.rest.git.listMatchingRefs({
      ...place,
      ref: `tdd-loop/issue-${issue}/tasks`,
    });
    expect(left.data).toEqual([]);
  });
});
