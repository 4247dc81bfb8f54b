import { describe, expect, it } from "vitest";
import { serveGit } from "./git-server.ts";
import { git, never, opened, repository, workspace, write } from "./local-repository.ts";

const prefix = "refs/tdd-loop/issue-7/tasks/run-1/";
const ref = `${prefix}4-take_turn`;

describe("a record on a ref", () => {
  it("is put by one of two at the same time, and the other one is told so", async () => {
    const repo = repository();
    const [here, there] = [workspace(repo), workspace(repo)];
    const posted = await Promise.all([
      here.readRecords(prefix, never).then(() => here.putRecord(record("mine", null), never)),
      there.readRecords(prefix, never).then(() => there.putRecord(record("yours", null), never)),
    ]);
    const [winner] = posted.filter((version) => version !== null);
    const seen = (await there.readRecords(prefix, never)).get("4-take_turn");

    expect(posted.filter((version) => version === null)).toHaveLength(1);
    expect(seen).toEqual({ sha: winner, text: posted[0] === null ? "yours" : "mine" });
  });

  it("is put only in place of the version that was read, and never in place of none", async () => {
    const repo = repository();
    const [here, there] = [workspace(repo), workspace(repo)];
    await here.readRecords(prefix, never);
    const first = await here.putRecord(record("dispatched", null), never);
    await there.readRecords(prefix, never);
    const second = await there.putRecord(record("taken", first), never);
    const late = await here.putRecord(record("lost", first), never);
    await there.dropRecords([ref], never);
    const gone = await there.putRecord(record("done", second), never);

    expect(second).not.toBeNull();
    expect(late).toBeNull();
    expect(gone).toBeNull();
    expect(await here.readRecords(prefix, never)).toEqual(new Map());
  });

  it("brings a tree along to a runner that has nothing of it", async () => {
    const server = await serveGit(repository(), "right");
    const remote = { kind: "url", url: server.url, token: "right" } as const;
    const here = workspace("", { remote });
    const base = await opened(here);
    const site = await here.beginTurn(base.baseTree, never);
    write(site.dir, { "new.txt": "from another machine\n" });
    const { tree } = await site.snapshot();
    await here.putRecord({ ...record("done", null), keep: [tree] }, never);
    const there = workspace("", { remote });
    await there.readRecords(prefix, never);

    expect(await there.readFile(tree, "new.txt")).toBe("from another machine\n");
  });

  it("is read by its name alone, and is none where there is no such ref", async () => {
    const here = workspace(repository());
    const sha = await here.putRecord(record("claim", null), never);

    expect(await here.readRecord(ref, never)).toEqual({ sha, text: "claim" });
    expect(await here.readRecord(`${prefix}9-take_turn`, never)).toBeNull();
  });

  it("is dropped twice without harm", async () => {
    const here = workspace(repository());
    await here.readRecords(prefix, never);
    await here.putRecord(record("done", null), never);
    await here.dropRecords([ref], never);
    await here.dropRecords([ref, `${prefix}5-take_turn`], never);

    expect((await here.readRecords(prefix, never)).size).toBe(0);
  });
});

describe("the state of a run", () => {
  it("is not put over a newer one by a job that knows an older one only", async () => {
    const repo = repository();
    const [here, there] = [workspace(repo), workspace(repo)];
    await here.pushState({ "journal.ndjson": "1\n" }, 7, never);
    const seen = await there.fetchState(7, never);
    await here.pushState({ "journal.ndjson": "1\n2\n" }, 7, never);
    const over = seen.kind === "found" ? seen.sha : null;
    const pushed = await there.pushState({ "journal.ndjson": "1\nX\n" }, 7, never, { over });
    const now = await here.fetchState(7, never);

    expect(pushed).toMatchObject({ kind: "refused", why: expect.stringContaining("Another job") });
    expect(now).toMatchObject({ files: { "journal.ndjson": "1\n2\n" } });
  });
});

describe("the state of a run that another job saved in between", () => {
  it("is built upon when any version will do, and left when one certain version was asked for", async () => {
    const repo = repository();
    const [here, there] = [workspace(repo), workspace(repo)];
    const first = await here.pushState({ "journal.ndjson": "1\n" }, 7, never);
    await there.pushState({ "journal.ndjson": "1\n2\n" }, 7, never);
    const over = first.kind === "pushed" ? first.sha : null;
    const late = await here.pushState({ "journal.ndjson": "1\nX\n" }, 7, never, { over });
    const kept = await there.fetchState(7, never);
    const any = await here.pushState({ "journal.ndjson": "1\n2\n3\n" }, 7, never);
    const now = await there.fetchState(7, never);

    expect(late).toMatchObject({ kind: "refused", why: expect.stringContaining("Another job") });
    expect(kept).toMatchObject({ files: { "journal.ndjson": "1\n2\n" } });
    expect(any.kind).toBe("pushed");
    expect(now).toMatchObject({ files: { "journal.ndjson": "1\n2\n3\n" } });
    expect(git(repo, "rev-list", "--count", "refs/tdd-loop/issue-7/state").trim()).toBe("3");
  });
});

function record(text: string, over: string | null) {
  return { ref, text, over, keep: [] };
}
