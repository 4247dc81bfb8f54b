import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestForge } from "./test-forge.ts";
import { at, git, octokit, refusal, repoName, startTestForge, withToken } from "./test-forge.ts";

let test: TestForge;
let work: string;
beforeAll(async () => {
  test = await startTestForge({ private: true });
  work = join(test.dir, "work");
  await mkdir(work);
  await git(work, "clone", "--quiet", withToken(test.forge, await test.appToken()), ".");
});
afterAll(() => test.close());

async function commit(branch: string, path: string, content: string | Buffer): Promise<void> {
  await git(work, "checkout", "--quiet", "-B", branch, "origin/main");
  await mkdir(join(work, path, ".."), { recursive: true });
  await writeFile(join(work, path), content);
  await git(work, "add", "-A");
  await git(work, "commit", "--quiet", "-m", `add ${path}`);
}

async function push(...args: string[]): Promise<string> {
  const url = withToken(test.forge, await test.appToken());
  try {
    await git(work, "push", "--quiet", url, ...args);
    return "pushed";
  } catch (error) {
    return (error as { stderr: string }).stderr;
  }
}

async function clone(url: string): Promise<string> {
  try {
    await git(test.dir, "ls-remote", url);
    return "seen";
  } catch (error) {
    return (error as { stderr: string }).stderr;
  }
}

/** A push whose body is never sent to its end; calling what it gives cuts it off. */
async function beginPush(): Promise<() => Promise<void>> {
  const url = new URL(withToken(test.forge, await test.appToken()));
  const path = `${url.pathname}/git-receive-pack`;
  const where = { hostname: url.hostname, port: url.port, path, method: "POST" };
  const cut = request({ ...where, auth: `${url.username}:${url.password}` });
  cut.setHeader("content-type", "application/x-git-receive-pack-request");
  cut.setHeader("content-length", "5000");
  cut.on("error", () => undefined);
  cut.write("00");
  await sleep(200);
  return async () => {
    cut.destroy();
    await sleep(200);
  };
}

describe("git over HTTP", () => {
  it("goes on with the next push when one is cut off, also before its turn has come", async () => {
    const [first, second] = [await beginPush(), await beginPush()];
    // The first one holds the repository while the second one gives up.
    await second();
    await first();
    await commit("after", "after.txt", "after");
    expect(await push("after")).toBe("pushed");
  });

  it("takes a push of several megabytes and announces it once", async () => {
    await commit("big", "big.bin", randomBytes(3 * 1024 * 1024));
    expect(await push("big")).toBe("pushed");
    await test.forge.settled();
    const pushes = test.hooks.filter(
      (hook) => hook.event === "push" && hook.payload["ref"] === "refs/heads/big",
    );
    expect(pushes).toHaveLength(1);
    expect(pushes[0]?.payload).toMatchObject({
      created: true,
      forced: false,
      commits: [{ added: ["big.bin"] }],
    });
  });

  it("takes a push by extra header, as actions/checkout leaves it", async () => {
    await commit("header", "h.txt", "h");
    const basic = Buffer.from(`x-access-token:${await test.appToken()}`).toString("base64");
    const config = `http.extraheader=AUTHORIZATION: basic ${basic}`;
    await git(work, "-c", config, "push", "--quiet", `${test.forge.url}/${repoName}.git`, "header");
    expect(await git(work, "ls-remote", "origin", "refs/heads/header")).toContain(
      "refs/heads/header",
    );
  });

  it("hides a private repository from strangers and refuses bad tokens", async () => {
    const { forge } = test;
    expect(await clone(`${forge.url}/${repoName}.git`)).toMatch(
      /terminal prompts disabled|could not read Username/,
    );
    expect(await clone(withToken(forge, "ghs_wrong"))).toContain("Authentication failed");
    expect(await clone(withToken(forge, forge.admin.createToken("mallory")))).toContain(
      "not found",
    );
    expect(await clone(withToken(forge, forge.admin.createToken("ada")))).toBe("seen");
    const get = octokit(forge, forge.admin.createToken("mallory")).rest.repos.get(at);
    expect((await refusal(get)).status).toBe(404);
  });

  it("refuses a push with a token that may only read", async () => {
    await commit("readonly", "r.txt", "r");
    const rest = await test.asApp({ contents: "read" });
    const { token } = (await rest.auth()) as { token: string };
    const pushed = git(work, "push", withToken(test.forge, token), "readonly");
    await expect(pushed).rejects.toThrow(/403/);
  });

  it("refuses workflow files without the workflows permission", async () => {
    await commit("flows", ".github/workflows/x.yml", "on: push\n");
    expect(await push("flows")).toContain("without `workflows` permission");
  });

  it("keeps refs of the bot's own apart from branches: no events, readable through the API", async () => {
    await commit("own", "o.txt", "o");
    const before = test.hooks.length;
    expect(await push("HEAD:refs/tdd-loop/journal/1")).toBe("pushed");
    expect(await push("HEAD:refs/pull/1/head")).toContain("hidden ref");
    await test.forge.settled();
    expect(test.hooks.length).toBe(before);
    const bot = (await test.asApp()).rest;
    const refs = await bot.git.listMatchingRefs({ ...at, ref: "tdd-loop/" });
    expect(refs.data.map((one) => one.ref)).toEqual(["refs/tdd-loop/journal/1"]);
  });
});

