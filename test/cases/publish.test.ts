import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Command } from "../../src/domain/command.ts";
import { demoIssue } from "../../src/entry/demo/demo-repository.ts";
import type { GitHub } from "../../src/ports.ts";
import { createPerform } from "../../src/run/perform.ts";
import type { Performing } from "../../src/run/performing.ts";
import { labeled, runningApp } from "../entry/app/running-app.ts";
import { viewIssue } from "../support/issue-view.ts";
import type { LoopWorld } from "../support/loop-world.ts";
import { place, repo, startLoopWorld } from "../support/loop-world.ts";
import { finished, passed } from "../support/make.ts";
import { play } from "../support/play.ts";
import { shortRecording } from "../support/short-recording.ts";

describe("cases of a run on GitHub", () => {
  let world: LoopWorld;
  beforeAll(async () => {
    world = await startLoopWorld();
    world.play(shortRecording());
  });
  afterAll(() => world.close());

  it("W38, W42: a branch that may not be pushed is tried once, and one comment says so, however much the issue holds", async () => {
    const notes = "All work and no play. ".repeat(2_900);
    const issue = await world.openIssue({ body: `${demoIssue.body}\n\n### Notes\n\n${notes}` });
    for (const nth of [1, 2, 3]) world.comment(issue, `${nth} ${"so ".repeat(20_000)}`);
    const branch = `tdd/${issue}-turn-a-title-into-a-slug`;
    world.forge.admin.protectBranch(repo, branch, { requiredChecks: [], enforceAdmins: true });
    await world.label(issue);
    await world.settle();
    const shown = await viewIssue(world, issue);
    const ours = shown.comments.filter((body) => !/^[123] so/.test(body));
    const journal = await journalOf(world, issue);

    const log = world.forge.jobs()[0]?.log ?? "";
    expect(shown, log).toMatchObject({ labels: ["tdd:blocked"], pulls: [], branches: [] });
    expect(ours).toHaveLength(1);
    expect(ours[0]).toContain("branch rule");
    expect(ours[0]?.length).toBeLessThan(65_536);
    expect(journal.match(/"kind":"broken"/g)).toHaveLength(1);
    expect(shown.isClaimed).toBe(false);
  });
});

async function journalOf({ octokit }: LoopWorld, issue: number): Promise<string> {
  const ref = `tdd-loop/issue-${issue}/state`;
  const { data: found } = await octokit.rest.git.getRef({ ...place, ref });
  const at = { ...place, path: "journal.ndjson", ref: found.object.sha };
  const { data } = await octokit.rest.repos.getContent(at);
  if (Array.isArray(data) || !("content" in data)) throw new Error("no journal");
  return Buffer.from(data.content, "base64").toString("utf8");
}

describe("cases of the App", () => {
  let app: Awaited<ReturnType<typeof runningApp>>;
  beforeEach(async () => {
    app = await runningApp();
  });
  afterEach(() => app.close());

  it.each([401, 403, 404])(
    "W39: a token that is refused with %i stops the work, and the same event goes on afterwards",
    async (status) => {
      app.state.broken["POST /app/installations/"] = status;
      await app.send("issues", labeled("mona"), { id: "one" });
      const asked = app.state.requests.filter((name) => name.includes("/access_tokens"));
      const stopped = app.state.dispatches.length;
      app.state.broken = {};
      await app.send("issues", labeled("mona"), { id: "one" });

      expect(asked).toHaveLength(1);
      expect(stopped).toBe(0);
      expect(app.state.dispatches).toHaveLength(1);
      expect(app.lines.filter((line) => line.includes('"level":"error"'))).toHaveLength(1);
    },
  );

  it("W39: a token that was revoked is not used again", async () => {
    await app.send("issues", labeled("mona"));
    app.state.broken["/repos/acme/shop"] = 401;
    await app.send("issues", labeled("maya", "tdd", { number: 8 }), { id: "two" });
    app.state.broken = {};
    app.state.requests.length = 0;
    await app.send("issues", labeled("maya", "tdd", { number: 8 }), { id: "two" });

    expect(app.state.requests.some((name) => name.includes("/access_tokens"))).toBe(true);
    expect(app.state.dispatches).toHaveLength(2);
  });

  it("W42: an issue of 65,000 characters below 500 long comments makes one run and one comment", async () => {
    const user = { login: "mona" };
    app.state.comments = Array.from({ length: 500 }, (_, nth) => ({
      ...{ id: 1_000 + nth, user, body: `/tdd ${"so ".repeat(20_000)}` },
    }));

    const body = `- [ ] x\n${"All work and no play. ".repeat(2_900)}`;
    await app.send("issues", labeled("mona", "tdd", { body, comments: 500 }));

    const ours = app.state.comments.filter((comment) => comment.user.login === "tdd-loop[bot]");
    expect(app.state.dispatches).toHaveLength(1);
    expect(JSON.stringify(app.state.dispatches).length).toBeLessThan(2_000);
    expect(ours).toHaveLength(1);
    expect(ours[0]?.body.length).toBeLessThan(5_000);
  });
});

describe("a run that ended BLOCKED", () => {
  it("D12: opens no pull request for tests that contradict each other, and asks the person", async () => {
    const never = finished([passed("old")], { exitCode: 1 });
    const { state, events, commands } = play((command) =>
      command.kind === "run_tests" && command.purpose === "green"
        ? {
            ...{ kind: "tests_ran", command: command.id, purpose: "green", tree: command.tree },
            ...{ run: never, sandbox: "none" },
          }
        : null,
    );
    const told: string[] = [];
    const github: GitHub = {
      conversation: {
        upsertComment: async (_issue, _marker, body) => void told.push(body),
        setLabels: async (_issue, add) => void told.push(...add),
      },
      checks: { setCheck: async () => undefined },
      pullRequests: {
        upsert: async () => {
          throw new Error("a pull request was opened");
        },
        review: async () => undefined,
        markReady: async () => undefined,
      },
      appOwnsFileGate: true,
    };
    const perform = createPerform({
      ports: { github, journal: { share: async () => undefined } },
      links: { repository: null, job: null, report: null },
      signal: new AbortController().signal,
    } as never as Performing);
    const last = commands.findLast((command) => command.kind === "publish");
    const folded = { state, events: events.map((event) => ({ at: 0, event })) };

    const result = await perform({ ...last, sha: "a".repeat(40) } as Command, folded);

    expect(result).toMatchObject({ kind: "published", pullRequest: null });
    expect(told).toEqual([expect.stringContaining("Is a criterion wrong"), "tdd:blocked"]);
  });
});
