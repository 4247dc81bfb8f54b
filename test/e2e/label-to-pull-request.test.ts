import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Octokit } from "@octokit/rest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoIssue } from "../../src/entry/demo/demo-repository.ts";
import type { DemoWorld } from "../../src/entry/demo/start-world.ts";
import { maintainer, startWorld } from "../../src/entry/demo/start-world.ts";
import { git } from "../support/sample-repository.ts";

let world: DemoWorld;
let octokit: Octokit;
let issue: number;
const place = { owner: maintainer, repo: "slugs" };

/** Webhooks start the App's work and jobs, which make webhooks: settled when neither has any more. */
async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await world.app.settled();
    await world.forge.settled();
  }
}

beforeAll(async () => {
  world = await startWorld(0, { PATH: process.env["PATH"] });
  const auth = world.forge.admin.createToken(maintainer);
  octokit = new Octokit({ baseUrl: world.forge.apiUrl, auth });
  issue = (await world.forge.admin.createIssue(world.repo, { ...demoIssue, user: maintainer }))
    .number;
  await world.forge.admin.addLabel(world.repo, issue, "tdd", maintainer);
  await settle();
}, 120_000);

afterAll(async () => {
  await world.close();
  rmSync(world.dir, { recursive: true, force: true });
});

async function pullRequest() {
  const { data } = await octokit.rest.pulls.list(place);
  const [pull] = data;
  if (pull === undefined) throw new Error(world.forge.jobs().at(-1)?.log ?? "no job ran");
  return pull;
}

