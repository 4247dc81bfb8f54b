import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockDigest, saveLockFile } from "../../../src/adapters/journal/lock-file.ts";
import type { Lock } from "../../../src/domain/lock.ts";
import type { RunMark } from "../../../src/domain/run-mark.ts";
import { writeRunMark } from "../../../src/domain/run-mark.ts";
import { pullRequest, runningApp } from "./running-app.ts";

const SHA = "5".repeat(40);
const lock: Lock = {
  version: 2,
  issue: { owner: "acme", repo: "shop", number: 7 },
  runId: "run-1",
  issueSha256: "0".repeat(64),
  profile: "strict",
  baseRef: "main",
  baseSha: "b".repeat(40),
  branch: "tdd/7-slug",
  allowlist: [{ path: "src/slug.js", isNew: true }],
  testFiles: ["test/"],
  testCommand: "npm test",
};

let app: Awaited<ReturnType<typeof runningApp>>;
beforeEach(async () => {
  app = await runningApp();
});
afterEach(() => app.close());

function storePlan(plan: object) {
  const digest = createHash("sha256").update(JSON.stringify(plan)).digest("hex");
  app.state.refs.set("refs/tdd-loop/issue-7/state", "state");
  app.state.files["state:lock.json"] = JSON.stringify({ lock: plan, digest, mac: null });
}

function blob(path: string, mode = "100644", sha = `sha of ${path}`) {
  return { path, mode, type: "blob", sha };
}

const before = [blob("README.md"), blob("src/util.js")];

function headHas(...files: ReturnType<typeof blob>[]) {
  app.state.trees["tree-of-base"] = before;
  app.state.trees[SHA] = [...before, ...files];
}

/** The text of a pull request as the loop opens it. */
function opened(other: Partial<RunMark>) {
  return `Fixes #7\n${writeRunMark({ run: "run-1", plan: lockDigest(lock), red: null, ...other })}\nmore`;
}

const ours = { number: 3, ref: "tdd/7-slug", sha: SHA };

function open(pr: Parameters<typeof pullRequest>[1]) {
  const event = pullRequest("opened", pr);
  app.state.pulls.push(event.pull_request);
  return app.send("pull_request", event);
}

