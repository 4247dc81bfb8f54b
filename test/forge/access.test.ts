import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contractProblems } from "./contract-checker.ts";
import type { TestForge } from "./test-forge.ts";
import { at, jwt, octokit, refusal, repoName, startTestForge } from "./test-forge.ts";

let test: TestForge;
let bot: Awaited<ReturnType<TestForge["asApp"]>>["rest"];
let pull_number: number;
let head_sha: string;
let now = Date.now();

beforeAll(async () => {
  test = await startTestForge({ clock: () => now });
  bot = (await test.asApp()).rest;
  head_sha = await test.forge.admin.commitFiles(repoName, "topic", { "a.txt": "a\nb\n" }, "ada");
  const pull = await bot.pulls.create({ ...at, title: "T", head: "topic", base: "main" });
  pull_number = pull.data.number;
});
afterAll(async () => {
  expect(contractProblems(test.forge.requests)).toEqual([]);
  await test.close();
});

describe("who may call", () => {
  const installation = () => ({ installation_id: test.installationId });
  it("takes only a fresh RS256 token by the app's own key", async () => {
    const { forge } = test;
    const foreign = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
      publicKeyEncoding: { type: "spki", format: "pem" },
    }).privateKey;
    const ask = (token: string) => refusal(octokit(forge, token).rest.apps.getAuthenticated());
    expect((await ask(jwt(7, now))).status).toBe(200);
    expect((await ask(jwt(7, now, 700))).text).toContain("too far in the future");
    expect((await ask(jwt(7, now - 3_600_000))).text).toContain("exp");
    expect((await ask(jwt(7, now, 300, foreign))).status).toBe(401);
    expect((await ask(jwt(8, now))).text).toContain("Integration not found");
    expect((await ask("ghs_unknown")).text).toContain("Bad credentials");
  });

  it("narrows a token on request and never widens it", async () => {
    const app = octokit(test.forge, jwt(7, now)).rest.apps;
    const wide = app.createInstallationAccessToken({
      ...installation(),
      permissions: { secrets: "read" },
    });
    expect((await refusal(wide)).text).toContain("not granted to this installation");
    const other = app.createInstallationAccessToken({ ...installation(), repositories: ["other"] });
    expect((await refusal(other)).status).toBe(422);
    const narrow = await app.createInstallationAccessToken({
      ...installation(),
      permissions: { contents: "read" },
      repositories: ["shop"],
    });
    expect(narrow.data.repositories).toHaveLength(1);
    expect(Date.parse(narrow.data.expires_at) - now).toBeLessThanOrEqual(3_600_000);
    const rest = octokit(test.forge, narrow.data.token).rest;
    const comment = rest.issues.createComment({ ...at, issue_number: pull_number, body: "x" });
    expect(await refusal(comment)).toMatchObject({ status: 403 });
  });

  it("lets a token die after one hour", async () => {
    const token = await test.appToken();
    now += 3_600_001;
    expect((await refusal(octokit(test.forge, token).rest.repos.get(at))).status).toBe(401);
    bot = (await test.asApp()).rest;
  });

  it.each([
    ["mallory", "labels", 403],
    ["mallory", "comment", 200],
    ["mallory", "check", 403],
    ["ada", "labels", 200],
    ["ada", "check", 403],
    ["ada", "protection", 403],
  ] as const)("%s asks for %s and gets %i", async (login, what, status) => {
    const rest = test.asUser(login).rest;
    const issue = { ...at, issue_number: pull_number };
    const calls = {
      labels: () => rest.issues.addLabels({ ...issue, labels: ["x"] }),
      comment: () => rest.issues.createComment({ ...issue, body: "hello" }),
      check: () => rest.checks.create({ ...at, name: "forged", head_sha }),
      protection: () => rest.repos.getBranchProtection({ ...at, branch: "main" }),
    };
    expect((await refusal(calls[what]())).status).toBe(status);
  });

  it("says maintain and triage in role_name and their old names in permission", async () => {
    test.forge.admin.setPermission(repoName, "tri", "triage");
    test.forge.admin.setPermission(repoName, "mai", "maintain");
    const ask = async (username: string) =>
      (await bot.repos.getCollaboratorPermissionLevel({ ...at, username })).data;
    expect(await ask("tri")).toMatchObject({ permission: "read", role_name: "triage" });
    expect(await ask("mai")).toMatchObject({ permission: "write", role_name: "maintain" });
    expect(await ask("mallory")).toMatchObject({ permission: "read" });
  });
});

describe("pages and limits", () => {
  it("links pages and answers 304 for free", async () => {
    for (const body of ["1", "2", "3"])
      await bot.issues.createComment({ ...at, issue_number: pull_number, body });
    const first = await bot.issues.listComments({ ...at, issue_number: pull_number, per_page: 2 });
    expect(first.headers.link).toMatch(/page=2>; rel="next"/);
    const repeat = await refusal(
      bot.issues.listComments({
        ...at,
        issue_number: pull_number,
        per_page: 2,
        headers: { "if-none-match": first.headers.etag ?? "" },
      }),
    );
    expect(repeat.status).toBe(304);
    const rate = await bot.rateLimit.get();
    expect(rate.data.rate.remaining).toBe(Number(first.headers["x-ratelimit-remaining"]));
  });

  it("stops a bot that makes more than 80 comments a minute, when asked to", async () => {
    const strict = await startTestForge({ secondaryLimits: true, clock: () => now });
    const rest = (await strict.asApp()).rest;
    const { number: issue_number } = await strict.forge.admin.createIssue(repoName, {
      title: "T",
      body: "",
      user: "ada",
    });
    for (let n = 0; n < 80; n += 1)
      await rest.issues.createComment({ ...at, issue_number, body: "x" });
    const refused = await refusal(rest.issues.createComment({ ...at, issue_number, body: "x" }));
    expect(refused.text).toContain("secondary rate limit");
    await strict.close();
  });
});
