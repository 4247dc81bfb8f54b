import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JobReport } from "../../src/forge/forge.ts";
import type { TestForge } from "./test-forge.ts";
import { at, refusal, repoName, startTestForge } from "./test-forge.ts";

const action = `name: Tiny
inputs:
  issue: { required: true }
  greeting: { default: hello }
  token: { default: "\${{ github.token }}" }
runs: { using: node24, main: dist/index.js, post: dist/post.js }
`;

const bundle = `
import { appendFileSync, readFileSync } from "node:fs";
const { env } = process;
const event = JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, "utf8"));
console.log("issue=" + env.INPUT_ISSUE, "greeting=" + env.INPUT_GREETING, env.GITHUB_TOKEN ?? "no token");
console.log("::add-mask::hunter2");
console.log("password hunter2 and token " + env.INPUT_TOKEN);
console.log("::stop-commands::pause");
console.log("::error::forged");
console.log("::pause::");
console.log("::warning file=src/price.js,line=3::look here");
appendFileSync(env.GITHUB_OUTPUT, "pr<<EOF\\n41\\n42\\nEOF\\n");
appendFileSync(env.GITHUB_ENV, "FROM_ACTION=yes\\n");
appendFileSync(env.GITHUB_STEP_SUMMARY, "# Done\\n");
appendFileSync(env.GITHUB_STATE, "kept=1\\n");
const url = env.GITHUB_API_URL + "/repos/" + env.GITHUB_REPOSITORY + "/issues/" + env.INPUT_ISSUE + "/comments";
const made = await fetch(url, { method: "POST", headers: { authorization: "Bearer " + env.INPUT_TOKEN }, body: JSON.stringify({ body: "hi from " + event.sender.login }) });
console.log("comment", made.status);
const check = await fetch(url.replace(/issues.*/, "pulls"), { method: "POST", headers: { authorization: "Bearer " + env.INPUT_TOKEN }, body: "{}" });
console.log("pull", check.status);
`;

const dispatched = `name: Loop
on:
  workflow_dispatch:
    inputs:
      issue: { required: true, type: string }
      dry: { type: boolean, default: false }
  issues: { types: [labeled] }
permissions: { contents: read, issues: write }
concurrency: { group: "loop-\${{ inputs.issue }}" }
jobs:
  loop:
    runs-on: ubuntu-latest
    if: github.event_name != 'issues' || github.event.label.name == 'tdd'
    outputs: { pr: "\${{ steps.act.outputs.pr }}" }
    steps:
      - uses: actions/checkout@v4
        with: { fetch-depth: 0, persist-credentials: false }
      - uses: tdd-loop/tdd-loop@v1
        id: act
        with: { issue: "\${{ inputs.issue || github.event.issue.number }}" }
      - run: |
          test -f src/price.js
          test "$FROM_ACTION" = yes
          git config --get-regexp extraheader && exit 1
          echo "stored \${{ secrets.STORED }}"
      - if: failure()
        run: echo never
  after:
    needs: loop
    if: \${{ always() && contains(needs.loop.outputs.pr, '42') }}
    runs-on: ubuntu-latest
    steps: [{ run: "echo got pr; exit 3" }]
`;

const onPull = `on: { pull_request: {}, push: { branches: [main] } }
jobs:
  test: { runs-on: ubuntu-latest, steps: [{ uses: actions/checkout@v4 }, { run: "echo $GITHUB_REF $(git rev-parse HEAD) $GITHUB_SHA" }] }
`;

const onComment = `on: issue_comment
jobs: { hear: { runs-on: ubuntu-latest, steps: [{ run: "echo \${{ github.event.comment.id }}" }] } }
`;

const slow = `on: { workflow_dispatch: {} }
jobs:
  wait: { runs-on: ubuntu-latest, steps: [{ run: "echo started; sleep 600" }, { if: always(), run: echo cleanup }] }
`;

let test: TestForge;
beforeAll(async () => {
  const actionDir = await mkdtemp(join(tmpdir(), "action-"));
  await mkdir(join(actionDir, "dist"));
  await writeFile(join(actionDir, "action.yml"), action);
  await writeFile(join(actionDir, "package.json"), '{"type":"module"}');
  await writeFile(join(actionDir, "dist/index.js"), bundle);
  await writeFile(join(actionDir, "dist/post.js"), 'console.log("post", process.env.STATE_kept);');
  test = await startTestForge({
    runner: { actionDir, env: { MODEL_KEY: "sk-model-1" } },
    files: {
      "src/price.js": "export const price = 1;\n",
      ".github/workflows/loop.yml": dispatched,
      ".github/workflows/pull.yml": onPull,
      ".github/workflows/slow.yml": slow,
      ".github/workflows/hear.yml": onComment,
      ".github/workflows/broken.yml": "on: [",
    },
  });
  test.forge.admin.setSecret(repoName, "STORED", "s-t-o-r-e-d");
});
afterAll(() => test.close());

async function reports(workflow: string): Promise<JobReport[]> {
  await test.forge.settled();
  return test.forge.jobs().filter((job) => job.workflow === workflow);
}