describe("from a label to a proven pull request", () => {
  it("keeps the plan with RED's tests by blob, which the required check holds the branch to", async () => {
    const ref = `tdd-loop/issue-${issue}/state`;
    const { data: state } = await octokit.rest.git.getRef({ ...place, ref });
    const asked = { ...place, path: "lock.json", ref: state.object.sha };
    const { data: file } = await octokit.rest.repos.getContent(asked);
    const text = "content" in file ? Buffer.from(file.content, "base64").toString("utf8") : "";
    const { lock, red } = JSON.parse(text);

    expect(lock).toMatchObject({ version: 2, issue: { ...place, number: issue } });
    expect(Object.values(red.seal)).not.toEqual([]);
  });

  it("opens one pull request that is ready for review and fixes the issue", async () => {
    const pull = await pullRequest();

    expect(pull).toMatchObject({ draft: false, state: "open", base: { ref: "main" } });
    expect(pull.body).toContain(`Fixes #${issue}`);
    expect(pull.head.ref).toBe(`tdd/${issue}-turn-a-title-into-a-slug`);
  });

  it("has RED that fails and a head that passes when checked out by hand", async () => {
    const pull = await pullRequest();
    const { data: commits } = await octokit.rest.pulls.listCommits({
      ...place,
      pull_number: pull.number,
    });
    const [red] = commits;
    const dir = mkdtempSync(join(tmpdir(), "tdd-loop-by-hand-"));
    git(tmpdir(), "clone", "-q", join(world.dir, "github/repos/mona+slugs.git"), dir);

    expect(commits.map((commit) => commit.commit.message.split(":")[0])).toEqual([
      "red",
      "green",
      "refactor",
    ]);
    expect(testsPass(dir, red?.sha ?? "")).toBe(false);
    expect(testsPass(dir, pull.head.sha)).toBe(true);
    rmSync(dir, { recursive: true, force: true });
  });

  it("W35: fails file-gate when the branch was rewritten without RED, until it is put back", async () => {
    const { head, base } = await pullRequest();
    const { data: tip } = await octokit.rest.git.getCommit({ ...place, commit_sha: head.sha });
    const squashed = await octokit.rest.git.createCommit({
      ...place,
      ...{ message: "all at once", tree: tip.tree.sha, parents: [base.sha] },
    });
    const force = async (sha: string) => {
      await octokit.rest.git.updateRef({ ...place, ref: `heads/${head.ref}`, sha, force: true });
      await settle();
      const asked = { ...place, ref: sha, check_name: "file-gate" };
      return (await octokit.rest.checks.listForRef(asked)).data.check_runs[0];
    };

    const rewritten = await force(squashed.data.sha);
    const restored = await force(head.sha);

    expect(rewritten?.conclusion).toBe("failure");
    expect(rewritten?.output.summary).toContain("HISTORY_REWRITTEN");
    expect(restored?.conclusion).toBe("success");
  });

  it("J04: judges nothing by a plan from before RED, until the one that it was opened with is back", async () => {
    const { head, number } = await pullRequest();
    const ref = `tdd-loop/issue-${issue}/state`;
    const { data: now } = await octokit.rest.git.getRef({ ...place, ref });
    const at = { ...place, path: "lock.json", ref: now.object.sha };
    const { data } = await octokit.rest.repos.getContent(at);
    const text = "content" in data ? Buffer.from(data.content, "base64").toString("utf8") : "";
    const { red, ...before } = JSON.parse(text);
    const older = await stateOf(JSON.stringify(before));
    const judgedBy = async (sha: string) => {
      await octokit.rest.git.updateRef({ ...place, ref, sha, force: true });
      await octokit.rest.pulls.update({ ...place, pull_number: number, title: `At ${sha}` });
      await settle();
      const asked = { ...place, ref: head.sha, check_name: "file-gate" };
      return (await octokit.rest.checks.listForRef(asked)).data.check_runs[0];
    };

    const put = await judgedBy(older);
    const back = await judgedBy(now.object.sha);

    expect(red.sha).toMatch(/^[0-9a-f]{40}$/);
    expect(put?.conclusion).toBe("failure");
    expect(put?.output.summary).toContain("another copy was put in its place");
    expect(back?.conclusion).toBe("success");
  });

  it("has file-gate, tdd/red and tdd/critic green, each once, and may be merged", async () => {
    const pull = await pullRequest();
    const { data: head } = await octokit.rest.checks.listForRef({ ...place, ref: pull.head.sha });
    const { data: commits } = await octokit.rest.pulls.listCommits({
      ...place,
      pull_number: pull.number,
    });
    const { data: red } = await octokit.rest.checks.listForRef({
      ...place,
      ref: commits[0]?.sha ?? "",
    });
    const ours = (runs: typeof head.check_runs) =>
      runs.flatMap((run) =>
        /^(tdd\/|file-gate)/.test(run.name) ? [[run.name, run.conclusion]] : [],
      );

    expect(ours(head.check_runs).sort()).toEqual([
      ["file-gate", "success"],
      ["tdd/critic", "success"],
    ]);
    expect(ours(red.check_runs)).toContainEqual(["tdd/red", "success"]);
    await world.forge.admin.merge(world.repo, pull.number, maintainer);
  });

  it("says everything in one comment and one review, and labels the issue done", async () => {
    const { data: comments } = await octokit.rest.issues.listComments({
      ...place,
      issue_number: issue,
    });
    const { data: shown } = await octokit.rest.issues.get({ ...place, issue_number: issue });
    const pulls = await octokit.rest.pulls.list({ ...place, state: "all" });
    const reviews = await octokit.rest.pulls.listReviews({
      ...place,
      pull_number: pulls.data[0]?.number ?? 0,
    });

    expect(comments).toHaveLength(1);
    expect(comments[0]?.body).toContain("Done");
    expect(reviews.data).toHaveLength(1);
    expect(shown.labels.map((label) => (typeof label === "string" ? label : label.name))).toEqual([
      "tdd:done",
    ]);
  });

  it("does nothing for a person without write permission", async () => {
    world.forge.admin.createUser("stranger");
    world.forge.admin.setPermission(world.repo, "stranger", "read");
    const jobs = world.forge.jobs().length;
    const other = await world.forge.admin.createIssue(world.repo, {
      ...demoIssue,
      user: "stranger",
    });
    world.forge.admin.comment(world.repo, other.number, "/tdd run", "stranger");
    await settle();

    expect(world.forge.jobs()).toHaveLength(jobs);
  });
});

function testsPass(dir: string, sha: string): boolean {
  git(dir, "checkout", "-q", sha);
  try {
    execFileSync("node", ["--test"], { cwd: dir, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** A commit of a state ref that holds this plan and nothing else. */
async function stateOf(lock: string): Promise<string> {
  const { git: api } = octokit.rest;
  const entry = { path: "lock.json", mode: "100644", type: "blob", content: lock } as const;
  const { data: tree } = await api.createTree({ ...place, tree: [entry] });
  const asked = { ...place, message: "state", tree: tree.sha, parents: [] };
  return (await api.createCommit(asked)).data.sha;
}
