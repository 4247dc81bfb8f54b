import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChecks } from "../../../src/adapters/github/checks.ts";
import { expectAllFetched, fakeClient, github, guardNetwork, place } from "./fake-client.ts";

beforeEach(guardNetwork);
afterEach(expectAllFetched);

const check = {
  name: "tdd/red",
  sha: "abc",
  conclusion: "success" as const,
  title: "RED",
  summary: "3 tests failed for the right reason",
  text: "",
};
const LIST = "/repos/acme/shop/commits/abc/check-runs?check_name=tdd%2Fred&filter=all&per_page=100";
const RUNS = "/repos/acme/shop/check-runs";

function checks() {
  const fake = fakeClient();
  return { ...fake, checks: createChecks({ client: fake.client, ...place, detailsUrl: null }) };
}

describe("a check run", () => {
  it("is made on its commit, then updated, whoever made it", async () => {
    github().get(LIST).reply(200, { check_runs: [] });
    github()
      .post(
        RUNS,
        (b) =>
          b.head_sha === "abc" &&
          b.external_id === "tdd-loop:tdd/red" &&
          b.status === "in_progress",
      )
      .reply(201, { id: 5 });
    github()
      .patch(`${RUNS}/5`, (b) => b.status === "completed" && b.conclusion === "success")
      .reply(200, { id: 5 });
    const { checks: c, requests } = checks();
    await c.setCheck({ ...check, conclusion: null });
    await c.setCheck(check);
    expect(requests).toHaveLength(3);
  });

  it("is found again by another process", async () => {
    const mine = { id: 5, external_id: "tdd-loop:tdd/red", head_sha: "abc" };
    github()
      .get(LIST)
      .reply(200, { check_runs: [{ ...mine, id: 3, external_id: "" }, mine] });
    github().patch(`${RUNS}/5`).reply(200, { id: 5 });
    await checks().checks.setCheck(check);
  });

  it("is made beside one of the same mark that another app owns", async () => {
    const theirs = { id: 5, external_id: "tdd-loop:tdd/red", head_sha: "abc" };
    github()
      .get(LIST)
      .reply(200, { check_runs: [theirs] });
    github().patch(`${RUNS}/5`).reply(403, { message: "Invalid app_id" });
    github().post(RUNS).reply(201, { id: 6 });
    await checks().checks.setCheck(check);
  });

  it("waits until GitHub has the commit that was just pushed", async () => {
    github().get(LIST).reply(200, { check_runs: [] });
    github().post(RUNS).reply(404).post(RUNS).reply(201, { id: 5 });
    const { checks: c, waits } = checks();
    await c.setCheck(check);
    expect(waits).toEqual([1000]);
  });

  it("keeps its texts within GitHub's limits", async () => {
    github().get(LIST).reply(200, { check_runs: [] });
    github()
      .post(
        RUNS,
        ({ output }) =>
          output.title.length <= 255 &&
          output.text.length <= 64_000 &&
          output.summary.length <= 64_000,
      )
      .reply(201, { id: 5 });
    const long = "x".repeat(70_000);
    await checks().checks.setCheck({ ...check, title: long, summary: long, text: long });
  });
});
