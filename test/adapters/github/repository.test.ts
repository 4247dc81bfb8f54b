import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRepository } from "../../../src/adapters/github/repository.ts";
import { expectAllFetched, fakeClient, github, guardNetwork, place } from "./fake-client.ts";

beforeEach(guardNetwork);
afterEach(expectAllFetched);

const R = "/repos/acme/shop";

function repository() {
  const fake = fakeClient();
  return { ...fake, repository: createRepository({ client: fake.client, ...place }) };
}

const file = (text: string) => ({ type: "file", content: Buffer.from(text).toString("base64") });

describe("configuration", () => {
  it("is read without a ref, so from the default branch", async () => {
    github().get(`${R}/contents/.github%2Ftdd-loop.yml`).reply(200, file("label: tdd\n"));
    expect(await repository().repository.readConfigText()).toBe("label: tdd\n");
  });

  it("may be absent", async () => {
    github().get(`${R}/contents/.github%2Ftdd-loop.yml`).reply(404);
    expect(await repository().repository.readConfigText()).toBeNull();
  });
});

describe("permissionOf", () => {
  const ASK = `${R}/collaborators/mona/permission`;

  it.each([
    [{ permission: "admin", role_name: "admin" }, "admin"],
    [{ permission: "write", role_name: "maintain" }, "maintain"],
    [{ permission: "write", role_name: "write" }, "write"],
    [{ permission: "read", role_name: "triage" }, "triage"],
    [{ permission: "write", role_name: "captain" }, "write"],
    [{ permission: "none", role_name: "" }, "none"],
  ])("reads %j", async (answer, expected) => {
    github().get(ASK).reply(200, answer);
    expect(await repository().repository.permissionOf("mona")).toBe(expected);
  });

  it("takes an account that is gone for one without rights, and an outage for no answer", async () => {
    github().get(ASK).reply(404).get(ASK).reply(403).get(ASK).times(4).reply(500);
    const { repository: r } = repository();
    expect(await r.permissionOf("mona")).toBe("none");
    expect(await r.permissionOf("mona")).toBe("unknown");
    expect(await r.permissionOf("mona")).toBe("unknown");
  });
});

describe("claim", () => {
  const asked = { issueNumber: 7, branch: "main", key: "comment 5" };
  const CLAIM = `${R}/git/ref/tdd-loop%2Fissue-7%2Fclaim`;
  const head = { sha: "h", commit: { tree: { sha: "t" } } };

  function begins() {
    github().get(`${R}/commits/main`).reply(200, head);
    github()
      .post(`${R}/git/commits`, (b) => b.message.endsWith("comment 5"))
      .reply(201, { sha: "c" });
    return github().post(`${R}/git/refs`, { ref: "refs/tdd-loop/issue-7/claim", sha: "c" });
  }

  function heldBy(key: string) {
    github()
      .get(CLAIM)
      .reply(200, { object: { sha: "other" } });
    const committer = { date: "2026-01-01T00:00:00Z" };
    github()
      .get(`${R}/git/commits/other`)
      .reply(200, { message: `tdd-loop: claim of an issue\n\n${key}`, committer });
  }

  it("is held by who created the ref", async () => {
    begins().reply(201, { object: { sha: "c" } });
    expect(await repository().repository.claim(asked)).toEqual({ kind: "claimed", isNew: true });
  });

  it("is refused while another holds it, and says who and since when", async () => {
    begins().reply(422, { message: "Reference already exists" });
    heldBy("comment 4");
    expect(await repository().repository.claim(asked)).toEqual({
      kind: "taken",
      key: "comment 4",
      at: Date.UTC(2026, 0, 1),
    });
  });

  it("is held already by an earlier delivery of the same trigger", async () => {
    begins().reply(422);
    heldBy("comment 5");
    expect(await repository().repository.claim(asked)).toEqual({ kind: "claimed", isNew: false });
  });

  it("is never taken for ours after a lost answer: the ref tells", async () => {
    begins().reply(502);
    github()
      .get(CLAIM)
      .reply(200, { object: { sha: "other" } });
    heldBy("comment 4");
    expect((await repository().repository.claim(asked)).kind).toBe("taken");
  });

  it("waits for a ref that GitHub says exists and does not show yet", async () => {
    begins().reply(422);
    github().get(CLAIM).reply(404);
    heldBy("comment 4");
    const { repository: r, waits } = repository();
    await r.claim(asked);
    expect(waits).toEqual([1000]);
  });

  it.each([204, 404, 422])("is given back, %i or not", async (status) => {
    github().delete(`${R}/git/refs/tdd-loop%2Fissue-7%2Fclaim`).reply(status);
    await repository().repository.release(7);
  });
});

