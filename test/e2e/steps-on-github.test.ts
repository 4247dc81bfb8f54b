import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checksOf, commitSubjects, viewIssue } from "../support/issue-view.ts";
import type { LoopWorld } from "../support/loop-world.ts";
import { startLoopWorld } from "../support/loop-world.ts";
import { stepsRecording, stepTurn } from "../support/steps-recording.ts";

const spec = {
  name: "words",
  goal: "Count and join words",
  validationCommand: "",
  autoCommitAddUntracked: true,
  parallelism: 2,
  steps: [
    {
      id: "count",
      dependsOn: [],
      files: ["src/count.js", "test/count.test.js"],
      check: "node --test test/count.test.js",
    },
    {
      id: "join",
      dependsOn: [],
      files: ["src/join.js", "test/join.test.js"],
      check: "node --test test/join.test.js",
    },
  ],
  finalCheck: "node --test",
};

/** Its first step makes the checker that the second is held to. */
const fuzzy = {
  ...spec,
  name: "fuzzy",
  shape: "fuzzy",
  parallelism: 1,
  steps: spec.steps.map(({ id, check }) => ({ id, check })),
};

const isFull = process.env["TDD_LOOP_FULL"] === "1";
let world: LoopWorld;

beforeAll(async () => {
  world = await startLoopWorld({
    files: {
      ".github/tdd-loop/words.json": JSON.stringify(spec),
      ".github/tdd-loop/fuzzy.json": JSON.stringify(fuzzy),
      ".github/tdd-loop.yml": "testCommand: node --test\n",
    },
  });
});

afterAll(() => world.close());

const recording = stepsRecording([
  stepTurn("count", "count", "(text) => words(text).length", "assert.equal(count('a b'), 2)"),
  stepTurn("join", "join", "(text) => words(text).join('+')", "assert.equal(join('a b'), 'a+b')"),
]);

describe("/tdd run NAME", () => {
  it("works a loop spec of the default branch to a pull request, a commit for each step", async () => {
    world.play(recording);
    const issue = await world.openIssue({ title: "Words", body: "See the spec." });
    world.comment(issue, "/tdd run words");
    await world.settle();
    const done = await viewIssue(world, issue);
    const [pull] = done.pulls;

    expect(done.labels, world.forge.jobs().at(-1)?.log).toEqual(["tdd:done"]);
    expect((await commitSubjects(world, pull?.head ?? "")).slice(0, 2).sort()).toEqual([
      "tdd-loop(words): step count passed",
      "tdd-loop(words): step join passed",
    ]);
    expect(await checksOf(world, pull?.sha ?? "")).toMatchObject({ "file-gate": "success" });
    expect(done.comments.join("\n")).toContain("| step | check | state |");
  });

  it.runIf(isFull)(
    "stops for a person when a fuzzy spec has its checker, and goes on elsewhere",
    async () => {
      world.play(recording);
      const issue = await world.openIssue({ title: "Fuzzy", body: "See the spec." });
      world.comment(issue, "/tdd run fuzzy");
      await world.settle();
      const waiting = await viewIssue(world, issue);
      expect(waiting.labels, world.forge.jobs()[0]?.log).toEqual(["tdd:needs-approval"]);
      expect(waiting.comments.join("\n")).toContain("wrote the checker");

      world.comment(issue, "/tdd approve", "hubot");
      await world.settle();
      const done = await viewIssue(world, issue);
      expect(done.labels, world.forge.jobs()[0]?.log).toEqual(["tdd:done"]);
      expect(done.pulls).toHaveLength(1);
    },
  );

  it("says where it looked when the default branch has no such spec", async () => {
    const issue = await world.openIssue({ title: "None", body: "See the spec." });
    world.comment(issue, "/tdd run nothing");
    await world.settle();
    const { comments, labels } = await viewIssue(world, issue);

    expect(labels).not.toContain("tdd:done");
    expect(comments.join("\n")).toContain(".github/tdd-loop/nothing.json");
  });
});

describe("an issue with a fenced block marked tdd", () => {
  const block = (check: string) =>
    `Please.\n\n\`\`\`tdd\n${JSON.stringify({ name: "one", check, prompt: "Count.", validationCommand: "", autoCommitAddUntracked: true })}\n\`\`\`\n`;

  it("is worked by that spec where its commands are those of the configuration", async () => {
    const turn = stepTurn(
      "one",
      "count",
      "(text) => words(text).length",
      "assert.equal(count('a b'), 2)",
    );
    world.play(stepsRecording([turn]));
    const issue = await world.openIssue({ title: "Count words", body: block("node --test") });
    await world.label(issue);
    await world.settle();
    const done = await viewIssue(world, issue);

    expect(done.labels, world.forge.jobs().at(-1)?.log).toEqual(["tdd:done"]);
    expect(done.pulls).toHaveLength(1);
  });

  it("chooses no command of its own", async () => {
    const issue = await world.openIssue({ title: "Evil", body: block("node evil.js") });
    await world.label(issue);
    await world.settle();
    const { labels, comments } = await viewIssue(world, issue);

    expect(labels).toEqual(["tdd:blocked"]);
    expect(comments.join("\n")).toContain("An issue's text chooses no command");
  });
});
