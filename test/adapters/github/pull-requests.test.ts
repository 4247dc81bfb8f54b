import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPullRequests } from "../../../src/adapters/github/pull-requests.ts";
import { expectAllFetched, fakeClient, github, guardNetwork, place } from "./fake-client.ts";

beforeEach(guardNetwork);
afterEach(expectAllFetched);

const MARK = "<!-- tdd-loop:pr -->";
const asked = { head: "tdd/7-x", base: "main", title: "Slugs", body: "Proof", marker: MARK };
const LIST = "/repos/acme/shop/pulls?head=acme%3Atdd%2F7-x&state=open";
const NEW = "/repos/acme/shop/pulls";
const ONE = "/repos/acme/shop/pulls/3";

const stored = {
  number: 3,
  html_url: "http://pr/3",
  node_id: "PR_3",
  draft: true,
  title: "Slugs",
  body: `${MARK}\nProof`,
  head: { ref: "tdd/7-x", repo: { full_name: "acme/shop" } },
  base: { ref: "main", repo: { full_name: "acme/shop" } },
};

function pullRequests() {
  const fake = fakeClient();
  const options = { client: fake.client, ...place, ours: ["tdd-loop[bot]"] };
  return { ...fake, pulls: createPullRequests(options) };
}

describe("the pull request of a branch", () => {
  it("is opened as a draft", async () => {
    github()
      .get(LIST)
      .reply(200, [])
      .post(NEW, (b) => b.draft === true)
      .reply(201, stored);
    expect(await pullRequests().pulls.upsert(asked)).toEqual({ number: 3, url: "http://pr/3" });
  });

  it("is left alone when it says the same already", async () => {
    github()
      .get(LIST)
      .reply(200, [{ ...stored, body: stored.body.replace("\n", "\r\n") }]);
    expect((await pullRequests().pulls.upsert(asked)).number).toBe(3);
  });

  it("is brought up to date, its base as well", async () => {
    const old = { ...stored, body: "old", base: { ...stored.base, ref: "dev" } };
    github().get(LIST).reply(200, [old]);
    github()
      .patch(ONE, (b) => b.base === "main" && b.body.includes("Proof"))
      .reply(200, stored);
    await pullRequests().pulls.upsert(asked);
  });

  it("is no draft where drafts are not to be had", async () => {
    const message = "Draft pull requests are not supported in this repository.";
    github()
      .get(LIST)
      .reply(200, [])
      .post(NEW, (b) => b.draft === true)
      .reply(422, { message });
    github().get(LIST).reply(200, []);
    github()
      .post(NEW, (b) => b.draft === false)
      .reply(201, { ...stored, draft: false });
    const { pulls, requests } = pullRequests();
    await pulls.upsert(asked);
    await pulls.markReady(3);
    expect(requests).toHaveLength(4);
  });

  it("is found after all when GitHub's list lagged behind", async () => {
    const message = "A pull request already exists for acme:tdd/7-x.";
    github()
      .get(LIST)
      .reply(200, [])
      .post(NEW)
      .reply(422, { message })
      .get(LIST)
      .reply(200, [stored]);
    expect((await pullRequests().pulls.upsert(asked)).number).toBe(3);
  });

  it("is opened once although GitHub opened it and said 500", async () => {
    github().get(LIST).reply(200, []).post(NEW).reply(500);
    github().get(LIST).reply(200, []).get(LIST).reply(200, [stored]);
    expect((await pullRequests().pulls.upsert(asked)).number).toBe(3);
  });

  it("is not opened when GitHub refuses for another reason", async () => {
    const message = "No commits between main and tdd/7-x";
    github().get(LIST).twice().reply(200, []).post(NEW).reply(422, { message });
    await expect(pullRequests().pulls.upsert(asked)).rejects.toThrow("No commits");
  });

  it("is never a fork's of the same branch name", async () => {
    const fork = {
      ...stored,
      number: 9,
      head: { ref: "tdd/7-x", repo: { full_name: "zed/shop" } },
    };
    github().get(LIST).reply(200, [fork]).post(NEW).reply(201, stored);
    expect((await pullRequests().pulls.upsert(asked)).number).toBe(3);
  });
});