describe("dispatch", () => {
  const asked = {
    workflow: "tdd-loop.yml",
    branch: "main",
    issueNumber: 7,
    inputs: { issue: "7" },
  };
  const POST = `${R}/actions/workflows/tdd-loop.yml/dispatches`;
  const RUNS = `${R}/actions/workflows/tdd-loop.yml/runs?per_page=50`;

  it.each([404, 403, 422])("that is refused with %i is a value", async (status) => {
    github().post(POST).reply(status, { message: "no" });
    expect(await repository().repository.dispatch(asked)).toEqual({ kind: "refused", status });
  });

  it("is not done twice when the answer was lost and a run is there", async () => {
    const run = { id: 1, status: "queued", display_title: "tdd-loop #7", html_url: "u" };
    github()
      .post(POST)
      .reply(502)
      .get(RUNS)
      .reply(200, { workflow_runs: [run] });
    expect((await repository().repository.dispatch(asked)).kind).toBe("dispatched");
  });

  it("lists the live runs of exactly this issue", async () => {
    const run = (id: number, status: string, display_title: string) => ({
      id,
      status,
      display_title,
      html_url: "u",
    });
    const workflow_runs = [
      run(1, "in_progress", "tdd-loop #7"),
      run(2, "completed", "tdd-loop #7"),
      run(3, "queued", "tdd-loop #77"),
      run(4, "queued", "tdd-loop #7 run"),
    ];
    github().get(RUNS).reply(200, { workflow_runs });
    const live = await repository().repository.liveRuns("tdd-loop.yml", 7);
    expect(live.map((one) => one.id)).toEqual([1, 4]);
  });
});

