import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JobReport } from "../../src/forge/forge.ts";
import { checksOf, commitSubjects, viewIssue } from "../support/issue-view.ts";
import type { LoopWorld } from "../support/loop-world.ts";
import { place, startLoopWorld } from "../support/loop-world.ts";
import { stepsRecording, stepTurn } from "../support/steps-recording.ts";

/** Each job is a process that clones, so that a run takes half a minute. */
const isFull = process.env["TDD_LOOP_FULL"] === "1";

const first = ["count", "join", "upper", "twice"] as const;
const names = [...first, "last"];

const spec = {
  name: "words",
  goal: "Count and join words",
  validationCommand: "",
  autoCommitAddUntracked: true,
  parallelism: 4,
  steps: names.map((id) => ({
    id,
    dependsOn: id === "last" ? first : [],
    files: [`src/${id}.js`, `test/${id}.test.js`],
    check: `node --test test/${id}.test.js`,
  })),
  finalCheck: "node --test",
};

const recording = stepsRecording([
  stepTurn("count", "count", "(text) => words(text).length", "assert.equal(count('a b'), 2)"),
  stepTurn("join", "join", "(text) => words(text).join('+')", "assert.equal(join('a b'), 'a+b')"),
  stepTurn(
    "upper",
    "upper",
    "(text) => words(text)[0].toUpperCase()",
    "assert.equal(upper('a'), 'A')",
  ),
  stepTurn("twice", "twice", "(text) => words(text + text)[0]", "assert.equal(twice('a'), 'aa')"),
  stepTurn("last", "last", "(text) => words(text).at(-1)", "assert.equal(last('a b'), 'b')"),
]);

const withActions = (text: string) => text.replaceAll("# actions: write", "actions: write");

function startWorld(rules: string, edit?: (text: string) => string): Promise<LoopWorld> {
  return startLoopWorld({
    ...(edit === undefined ? {} : { edit }),
    files: {
      ".github/tdd-loop/words.json": JSON.stringify(spec),
      ".github/tdd-loop.yml": `testCommand: node --test\n${rules}`,
    },
  });
}

async function runWords(world: LoopWorld, meanwhile: () => Promise<void> = async () => undefined) {
  world.play(recording);
  const issue = await world.openIssue({ title: "Words", body: "See the spec." });
  world.comment(issue, "/tdd run words");
  await meanwhile();
  await world.settle();
  return { issue, view: await viewIssue(world, issue) };
}

/** Path to blob of what the steps made. */
async function work(world: LoopWorld, sha: string): Promise<Readonly<Record<string, string>>> {
  const asked = { ...place, tree_sha: sha, recursive: "1" };
  const { data } = await world.octokit.rest.git.getTree(asked);
  const files = data.tree.filter(({ path, type }) => type === "blob" && /^(src|test)\//.test(path));
  return Object.fromEntries(files.map(({ path, sha: blob }) => [path, blob]));
}

const logsOf = (jobs: readonly JobReport[]) => jobs.map(({ log }) => log).join("\n=====\n");

describe.runIf(isFull)("a loop spec with `rules.fanout: jobs`", () => {
  let world: LoopWorld;
  let alone: LoopWorld;

  beforeAll(async () => {
    world = await startWorld("rules: { fanout: jobs }\n", withActions);
    alone = await startWorld("rules: { parallelism: 1 }\n");
  });

  afterAll(async () => {
    await world.close();
    await alone.close();
  });

  it("goes over four runners, one of them killed, to the tree of the serial run", async () => {
    const serial = await runWords(alone);
    const { issue, view } = await runWords(world, async () => {
      const job = await world.jobSaying("begins: step upper");
      world.forge.admin.killJob(job.id);
    });
    const [pull] = view.pulls;
    const jobs = world.forge.jobs();

    expect(view.labels, logsOf(jobs)).toEqual(["tdd:done"]);
    expect(jobs.filter(({ log }) => log.includes("begins: step upper"))).toHaveLength(2);
    expect(logsOf(jobs)).toContain("has lost its job");
    expect((await commitSubjects(world, pull?.head ?? "")).slice(0, 5).sort()).toEqual(
      names.map((name) => `tdd-loop(words): step ${name} passed`).sort(),
    );
    expect(await work(world, pull?.sha ?? "")).toEqual(
      await work(alone, serial.view.pulls[0]?.sha ?? ""),
    );
    expect(await checksOf(world, pull?.sha ?? "")).toMatchObject({ "file-gate": "success" });
    expect(view.pulls).toHaveLength(1);
    expect(view.isClaimed).toBe(false);
    const ref = `tdd-loop/issue-${issue}/tasks`;
    expect((await world.octokit.rest.git.listMatchingRefs({ ...place, ref })).data).toEqual([]);
  });
});

describe.runIf(isFull)("a run over several jobs that is stopped", () => {
  it("keeps what was done, frees the issue, and goes on to its end with /tdd resume", async () => {
    const world = await startWorld("rules: { fanout: jobs }\n", withActions);
    const stopped = await runWords(world, async () => {
      await world.jobSaying("begins: step upper");
      world.comment(1, "/tdd stop");
    });
    // A job that does not end in the seconds it is given is killed, and can free nothing: then the resume does.
    if (!logsOf(world.forge.jobs()).includes("exit code 137")) {
      expect(stopped.view.isClaimed, logsOf(world.forge.jobs())).toBe(false);
      expect(stopped.view.labels).not.toContain("tdd:running");
    }

    world.comment(stopped.issue, "/tdd resume");
    await world.settle();
    const view = await viewIssue(world, stopped.issue);

    expect(view.labels, logsOf(world.forge.jobs())).toEqual(["tdd:done"]);
    expect(view.pulls).toHaveLength(1);
    const subjects = await commitSubjects(world, view.pulls[0]?.head ?? "");
    expect(subjects.filter((subject) => subject.startsWith("tdd-loop(words)")).sort()).toEqual(
      names.map((name) => `tdd-loop(words): step ${name} passed`).sort(),
    );
    expect(view.isClaimed).toBe(false);
    await world.close();
  });
});

describe.runIf(isFull)("a job that may not start others", () => {
  it("is told which permission it lacks, before any work is done", async () => {
    const world = await startWorld("rules: { fanout: jobs }\n");
    const { view } = await runWords(world);

    expect(view.labels, logsOf(world.forge.jobs())).toEqual(["tdd:blocked"]);
    expect(logsOf(world.forge.jobs())).toContain(
      "warning: `rules.fanout: jobs` has each task worked by a job of its own",
    );
    expect(view.comments.join("\n")).toContain("actions: write");
    expect(view.comments.join("\n")).toContain("403");
    expect(view.pulls).toEqual([]);
    await world.close();
  });
});
