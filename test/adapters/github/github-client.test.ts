import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOnce, statusOf, whenVisible } from "../../../src/adapters/github/github-client.ts";
import { expectAllFetched, fakeClient, github, guardNetwork } from "./fake-client.ts";

beforeEach(guardNetwork);
afterEach(expectAllFetched);

const RESET = {
  "x-ratelimit-remaining": "0",
  "x-ratelimit-reset": "1767225660",
  date: "Thu, 01 Jan 2026 00:00:00 GMT",
};

describe("limits", () => {
  it.each([
    ["a retry-after", 403, { "retry-after": "7" }, "slow down", 7000],
    ["a retry-after on 429", 429, { "retry-after": "0" }, "slow down", 0],
    ["a spent budget, until its reset", 403, RESET, "rate limit", 60_000],
    [
      "a secondary limit without a time",
      403,
      {},
      "You have exceeded a secondary rate limit.",
      60_000,
    ],
    ["429 without a time", 429, {}, "", 60_000],
  ])("are obeyed for %s", async (_name, status, headers, message, wait) => {
    github()
      .post("/graphql")
      .reply(status, { message }, headers)
      .post("/graphql")
      .reply(200, { data: {} });
    const { client, waits } = fakeClient();
    await client.octokit.graphql("query { viewer { login } }");
    expect(waits).toEqual([wait]);
  });

  it("are obeyed three times, then given up", async () => {
    github().get("/app").times(4).reply(429, {}, { "retry-after": "1" });
    const { client, waits } = fakeClient();
    await expect(client.octokit.rest.apps.getAuthenticated()).rejects.toThrow();
    expect(waits).toEqual([1000, 1000, 1000]);
    expect(client.requestCount()).toBe(4);
  });

  it("are not waited for when that would take hours", async () => {
    github().get("/app").reply(429, {}, { "retry-after": "7200" });
    const { client, waits } = fakeClient();
    await expect(client.octokit.rest.apps.getAuthenticated()).rejects.toThrow();
    expect(waits).toEqual([]);
  });

  it("are told from a missing right, which is not asked for again", async () => {
    github().get("/app").reply(403, { message: "Resource not accessible by integration" });
    const { client, requests } = fakeClient();
    await expect(client.octokit.rest.apps.getAuthenticated()).rejects.toThrow();
    expect(requests).toHaveLength(1);
  });
});

describe("failures of the server", () => {
  it("make a read try again, at most three times", async () => {
    github().get("/app").reply(502).get("/app").reply(500).get("/app").reply(200, { id: 1 });
    const { client, waits } = fakeClient();
    expect((await client.octokit.rest.apps.getAuthenticated()).data?.id).toBe(1);
    expect(waits).toEqual([1000, 2000]);
  });

  it("never make a write leave twice", async () => {
    github().post("/repos/acme/shop/issues").reply(502);
    const { client, requests } = fakeClient();
    const write = client.octokit.rest.issues.create({ owner: "acme", repo: "shop", title: "x" });
    await expect(write).rejects.toThrow();
    expect(requests).toHaveLength(1);
  });

  it("include an answer that was cut on the way", async () => {
    const json = { "content-type": "application/json" };
    github().get("/app").reply(200, '{"id": 1', json).get("/app").reply(200, { id: 1 });
    const { client } = fakeClient();
    expect((await client.octokit.rest.apps.getAuthenticated()).data?.id).toBe(1);
  });
});

const failing = (status: number) => async () => {
  throw Object.assign(new Error("no"), { status });
};

describe("createOnce", () => {
  it.each([500, 502, 409])(
    "looks for the thing after %i before it creates another",
    async (status) => {
      const { client, waits } = fakeClient();
      let looked = 0;
      const find = async () => {
        looked += 1;
        return looked === 3 ? "found" : null;
      };
      expect(await createOnce(client.sleep, find, failing(status))).toBe("found");
      expect(waits).toEqual([1000, 2000, 4000]);
    },
  );

  it("creates a second time when nothing shows up, and no third time", async () => {
    const { client } = fakeClient();
    let creations = 0;
    const create = async () => {
      creations += 1;
      return failing(502)();
    };
    await expect(createOnce(client.sleep, async () => null, create)).rejects.toThrow();
    expect(creations).toBe(2);
  });

  it("believes a refusal", async () => {
    const { client, waits } = fakeClient();
    await expect(createOnce(client.sleep, async () => "x", failing(422))).rejects.toThrow();
    expect(waits).toEqual([]);
  });
});

describe("whenVisible", () => {
  it("gives GitHub 1, 2, 4 and 8 seconds to see what was just made", async () => {
    const { client, waits } = fakeClient();
    const error = await whenVisible(client.sleep, failing(404)).catch((thrown) => thrown);
    expect(statusOf(error)).toBe(404);
    expect(waits).toEqual([1000, 2000, 4000, 8000]);
  });
});