describe("a protected branch", () => {
  beforeAll(() => {
    test.forge.admin.protectBranch(repoName, "main", {
      requiredChecks: [{ context: "file-gate", appId: 7 }],
    });
  });

  it("takes neither a push, a rewind nor a deletion from the bot", async () => {
    await commit("direct", "d.txt", "d");
    expect(await push("direct:main")).toContain("GH006: Protected branch update failed");
    expect(
      await push("--force", `${await git(work, "commit-tree", "-m", "x", "HEAD^{tree}")}:main`),
    ).toContain("GH006");
    expect(await push("--delete", "main")).toContain("refusing to delete the current branch");
    const bot = (await test.asApp()).rest;
    const sha = await git(work, "rev-parse", "direct");
    await push("direct");
    const moved = await refusal(bot.git.updateRef({ ...at, ref: "heads/main", sha }));
    expect(moved.text).toContain('Required status check \\"file-gate\\" is expected.');
  });

  it("W30: is merged into only when the right app's check passed on the head", async () => {
    const bot = (await test.asApp()).rest;
    await commit("feature", "f.txt", "f");
    await push("feature");
    const { number: pull_number, head } = (
      await bot.pulls.create({ ...at, title: "F", head: "feature", base: "main" })
    ).data;
    const state = async () => (await bot.pulls.get({ ...at, pull_number })).data.mergeable_state;
    expect(await state()).toBe("blocked");
    const early = await refusal(bot.pulls.merge({ ...at, pull_number }));
    expect(early).toMatchObject({ status: 405 });
    await test.asUser("ada").rest.repos.createCommitStatus({
      ...at,
      sha: head.sha,
      context: "file-gate",
      state: "success",
    });
    expect(await state()).toBe("blocked");
    const failing = await bot.checks.create({
      ...at,
      name: "file-gate",
      head_sha: head.sha,
      conclusion: "failure",
    });
    expect(await state()).toBe("blocked");
    await bot.checks.update({ ...at, check_run_id: failing.data.id, conclusion: "success" });
    await bot.checks.create({ ...at, name: "other", head_sha: head.sha, status: "in_progress" });
    expect(await state()).toBe("unstable");
    const merged = await bot.pulls.merge({ ...at, pull_number, merge_method: "squash" });
    await git(work, "fetch", "--quiet", withToken(test.forge, await test.appToken()), "main");
    expect(await git(work, "rev-parse", "FETCH_HEAD")).toBe(merged.data.sha);
    expect(await git(work, "show", "FETCH_HEAD:f.txt")).toBe("f");
  });

  it("says dirty when the branches conflict", async () => {
    const bot = (await test.asApp()).rest;
    await commit("clash", "README.md", "# Mine\n");
    await push("clash");
    await test.forge.admin.commitFiles(repoName, "main", { "README.md": "# Theirs\n" }, "acme");
    const { number: pull_number } = (
      await bot.pulls.create({ ...at, title: "C", head: "clash", base: "main" })
    ).data;
    const pull = await bot.pulls.get({ ...at, pull_number });
    expect(pull.data).toMatchObject({ mergeable: false, mergeable_state: "dirty" });
  });

  it("lands what the merge queue tested, or throws it out", async () => {
    const bot = (await test.asApp()).rest;
    await git(
      work,
      "fetch",
      "--quiet",
      withToken(test.forge, await test.appToken()),
      "+refs/heads/*:refs/remotes/origin/*",
    );
    await commit("queued", "q.txt", "q");
    await push("queued");
    const { number: pull_number } = (
      await bot.pulls.create({ ...at, title: "Q", head: "queued", base: "main" })
    ).data;
    const { sha } = await test.forge.admin.enqueue(repoName, pull_number, "ada");
    await test.forge.settled();
    const asked = test.hooks.find((hook) => hook.event === "merge_group");
    expect(asked?.payload).toMatchObject({
      action: "checks_requested",
      merge_group: { head_sha: sha },
    });
    await bot.checks.create({ ...at, name: "file-gate", head_sha: sha, conclusion: "success" });
    await test.forge.settled();
    const pull = await bot.pulls.get({ ...at, pull_number });
    expect(pull.data).toMatchObject({ merged: true, state: "closed" });
    expect((await bot.git.getRef({ ...at, ref: "heads/main" })).data.object.sha).toBe(sha);
  });
});
