import { createHmac } from "node:crypto";
import { request } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { commented, labeled, pullRequest, runningApp, SECRET, source } from "./running-app.ts";

let app: Awaited<ReturnType<typeof runningApp>>;
beforeAll(async () => {
  app = await runningApp();
});
beforeEach(() => {
  app.state.requests.length = 0;
  app.state.dispatches.length = 0;
  app.lines.length = 0;
});
afterAll(() => app.close());

const body = JSON.stringify({ ...source, ...labeled("mona") });
const signed = (text: string, secret = SECRET, hash = "sha256") =>
  `${hash}=${createHmac(hash, secret).update(text).digest("hex")}`;
const good = signed(body);
const usual = {
  "content-type": "application/json",
  "x-github-event": "issues",
  "x-github-delivery": "1",
};

type Headers = Readonly<Record<string, string | readonly string[]>>;

/** Sends headers as they are, also twice. `rest` of the body never comes. */
function post(headers: Headers, text = body, path = "/api/github/webhooks"): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${app.url}${path}`, { method: "POST" }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
      sent.destroy();
    });
    sent.on("error", reject);
    for (const [name, value] of Object.entries(headers)) sent.setHeader(name, value);
    if (headers["content-length"] === undefined) sent.end(text);
    else sent.write(text);
  });
}

async function nothingWasDone() {
  await app.settled();
  expect(app.state.requests).toEqual([]);
}

describe("a forged webhook", () => {
  it.each<[string, Headers]>([
    ["no signature", {}],
    ["an empty one", { "x-hub-signature-256": "" }],
    ["no hash in it", { "x-hub-signature-256": "sha256=" }],
    ["one of another secret", { "x-hub-signature-256": signed(body, "another secret") }],
    ["one of another body", { "x-hub-signature-256": signed(`${body} `) }],
    ["one without its algorithm", { "x-hub-signature-256": good.slice("sha256=".length) }],
    ["one of another algorithm", { "x-hub-signature-256": signed(body, SECRET, "sha1") }],
    ["only the old one", { "x-hub-signature": signed(body, SECRET, "sha1") }],
    ["one that is cut", { "x-hub-signature-256": good.slice(0, -1) }],
    ["one with more behind it", { "x-hub-signature-256": `${good}0` }],
    ["a bad one and a good one", { "x-hub-signature-256": ["sha256=00", good] }],
    ["a good one and a bad one", { "x-hub-signature-256": [good, "sha256=00"] }],
    ["the good one twice", { "x-hub-signature-256": [good, good] }],
    ["one in a list", { "x-hub-signature-256": `sha256=00, ${good}` }],
  ])("with %s is refused", async (_name, headers) => {
    expect(await post({ ...usual, ...headers })).toBe(400);
    await nothingWasDone();
  });

  it("is refused before its body is waited for", async () => {
    const endless = { ...usual, "content-length": "20000000" };
    expect(await post(endless, "{")).toBe(400);
    expect(await post({ ...endless, "x-hub-signature-256": good }, "{", "/elsewhere")).toBe(404);
    await nothingWasDone();
  });

  it.each([
    ["no event", { "x-github-event": "" }],
    ["two events", { "x-github-event": ["issues", "issues"] }],
    ["no delivery id", { "x-github-delivery": "" }],
    ["a form's type", { "content-type": "application/x-www-form-urlencoded" }],
    ["an event of the library's own", { "x-github-event": "error" }],
    ["any event", { "x-github-event": "*" }],
    ["an event of JavaScript's own", { "x-github-event": "__proto__" }],
  ])("with a good signature and %s brings nothing about", async (_name, headers) => {
    const status = await post({ ...usual, "x-hub-signature-256": good, ...headers });
    expect(status === 200 || (status >= 400 && status < 500)).toBe(true);
    await nothingWasDone();
  });

  const bodies = {
    issues: labeled("mona"),
    issue_comment: commented("mona", "/tdd run"),
    pull_request: pullRequest("opened", { number: 3, ref: "tdd/7-slug", sha: "5".repeat(40) }),
    merge_group: {
      action: "checks_requested",
      merge_group: { head_sha: "q", head_ref: "refs/heads/gh-readonly-queue/main/pr-3" },
    },
    check_run: {
      action: "rerequested",
      check_run: { name: "file-gate", head_sha: "5".repeat(40) },
    },
  };
  const swapped = Object.keys(bodies).flatMap((event) =>
    Object.entries(bodies).flatMap(([of, payload]) =>
      of === event ? [] : [[of, event, payload] as const],
    ),
  );

  it.each(swapped)("whose body is of %s under the name %s brings nothing about", async (...row) => {
    const [, event, payload] = row;
    expect(await app.send(event, payload)).toBe(200);
    expect(app.state.requests).toEqual([]);
  });

  it.each([
    ["no installation", { installation: undefined }],
    ["an installation without an id", { installation: { id: "5" } }],
    ["a negative installation", { installation: { id: -5 } }],
    ["no repository", { repository: undefined }],
    ["a repository without an owner", { repository: { ...source.repository, owner: null } }],
    [
      "an issue with a number that is a path",
      { issue: { ...labeled("mona").issue, number: "7/../8" } },
    ],
    ["a text that is no JSON object", []],
  ])("with %s brings nothing about", async (_name, change) => {
    const payload = Array.isArray(change) ? change : { ...source, ...labeled("mona"), ...change };
    const text = JSON.stringify(payload);
    const status = await post({ ...usual, "x-hub-signature-256": signed(text) }, text);
    expect(status).toBeLessThan(500);
    await nothingWasDone();
  });

  it("from a repository that its installation cannot see gets no token, and does nothing", async () => {
    app.state.broken["/access_tokens"] = 422;
    const repository = { ...source.repository, owner: { login: "victim" } };
    expect(await app.send("issues", { ...labeled("mona"), repository })).toBe(200);
    expect(app.state.requests.every((line) => /access_tokens/.test(String(line)))).toBe(true);
    expect(app.state.dispatches).toEqual([]);
    expect(app.lines.join("\n")).toContain("failed");
    app.state.broken = {};
  });

  it("whose repository has a name that is a path asks for nothing outside of it", async () => {
    const repository = { ...source.repository, name: "../../installation" };
    await app.send("issues", { ...labeled("mona"), repository });
    expect(app.state.requests.filter((line) => /\/\.\.\//.test(String(line)))).toEqual([]);
    expect(app.state.dispatches).toEqual([]);
  });

  it("that is nested as deep as it can be costs its own answer only", async () => {
    const deep = 200_000;
    const text = `{"action":${"[".repeat(deep)}${"]".repeat(deep)}}`;
    await post({ ...usual, "x-hub-signature-256": signed(text) }, text);
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
    await nothingWasDone();
  });
});
