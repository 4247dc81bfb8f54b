import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Octokit } from "@octokit/rest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { saveLockFile, withRed } from "../../../src/adapters/journal/lock-file.ts";
import { createJsonLog } from "../../../src/entry/app/json-log.ts";
import type { RunningApp } from "../../../src/entry/app/start-app.ts";
import { startApp, WEBHOOK_PATH } from "../../../src/entry/app/start-app.ts";
import type { Forge } from "../../../src/forge/forge.ts";
import { startForge } from "../../../src/forge/forge.ts";

const SECRET = "the forge's and the App's secret";
const REPO = "acme/shop";
const at = { owner: "acme", repo: "shop" };

let dir: string;
let forge: Forge;
let app: RunningApp;
let mona: Octokit;
const lines: string[] = [];
const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "app-on-forge-"));
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  const identity = { id: 7, slug: "tdd-loop", privateKeyPem: privateKey };
  forge = await startForge({ dir: join(dir, "forge"), app: identity, strict: true });
  const settings = { appId: 7, privateKey, webhookSecret: SECRET, baseUrl: forge.apiUrl };
  const place = { host: "127.0.0.1", port: 0, workflow: "tdd-loop.yml", lockKey: null };
  app = await startApp(
    { ...settings, ...place },
    createJsonLog((line) => lines.push(line)),
  );
  forge.admin.setWebhook(`http://127.0.0.1:${app.port}${WEBHOOK_PATH}`, SECRET);
  for (const login of ["acme", "mona", "zed"]) forge.admin.createUser(login);
  const workflow = await readFile(".github/examples/with-app.yml", "utf8");
  await forge.admin.createRepository({
    owner: "acme",
    name: "shop",
    files: { "README.md": "# shop\n", ".github/workflows/tdd-loop.yml": workflow },
  });
  forge.admin.setPermission(REPO, "mona", "write");
  forge.admin.setPermission(REPO, "zed", "read");
  forge.admin.installApp(REPO);
  mona = new Octokit({ baseUrl: forge.apiUrl, auth: forge.admin.createToken("mona"), log });
  await calm();
});

afterAll(async () => {
  await app.close();
  await forge.close();
  await rm(dir, { recursive: true, force: true });
});

/** Webhooks cause work, and work causes webhooks: until neither is left. */
async function calm() {
  for (let round = 0; round < 3; round += 1) {
    await forge.settled();
    await app.settled();
  }
}

async function issueBy(user: string) {
  const made = await forge.admin.createIssue(REPO, { title: "Slugs", body: "- [ ] x", user });
  return made.number;
}