describe("file-gate on a pull request", () => {
  it("does not judge an implementation by a plan from before its RED commit (J04)", async () => {
    storePlan({ ...lock, redFirst: true });
    headHas(blob("src/slug.js"), blob("test/slug.test.js"));
    await open(ours);
    expect(app.state.checks[0]).toMatchObject({
      conclusion: "failure",
      output: { title: "Could not judge", summary: expect.stringContaining("no RED commit") },
    });
  });

  it.each([
    ["of another run", { run: "run-0" }, "another run"],
    ["that was widened since, or not yet narrowed", { plan: "f".repeat(64) }, "digest"],
    ["from before the RED commit", { red: "a".repeat(40) }, "no RED commit"],
  ])("does not judge a pull request by a plan %s (J04)", async (_name, other, why) => {
    storePlan(lock);
    headHas(blob("src/slug.js"));
    await open({ ...ours, body: opened(other) });
    expect(app.state.checks[0]).toMatchObject({
      conclusion: "failure",
      output: { title: "Could not judge", summary: expect.stringContaining(why) },
    });
  });

  it("judges by the plan that the pull request was opened with, whoever tells of the pull request", async () => {
    storePlan(lock);
    headHas(blob("src/slug.js"));
    await open({ ...ours, body: opened({}) });
    expect(app.state.checks[0]).toMatchObject({ conclusion: "success" });
    const later = pullRequest("edited", { ...ours, body: opened({ run: "run-0" }) });
    app.state.pulls.splice(0, 1, later.pull_request);
    await app.send("check_run", {
      action: "rerequested",
      check_run: { name: "file-gate", head_sha: SHA, check_suite: { head_branch: ours.ref } },
    });
    expect(app.state.checks[0]).toMatchObject({ conclusion: "failure" });
  });

  it("passes tests that come before their RED commit is noted", async () => {
    storePlan({ ...lock, redFirst: true });
    headHas(blob("test/slug.test.js"));
    await open(ours);
    expect(app.state.checks[0]).toMatchObject({ conclusion: "success" });
  });

  it("passes when only planned files changed", async () => {
    storePlan(lock);
    headHas(blob("src/slug.js"), blob("test/slug.test.js"));
    await open(ours);
    expect(app.state.checks).toMatchObject([
      { name: "file-gate", head_sha: SHA, status: "completed", conclusion: "success" },
    ]);
  });

  it("fails with the list of files and what to do", async () => {
    storePlan(lock);
    headHas(blob("src/slug.js"), blob(".github/workflows/x.yml"), blob("src/`evil`\n.js"));
    await open(ours);
    const output = JSON.stringify(app.state.checks[0]?.["output"]);
    expect(app.state.checks[0]?.conclusion).toBe("failure");
    expect(output).toContain(".github/workflows/x.yml");
    expect(output).toContain("`src/?evil??.js`");
    expect(output).toContain("/tdd run --fresh");
  });

  it("lets no path of the plan or the branch be markup, a link or a mention in what it says", async () => {
    const evil = [
      "docs/@mia/![x](https://evil.invalid/p.png)<img src=x>.md",
      "a#12/www.evil.invalid",
    ];
    storePlan({ ...lock, allowlist: evil.map((path) => ({ path, isNew: true })), baseRef: "@mia" });
    headHas(blob("src/`<b>`@mia/https://evil.invalid.js"));
    await open({ ...ours, base: "@mia" });
    const said = JSON.stringify(app.state.checks[0]?.["output"]);
    expect(app.state.checks[0]?.conclusion).toBe("failure");
    expect(said).toContain("evil.invalid");
    expect(said).not.toMatch(/@mia|<(img|b)|\]\(|https:\/\/evil|www\.evil|#12/);
  });

  it("judges again on every push, and updates the same check when asked about the same commit", async () => {
    storePlan(lock);
    headHas(blob("src/other.js"));
    await open(ours);
    headHas(blob("src/slug.js"));
    await app.send("check_run", {
      action: "rerequested",
      check_run: { name: "file-gate", head_sha: SHA, check_suite: { head_branch: ours.ref } },
    });
    expect(app.state.checks).toHaveLength(1);
    expect(app.state.checks[0]?.conclusion).toBe("success");
  });

  it.each([
    ["another branch", { ...ours, ref: "feature" }],
    ["a fork's branch of the same name", { ...ours, headRepo: 11 }],
  ])("lets %s through at once", async (_name, pr) => {
    await open(pr);
    expect(app.state.checks[0]).toMatchObject({
      conclusion: "success",
      output: { title: "Not a TDD branch" },
    });
  });

  it("W32: is not washed white by another branch or a fork at the same commit", async () => {
    storePlan(lock);
    headHas(blob("src/other.js"));
    await open(ours);
    await open({ number: 4, ref: "innocent", sha: SHA });
    await open({ number: 5, ref: "main", sha: SHA, headRepo: 11 });
    expect(app.state.checks.map((check) => check.conclusion)).toEqual(["failure"]);
  });

  it("W31: fails when the pull request was led into another base", async () => {
    storePlan(lock);
    headHas(blob("src/slug.js"));
    await open({ ...ours, base: "release" });
    expect(app.state.checks[0]?.conclusion).toBe("failure");
    expect(JSON.stringify(app.state.checks[0]?.["output"])).toContain("base back to `main`");
  });

  it("fails as not judged when the branch names no issue", async () => {
    storePlan(lock);
    await open({ ...ours, ref: "tdd/slug" });
    expect(app.state.checks[0]).toMatchObject({
      conclusion: "failure",
      output: { title: "Could not judge" },
    });
  });

  it.each([
    ["there is no plan", () => undefined],
    ["the plan cannot be read", () => storePlan({})],
    [
      "the plan is another repository's",
      () => storePlan({ ...lock, issue: { ...lock.issue, repo: "other" } }),
    ],
    [
      "the plan is another issue's",
      () => storePlan({ ...lock, issue: { ...lock.issue, number: 8 } }),
    ],
    ["the plan is of an older version", () => storePlan({ ...lock, version: 1 })],
    ["the plan is another branch's", () => storePlan({ ...lock, branch: "tdd/7-x" })],
    [
      "GitHub cannot compare",
      () => {
        storePlan(lock);
        app.state.broken["/compare/"] = 422;
      },
    ],
  ])("fails as not judged, with the way to judge again, when %s", async (_name, arrange) => {
    arrange();
    await open(ours);
    expect(app.state.checks[0]).toMatchObject({
      conclusion: "failure",
      output: { title: "Could not judge" },
    });
    expect(JSON.stringify(app.state.checks[0]?.["output"])).toContain("Re-run");
  });
});

describe("file-gate in the merge queue", () => {
  const head_ref = `refs/heads/gh-readonly-queue/main/pr-3-${"a".repeat(40)}`;
  const group = { action: "checks_requested", merge_group: { head_sha: "queued", head_ref } };

  it("gives the group's commit the verdict of its pull request", async () => {
    storePlan(lock);
    headHas(blob("src/other.js"));
    app.state.pulls.push(pullRequest("opened", ours).pull_request);
    await app.send("merge_group", group);
    expect(app.state.checks).toMatchObject([{ head_sha: "queued", conclusion: "failure" }]);
  });

  it("lets a group without a TDD branch pass", async () => {
    app.state.pulls.push(pullRequest("opened", { ...ours, ref: "feature" }).pull_request);
    await app.send("merge_group", group);
    expect(app.state.checks).toMatchObject([{ head_sha: "queued", conclusion: "success" }]);
  });
});

describe("with a key", () => {
  const key = "a key of the loop and the App";
  let signed: Awaited<ReturnType<typeof runningApp>>;
  beforeEach(async () => {
    signed = await runningApp(key);
  });
  afterEach(() => signed.close());

  async function conclusionWith(text: string) {
    signed.state.refs.set("refs/tdd-loop/issue-7/state", "state");
    signed.state.files["state:lock.json"] = text;
    signed.state.trees[SHA] = [blob("src/slug.js")];
    await signed.send("pull_request", pullRequest("opened", ours));
    return signed.state.checks.at(-1)?.conclusion;
  }

  async function saved(kept: Lock, by: string | null) {
    const dir = await mkdtemp(join(tmpdir(), "lock-"));
    await saveLockFile(dir, kept, by);
    const text = await readFile(join(dir, "lock.json"), "utf8");
    await rm(dir, { recursive: true });
    return text;
  }

  it("believes the plan that the loop signed with it", async () => {
    expect(await conclusionWith(await saved(lock, key))).toBe("success");
  });

  it("believes no other", async () => {
    expect(await conclusionWith(await saved(lock, null))).toBe("failure");
    expect(await conclusionWith(await saved(lock, "another key"))).toBe("failure");
    const widened = (await saved(lock, key)).replace("src/slug.js", "src/evil.js");
    expect(await conclusionWith(widened)).toBe("failure");
  });
});
