import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createConversation } from "../../../src/adapters/github/conversation.ts";
import { expectAllFetched, fakeClient, github, guardNetwork, issue } from "./fake-client.ts";

beforeEach(guardNetwork);
afterEach(expectAllFetched);

const MARK = "<!-- tdd-loop:issue-7 -->";
const COMMENTS = "/repos/acme/shop/issues/7/comments?per_page=100";
const NEW = "/repos/acme/shop/issues/7/comments";
const ONE = "/repos/acme/shop/issues/comments/1";
const LABELS = "/repos/acme/shop/issues/7/labels";
const ours = { login: "tdd-loop[bot]" };

function conversation() {
  const fake = fakeClient();
  return { ...fake, conversation: createConversation({ client: fake.client, ours: [ours.login] }) };
}

describe("the sticky comment", () => {
  it("is made once and then edited, one request each time", async () => {
    github().get(COMMENTS).reply(200, []).post(NEW).reply(201, { id: 1 });
    github()
      .patch(ONE, { body: `${MARK}\ntwo` })
      .reply(200, { id: 1 });
    const { conversation: c, requests } = conversation();
    await c.upsertComment(issue, MARK, "one");
    await c.upsertComment(issue, MARK, "two");
    await c.upsertComment(issue, MARK, "two");
    expect(requests).toHaveLength(3);
  });

  it("J10, W43: is found by its mark in a comment of ours, never in a stranger's", async () => {
    const stranger = { id: 9, user: { login: "zed" }, body: MARK };
    github()
      .get(COMMENTS)
      .reply(200, [stranger, { id: 1, user: ours, body: `${MARK}\nold` }]);
    github().patch(ONE).reply(200, { id: 1 });
    await conversation().conversation.upsertComment(issue, MARK, "new");
  });

  it("is not written when it says the same already", async () => {
    github()
      .get(COMMENTS)
      .reply(200, [{ id: 1, user: ours, body: `${MARK}\nsame` }]);
    await conversation().conversation.upsertComment(issue, MARK, "same");
  });

  it("is made anew when somebody deleted it", async () => {
    github()
      .get(COMMENTS)
      .reply(200, [{ id: 1, user: ours, body: MARK }]);
    github().patch(ONE).reply(404).post(NEW).reply(201, { id: 2 });
    await conversation().conversation.upsertComment(issue, MARK, "new");
  });

  it("is edited as soon as GitHub sees what we just made", async () => {
    github().get(COMMENTS).reply(200, []).post(NEW).reply(201, { id: 1 });
    github().patch(ONE).reply(404).patch(ONE).reply(200, { id: 1 });
    const { conversation: c, waits } = conversation();
    await c.upsertComment(issue, MARK, "one");
    await c.upsertComment(issue, MARK, "two");
    expect(waits).toEqual([1000]);
  });

  it("is there once although GitHub stored it and said 502", async () => {
    github().get(COMMENTS).reply(200, []).post(NEW).reply(502);
    github()
      .get(COMMENTS)
      .reply(200, [])
      .get(COMMENTS)
      .reply(200, [{ id: 1, user: ours, body: MARK }]);
    await conversation().conversation.upsertComment(issue, MARK, "one");
  });

  it("is there once although two updates come at the same time", async () => {
    github().get(COMMENTS).reply(200, []).post(NEW).reply(201, { id: 1 });
    github().patch(ONE).reply(200, { id: 1 });
    const { conversation: c } = conversation();
    await Promise.all([c.upsertComment(issue, MARK, "a"), c.upsertComment(issue, MARK, "b")]);
  });

  it("fits GitHub's limit", async () => {
    let sent = "";
    github().get(COMMENTS).reply(200, []);
    github()
      .post(NEW, (body) => {
        sent = body.body;
        return true;
      })
      .reply(201, { id: 1 });
    await conversation().conversation.upsertComment(issue, MARK, "👍".repeat(40_000));
    expect(sent.length).toBeLessThanOrEqual(64_000);
    expect(sent.startsWith(MARK)).toBe(true);
  });
});

describe("labels", () => {
  it("are put on in one request, and taken off only where they are", async () => {
    github()
      .post(LABELS, { labels: ["tdd:running"] })
      .reply(200, [{ name: "tdd" }, { name: "tdd:running", color: "1d76db" }]);
    github().delete(`${LABELS}/tdd`).reply(200, []);
    await conversation().conversation.setLabels(issue, ["tdd:running"], ["tdd", "tdd:done"]);
  });

  it("get their colour when GitHub has just made them in grey, and keep a person's colour", async () => {
    github()
      .post(LABELS)
      .reply(200, [{ name: "tdd:done", color: "ededed", description: null }]);
    github()
      .patch("/repos/acme/shop/labels/tdd%3Adone", (b) => b.color === "0e8a16")
      .reply(200, {});
    github()
      .post(LABELS)
      .reply(200, [{ name: "tdd:done", color: "ededed", description: "our own" }]);
    const { conversation: c, requests } = conversation();
    await c.setLabels(issue, ["tdd:done"], []);
    await c.setLabels(issue, ["tdd:done"], []);
    expect(requests).toHaveLength(3);
  });

  it("stay grey where the token may not change labels", async () => {
    github()
      .post(LABELS)
      .reply(200, [{ name: "tdd:done", color: "ededed", description: null }]);
    github().patch("/repos/acme/shop/labels/tdd%3Adone").reply(403);
    await conversation().conversation.setLabels(issue, ["tdd:done"], []);
  });

  it("may be taken off by somebody else meanwhile", async () => {
    github()
      .post(LABELS)
      .reply(200, [{ name: "a" }, { name: "b" }])
      .delete(`${LABELS}/b`)
      .reply(404);
    await conversation().conversation.setLabels(issue, ["a"], ["b"]);
  });
});

describe("what is known already", () => {
  it("saves looking for a comment where the issue had none", async () => {
    github().post(`/repos/acme/shop/issues/7/comments`).reply(201, { id: 9 });
    const { conversation: c, requests } = conversation();
    c.expectNone(issue);
    await c.upsertComment(issue, "<!-- m -->", "one");
    expect(c.commentId(issue, "<!-- m -->")).toBe(9);
    expect(requests).toHaveLength(1);
  });

  it("saves looking for a comment whose number is known, and makes a new one when it is gone", async () => {
    github().patch("/repos/acme/shop/issues/comments/9").reply(404);
    github().post(`/repos/acme/shop/issues/7/comments`).reply(201, { id: 10 });
    const { conversation: c, requests } = conversation();
    c.expect(issue, "<!-- m -->", 9);
    await c.upsertComment(issue, "<!-- m -->", "one");
    expect(requests).toHaveLength(2);
  });
});