describe("the App on a GitHub as strict as the real one", () => {
  it("turns a label into a claimed issue and a dispatched workflow, within few requests", async () => {
    const number = await issueBy("mona");
    await calm();
    const before = forge.requests.length;
    await forge.admin.addLabel(REPO, number, "tdd", "mona");
    await calm();

    const { data: runs } = await mona.rest.actions.listWorkflowRunsForRepo(at);
    expect(runs.workflow_runs.map((run) => run.event)).toEqual(["workflow_dispatch"]);
    const { data: comments } = await mona.rest.issues.listComments({ ...at, issue_number: number });
    expect(comments.map((comment) => comment.user?.login)).toEqual(["tdd-loop[bot]"]);
    const { data: issue } = await mona.rest.issues.get({ ...at, issue_number: number });
    expect(issue.labels.map((label) => (typeof label === "string" ? label : label.name))).toEqual([
      "tdd:running",
    ]);
    const asked = forge.requests.slice(before).filter(({ path }) => path.includes(`shop`));
    expect(asked.length).toBeLessThanOrEqual(20);
  });

  it("stops a run on a command and frees the issue", async () => {
    const number = await issueBy("mona");
    forge.admin.comment(REPO, number, "/tdd run", "mona");
    await calm();
    forge.admin.comment(REPO, number, "/tdd stop", "mona");
    await calm();
    const claim = mona.rest.git.getRef({ ...at, ref: `tdd-loop/issue-${number}/claim` });
    await expect(claim).rejects.toMatchObject({ status: 404 });
    const { data: comments } = await mona.rest.issues.listComments({ ...at, issue_number: number });
    expect(comments.at(-1)?.body).toContain("the issue is free");
  });

  it("gives a stranger a reaction and no words", async () => {
    const number = await issueBy("zed");
    const { id } = forge.admin.comment(REPO, number, "/tdd run", "zed");
    await calm();
    const { data: comments } = await mona.rest.issues.listComments({ ...at, issue_number: number });
    expect(comments).toHaveLength(1);
    const place = { ...at, comment_id: id };
    const { data: reactions } = await mona.rest.reactions.listForIssueComment(place);
    expect(reactions.map((reaction) => reaction.content)).toEqual(["confused"]);
  });

  it("holds a branch to its plan, and lets others through", async () => {
    const number = await issueBy("mona");
    const branch = `tdd/${number}-slugs`;
    await plan(number, branch);
    const good = await push(branch, { "src/slug.js": "1\n" });
    await open(branch);
    expect(await conclusionOf(good)).toBe("success");
    const bad = await push(branch, { "src/other.js": "1\n" });
    expect(await conclusionOf(bad)).toBe("failure");
    const other = await push("feature", { "src/any.js": "1\n" });
    await open("feature");
    expect(await conclusionOf(other)).toBe("success");
  });

  it("sees a test that was weakened behind RED, and a base that moved under the branch", async () => {
    const number = await issueBy("mona");
    const branch = `tdd/${number}-seal`;
    const red = await push(branch, { "test/slug.test.js": "strict\n" });
    await plan(number, branch, red);
    const green = await push(branch, { "src/slug.js": "2\n" });
    await open(branch);
    expect(await conclusionOf(green)).toBe("success");

    const weak = await push(branch, { "test/slug.test.js": "weak\n" });
    expect(await conclusionOf(weak)).toBe("failure");
    const whole = await push(branch, { "test/slug.test.js": "strict\n", "test/more.test.js": "" });
    expect(await conclusionOf(whole)).toBe("success");

    await forge.admin.commitFiles(REPO, "main", { "src/slug.js": "3\n" }, "mona");
    const behind = await push(branch, { "test/most.test.js": "" });
    expect(await conclusionOf(behind)).toBe("failure");
  });

  it("sends nothing that GitHub's description does not know", () => {
    expect(forge.violations).toEqual([]);
    expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });
});

async function open(head: string) {
  await mona.rest.pulls.create({ ...at, head, base: "main", title: head });
  await calm();
}

async function push(branch: string, files: Record<string, string>) {
  const { data } = await mona.rest.git.getRef({ ...at, ref: "heads/main" });
  await mona.rest.git
    .createRef({ ...at, ref: `refs/heads/${branch}`, sha: data.object.sha })
    .catch(() => undefined);
  const sha = await forge.admin.commitFiles(REPO, branch, files, "mona");
  await calm();
  return sha;
}

async function conclusionOf(ref: string) {
  const { data } = await mona.rest.checks.listForRef({ ...at, ref, check_name: "file-gate" });
  return data.check_runs[0]?.conclusion;
}

async function sealed(red: string) {
  const { data } = await mona.rest.git.getTree({ ...at, tree_sha: red, recursive: "1" });
  const tests = data.tree.filter(({ path, type }) => type === "blob" && path.startsWith("test/"));
  return Object.fromEntries(tests.map(({ path, sha }) => [path, sha ?? ""]));
}

/** Leaves the plan where the loop leaves it: on a ref that is no branch. */
async function plan(number: number, branch: string, red?: string) {
  const lock = {
    version: 2 as const,
    issue: { ...at, number },
    runId: "run-1",
    issueSha256: "0".repeat(64),
    profile: "strict",
    baseRef: "main",
    baseSha: "b".repeat(40),
    branch,
    allowlist: [{ path: "src/slug.js", isNew: true }],
    testFiles: ["test/"],
    testCommand: "npm test",
  };
  const state = join(dir, `state-${number}`);
  await saveLockFile(state, lock, null);
  const kept = await readFile(join(state, "lock.json"), "utf8");
  const content = red === undefined ? kept : withRed(kept, red, null, await sealed(red));
  const tree = [{ path: "lock.json", mode: "100644" as const, type: "blob" as const, content }];
  const { data: made } = await mona.rest.git.createTree({ ...at, tree });
  const commit = { ...at, message: "state", tree: made.sha, parents: [] };
  const { data } = await mona.rest.git.createCommit(commit);
  await mona.rest.git.createRef({
    ...at,
    ref: `refs/tdd-loop/issue-${number}/state`,
    sha: data.sha,
  });
}