describe("workflow_dispatch", () => {
  it("runs the action's bundle as a process with inputs, outputs, masks and a summary", async () => {
    const { number } = await test.forge.admin.createIssue(repoName, {
      title: "T",
      body: "",
      user: "ada",
    });
    const bot = (await test.asApp()).rest;
    const inputs = { issue: String(number) };
    await bot.actions.createWorkflowDispatch({
      ...at,
      workflow_id: "loop.yml",
      ref: "main",
      inputs,
    });
    const [loop, after] = await reports("Loop");
    expect(loop?.log).toContain(`issue=${number} greeting=hello no token`);
    expect(loop?.conclusion).toBe("success");
    expect(loop?.log).toContain("password *** and token ***");
    expect(loop?.log).toContain("post 1");
    expect(loop?.log).toContain("stored ***");
    expect(loop?.log).not.toMatch(/hunter2|s-t-o-r-e-d|ghs_/);
    expect(loop?.log).toContain("comment 201");
    expect(loop?.log).toContain("pull 403");
    expect(loop?.summary).toBe("# Done\n");
    expect(loop?.outputs).toEqual({ pr: "41\n42" });
    expect(after?.conclusion).toBe("failure");
    const runs = await bot.actions.listWorkflowRuns({ ...at, workflow_id: "loop.yml" });
    expect(runs.data.workflow_runs[0]).toMatchObject({
      conclusion: "failure",
      event: "workflow_dispatch",
    });
    const checks = await bot.checks.listForRef({ ...at, ref: "main", check_name: "loop" });
    const annotations = await bot.checks.listAnnotations({
      ...at,
      check_run_id: checks.data.check_runs[0]?.id ?? 0,
    });
    expect(annotations.data.map((one) => one.message)).toEqual(["look here"]);
  });

  it("refuses unknown, missing and badly typed inputs", async () => {
    const bot = (await test.asApp()).rest;
    const send = (inputs: Record<string, unknown>, ref = "main") =>
      refusal(bot.actions.createWorkflowDispatch({ ...at, workflow_id: "loop.yml", ref, inputs }));
    expect((await send({ issue: "1", other: "x" })).text).toContain("Unexpected inputs provided");
    expect((await send({})).text).toContain("Required input 'issue' not provided");
    expect((await send({ issue: "1", dry: "maybe" })).status).toBe(422);
    expect((await send({ issue: "1" }, "nowhere")).text).toContain("No ref found");
  });
});

describe("events", () => {
  it("skips a job whose condition does not hold and runs it when it does", async () => {
    const { admin } = test.forge;
    const { number } = await admin.createIssue(repoName, { title: "L", body: "", user: "ada" });
    const before = (await reports("Loop")).length;
    await admin.addLabel(repoName, number, "bug", "ada");
    await admin.addLabel(repoName, number, "tdd", "ada");
    const now = await reports("Loop");
    const made = now.slice(0, now.length - before).filter((job) => job.job === "loop");
    expect(made.map((job) => job.conclusion).sort()).toEqual(["skipped", "success"]);
  });

  it("runs a pull request on its test merge and shows the check on its head", async () => {
    const { admin } = test.forge;
    const sha = await admin.commitFiles(repoName, "topic", { "a.txt": "a" }, "ada");
    const ada = test.asUser("ada").rest;
    const pull = await ada.pulls.create({ ...at, title: "T", head: "topic", base: "main" });
    const jobs = (await reports(".github/workflows/pull.yml")).filter(
      (job) => job.event === "pull_request",
    );
    expect(jobs[0]?.log).toMatch(/^refs\/pull\/\d+\/merge (\w{40}) \1$/m);
    expect(jobs[0]?.log).not.toContain(sha);
    const checks = await ada.checks.listForRef({ ...at, ref: sha });
    expect(checks.data.check_runs.map((run) => [run.name, run.conclusion])).toContainEqual([
      "test",
      "success",
    ]);
    expect(pull.data.number).toBeGreaterThan(0);
  });

  it("starts nothing for what GITHUB_TOKEN did and for [skip ci]", async () => {
    const heard = await reports(".github/workflows/hear.yml");
    expect(heard).toEqual([]);
    test.forge.admin.comment(repoName, 1, "from a person", "ada");
    expect(await reports(".github/workflows/hear.yml")).toHaveLength(1);
    const before = test.forge.jobs().length;
    await test.forge.admin.commitFiles(repoName, "main", { "[skip ci]": "x" }, "ada");
    await test.forge.settled();
    expect(test.forge.jobs().length).toBe(before);
  });
});

async function startSlow(): Promise<JobReport> {
  const bot = (await test.asApp()).rest;
  await bot.actions.createWorkflowDispatch({ ...at, workflow_id: "slow.yml", ref: "main" });
  for (;;) {
    const found = test.forge
      .jobs()
      .find((job) => job.job === "wait" && job.status === "in_progress");
    if (found) return found;
    await new Promise((done) => setTimeout(done, 20));
  }
}

describe("ending a job from outside", () => {
  it("kills the job's process group, and nothing runs after it", async () => {
    const { id } = await startSlow();
    test.forge.admin.killJob(id);
    await test.forge.settled();
    const job = test.forge.jobs().find((one) => one.id === id);
    expect(job?.conclusion).toBe("failure");
    expect(job?.log).not.toContain("cleanup");
  });

  it("cancels a run through the API and still does what always() asks", async () => {
    const { id, runId } = await startSlow();
    const bot = (await test.asApp()).rest;
    await bot.actions.cancelWorkflowRun({ ...at, run_id: runId });
    await test.forge.settled();
    const job = test.forge.jobs().find((one) => one.id === id);
    expect(job?.conclusion).toBe("cancelled");
    expect(job?.log).toContain("cleanup");
  });
});