describe("markReady", () => {
  it("asks once, by the id already known", async () => {
    github().get(LIST).reply(200, [stored]);
    github()
      .post("/graphql", (b) => b.variables.id === "PR_3")
      .reply(200, { data: {} });
    const { pulls } = pullRequests();
    await pulls.upsert(asked);
    await pulls.markReady(3);
    await pulls.markReady(3);
  });

  it("does not mind that somebody was faster", async () => {
    github().get(ONE).reply(200, stored);
    github()
      .post("/graphql")
      .reply(200, { errors: [{ message: "not a draft" }] });
    github()
      .get(ONE)
      .reply(200, { ...stored, draft: false });
    await pullRequests().pulls.markReady(3);
  });

  it("says what to do when GitHub refuses", async () => {
    github().get(ONE).twice().reply(200, stored);
    github()
      .post("/graphql")
      .reply(200, { errors: [{ message: "no" }] });
    await expect(pullRequests().pulls.markReady(3)).rejects.toThrow('Press "Ready for review"');
  });
});

const REVIEWS = "/repos/acme/shop/pulls/3/reviews?per_page=100";
const REVIEW = "/repos/acme/shop/pulls/3/reviews";
const diff = [
  "diff --git a/src/a.js b/src/a.js",
  "--- a/src/a.js",
  "+++ b/src/a.js",
  "@@ -1,2 +1,3 @@",
  " one",
  "+two",
  " three",
].join("\n");
const review = {
  number: 3,
  sha: "abc",
  marker: "<!-- tdd-loop:review-1 -->",
  body: "Two findings",
  comments: [
    { path: "src/a.js", line: 2, body: "inside" },
    { path: "src/a.js", line: 40, body: "outside" },
  ],
  diff,
};

describe("a review", () => {
  it("is posted once, as a comment, with what lies in the diff inline and the rest in its body", async () => {
    github().get(REVIEWS).reply(200, []);
    github()
      .post(REVIEW, (b) => {
        expect(b).toMatchObject({ event: "COMMENT", commit_id: "abc" });
        expect(b.comments).toEqual([{ path: "src/a.js", line: 2, side: "RIGHT", body: "inside" }]);
        expect(b.body).toMatch(/^<!-- tdd-loop:review-1 -->.*src\/a.js:40.*outside/s);
        return true;
      })
      .reply(200, { id: 1 });
    await pullRequests().pulls.review(review);
  });

  it("is not posted again, and not taken for posted because a stranger copied its mark", async () => {
    const body = review.marker;
    github()
      .get(REVIEWS)
      .reply(200, [{ id: 1, user: { login: "tdd-loop[bot]" }, body }]);
    await pullRequests().pulls.review(review);

    github()
      .get(REVIEWS)
      .reply(200, [{ id: 1, user: { login: "zed" }, body }]);
    github().post(REVIEW).reply(200, { id: 2 });
    await pullRequests().pulls.review(review);
  });

  it("says everything in its body when GitHub refuses an anchor all the same", async () => {
    github().get(REVIEWS).reply(200, []);
    github()
      .post(REVIEW, (b) => b.comments.length === 1)
      .reply(422, { message: "line must be part of the diff" });
    github()
      .post(REVIEW, (b) => b.comments.length === 0 && b.body.includes("inside"))
      .reply(200, { id: 1 });
    await pullRequests().pulls.review(review);
  });

  it("is there once although GitHub stored it and said 502", async () => {
    github().get(REVIEWS).reply(200, []).post(REVIEW).reply(502);
    github()
      .get(REVIEWS)
      .reply(200, [{ id: 1, user: { login: "tdd-loop[bot]" }, body: review.marker }]);
    await pullRequests().pulls.review(review);
  });
});