describe("compare", () => {
  const tree = (...entries: object[]) => ({ truncated: false, tree: entries });
  const blob = (path: string, sha: string, mode = "100644") => ({ path, sha, mode, type: "blob" });

  function compared() {
    const merge_base_commit = { sha: "m", commit: { tree: { sha: "tm" } } };
    github().get(`${R}/compare/release%2F1...head?per_page=1`).reply(200, { merge_base_commit });
  }

  it("finds what changed from git's own trees: bytes, modes, links, submodules", async () => {
    compared();
    const same = blob("same", "1");
    const before = tree(same, blob("edited", "1"), blob("gone", "1"), blob("mode", "1"), {
      path: "d",
      type: "tree",
      sha: "x",
    });
    const submodule = { path: "sub", sha: "9", mode: "160000", type: "commit" };
    const after = tree(same, blob("edited", "2"), blob("mode", "1", "100755"), submodule, {
      path: "d",
      type: "tree",
      sha: "y",
    });
    github().get(`${R}/git/trees/tm?recursive=1`).reply(200, before);
    github().get(`${R}/git/trees/head?recursive=1`).reply(200, after);
    expect(await repository().repository.compare("release/1", "head", null)).toEqual({
      kind: "compared",
      mergeBase: "m",
      changes: [
        { path: "edited", status: "modified", mode: "100644", blob: "2" },
        { path: "gone", status: "deleted", mode: null, blob: null },
        { path: "mode", status: "modified", mode: "100755", blob: "1" },
        { path: "sub", status: "added", mode: "160000", blob: "9" },
      ],
      holdsRed: true,
      movedToo: [],
    });
  });

  it("tells which of the branch's files its base changed meanwhile, otherwise than the branch", async () => {
    const merge_base_commit = { sha: "m", commit: { tree: { sha: "tm" } } };
    const base_commit = { sha: "b", commit: { tree: { sha: "tb" } } };
    const own = { merge_base_commit, base_commit, behind_by: 1 };
    github().get(`${R}/compare/main...head?per_page=1`).reply(200, own);
    const three = (...shas: string[]) => tree(...shas.map((sha, at) => blob(`f${at}`, sha)));
    github()
      .get(`${R}/git/trees/tm?recursive=1`)
      .reply(200, three("1", "1", "1"));
    github()
      .get(`${R}/git/trees/head?recursive=1`)
      .reply(200, three("2", "2", "1"));
    github()
      .get(`${R}/git/trees/tb?recursive=1`)
      .reply(200, three("3", "2", "3"));

    expect(await repository().repository.compare("main", "head", null)).toMatchObject({
      movedToo: ["f0"],
    });
  });

  it("does not judge from a list that GitHub cut", async () => {
    compared();
    github().get(`${R}/git/trees/tm?recursive=1`).reply(200, tree());
    github().get(`${R}/git/trees/head?recursive=1`).reply(200, { truncated: true, tree: [] });
    expect((await repository().repository.compare("release/1", "head", null)).kind).toBe(
      "cannot_compare",
    );
  });

  it.each([
    ["is among the branch's commits", ["red", "head"], 2, null, true],
    ["is not", ["head"], 1, null, false],
    ["is beyond the first page", ["c"], 101, { status: "ahead" }, true],
    ["is beside the branch", ["c"], 101, { status: "diverged" }, false],
    ["is gone", ["c"], 101, null, false],
  ])("W35: tells whether RED %s", async (_name, shas, total_commits, further, holdsRed) => {
    const merge_base_commit = { sha: "m", commit: { tree: { sha: "tm" } } };
    const commits = shas.map((sha) => ({ sha }));
    const own = { merge_base_commit, commits, total_commits };
    github().get(`${R}/compare/main...head?per_page=100`).reply(200, own);
    github().get(`${R}/git/trees/tm?recursive=1`).reply(200, tree());
    github().get(`${R}/git/trees/head?recursive=1`).reply(200, tree());
    if (total_commits > 100) {
      const asked = github().get(`${R}/compare/red...head?per_page=1`);
      asked.reply(further === null ? 404 : 200, further ?? {});
    }

    const answer = await repository().repository.compare("main", "head", "red");

    expect(answer).toMatchObject({ kind: "compared", holdsRed });
  });

  it("says why it cannot", async () => {
    github().get(`${R}/compare/main...head?per_page=1`).reply(404);
    expect(await repository().repository.compare("main", "head", null)).toMatchObject({
      kind: "cannot_compare",
      why: expect.stringContaining("404"),
    });
  });
});

describe("readRefFile", () => {
  const STATE = `${R}/git/ref/tdd-loop%2Fissue-7%2Fstate`;

  it("reads a file at the commit that the ref names", async () => {
    github()
      .get(STATE)
      .reply(200, { object: { sha: "s" } });
    github().get(`${R}/contents/lock.json?ref=s`).reply(200, file("{}"));
    expect(
      await repository().repository.readRefFile("refs/tdd-loop/issue-7/state", "lock.json"),
    ).toBe("{}");
  });

  it("tells absent from unreachable", async () => {
    github().get(STATE).reply(404);
    const { repository: r } = repository();
    expect(await r.readRefFile("refs/tdd-loop/issue-7/state", "lock.json")).toBeNull();
    github().get(STATE).reply(403);
    await expect(r.readRefFile("refs/tdd-loop/issue-7/state", "lock.json")).rejects.toThrow();
  });
});
