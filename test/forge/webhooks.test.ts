import { Webhooks } from "@octokit/webhooks";
import schema from "@octokit/webhooks-schemas" with { type: "json" };
import type { ValidateFunction } from "ajv";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReceivedHook, TestForge } from "./test-forge.ts";
import { at, jwt, octokit, privateKey, repoName, startTestForge } from "./test-forge.ts";

let test: TestForge;
beforeAll(async () => {
  test = await startTestForge();
});
afterAll(() => test.close());

/** The published schemas are closed and older than GitHub's newer fields: extra ones are let through. */
function open(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(open);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).filter(
    ([key, one]) => !(key === "additionalProperties" && one === false),
  );
  return Object.fromEntries(entries.map(([key, one]) => [key, open(one)]));
}

const ajv = new Ajv({
  strict: false,
  validateSchema: false,
  inlineRefs: false,
  code: { optimize: false },
});
(formats as unknown as (ajv: Ajv) => void)(ajv);
const definitions = (open(schema) as { definitions: Record<string, unknown> }).definitions;
ajv.addSchema({ $id: "hooks", definitions });
const validators = new Map<string, ValidateFunction>();

function problem(hook: ReceivedHook): string | null {
  const name = [`${hook.event}$${hook.payload.action ?? "event"}`].find(
    (one) => one in definitions,
  );
  if (!name) return `${hook.event}.${hook.payload.action}: no schema`;
  const validate = validators.get(name) ?? ajv.compile({ $ref: `hooks#/definitions/${name}` });
  validators.set(name, validate);
  if (validate(hook.payload)) return null;
  const [error] = validate.errors ?? [];
  return `${name}: ${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`;
}

describe("webhooks", () => {
  it("come signed, for the installation, and in the published shape", async () => {
    const { admin } = test.forge;
    const bot = (await test.asApp()).rest;
    const { number } = await admin.createIssue(repoName, { title: "T", body: "b", user: "ada" });
    await admin.addLabel(repoName, number, "tdd", "ada");
    await admin.removeLabel(repoName, number, "tdd", "ada");
    await admin.editIssue(repoName, number, { body: "c" }, "ada");
    const { id } = admin.comment(repoName, number, "/tdd run", "ada");
    admin.editComment(repoName, id, "/tdd stop", "ada");
    await bot.issues.deleteComment({ ...at, comment_id: id });
    await admin.closeIssue(repoName, number, "ada");
    await bot.issues.update({ ...at, issue_number: number, state: "open" });
    await admin.commitFiles(repoName, "topic", { "a.txt": "a" }, "ada");
    const pull = await bot.pulls.create({
      ...at,
      title: "P",
      head: "topic",
      base: "main",
      draft: true,
    });
    const pull_number = pull.data.number;
    const sha = await admin.commitFiles(repoName, "topic", { "a.txt": "b" }, "ada");
    const check = await bot.checks.create({
      ...at,
      name: "file-gate",
      head_sha: sha,
      conclusion: "success",
    });
    await bot.checks.rerequestRun({ ...at, check_run_id: check.data.id });
    await bot.pulls.update({ ...at, pull_number, title: "Q" });
    await bot.pulls.createReview({ ...at, pull_number, event: "COMMENT", body: "fine" });
    await bot.pulls.update({ ...at, pull_number, state: "closed" });
    await bot.git.deleteRef({ ...at, ref: "heads/topic" });
    await test.forge.settled();
    const hooks = new Webhooks({ secret: "s3cret" });
    for (const hook of test.hooks) {
      expect(await hooks.verify(hook.raw, hook.headers["x-hub-signature-256"] ?? "")).toBe(true);
      expect(hook.payload["installation"]).toMatchObject({ id: test.installationId });
    }
    expect(test.hooks.map(problem).filter((one) => one !== null)).toEqual([]);
    const names = new Set(test.hooks.map((hook) => `${hook.event}.${hook.payload.action ?? ""}`));
    for (const name of [
      "issues.opened",
      "issues.labeled",
      "issues.unlabeled",
      "issues.edited",
      "issues.closed",
      "issues.reopened",
      "issue_comment.created",
      "issue_comment.edited",
      "issue_comment.deleted",
      "create.",
      "push.",
      "delete.",
      "check_suite.requested",
      "pull_request.opened",
      "pull_request.synchronize",
      "pull_request.edited",
      "pull_request.closed",
      "pull_request_review.submitted",
      "check_run.created",
      "check_run.completed",
      "check_run.rerequested",
      "installation.created",
    ]) {
      expect(names).toContain(name);
    }
  });

  it("can be listed and sent again under the same delivery id", async () => {
    const app = octokit(test.forge, jwt(7)).rest.apps;
    const { data } = await app.listWebhookDeliveries({ per_page: 5 });
    const first = data[0];
    expect(first).toMatchObject({ status: "OK", status_code: 200, redelivery: false });
    const delivery_id = first?.id ?? 0;
    const full = await app.getWebhookDelivery({ delivery_id });
    expect(full.data.request.payload).toMatchObject({ repository: { name: "shop" } });
    const count = test.hooks.length;
    await app.redeliverWebhookDelivery({ delivery_id });
    await test.forge.settled();
    expect(test.hooks.length).toBe(count + 1);
    expect(test.hooks.at(-1)?.headers["x-github-delivery"]).toBe(first?.guid);
  });

  it("reach only an app that has the permission and the subscription", async () => {
    const narrow = await startTestForge({
      app: {
        id: 7,
        slug: "tdd-bot",
        privateKeyPem: privateKey,
        permissions: { issues: "read" },
        events: ["issues", "push"],
      },
    });
    narrow.forge.admin.setWebhook("http://127.0.0.1:9/", "x");
    await narrow.forge.admin.createIssue(repoName, { title: "T", body: "", user: "ada" });
    await narrow.forge.admin.commitFiles(repoName, "topic", { a: "a" }, "ada");
    await narrow.forge.settled();
    const { data } = await octokit(narrow.forge, jwt(7)).rest.apps.listWebhookDeliveries();
    expect(data.map((one) => [one.event, one.status_code])).toEqual([["issues", 502]]);
    await narrow.close();
  });
});
