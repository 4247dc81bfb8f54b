import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { issueDigest } from "../../../src/entry/issue-digest.ts";
import { commented, issue, labeled, person, runningApp } from "./running-app.ts";

let app: Awaited<ReturnType<typeof runningApp>>;
beforeEach(async () => {
  app = await runningApp();
});
afterEach(() => app.close());

const CLAIM = "refs/tdd-loop/issue-7/claim";

describe("a label put on by somebody who may", () => {
  it("claims the issue, shows it, and starts the workflow on the default branch", async () => {
    app.state.labels = ["tdd", "bug"];

    expect(await app.send("issues", labeled("mona"))).toBe(200);

    expect(app.state.refs.has(CLAIM)).toBe(true);
    expect(app.state.reactions).toEqual(["7/reactions eyes"]);
    expect(app.state.comments).toHaveLength(1);
    expect(app.state.comments[0]?.body).toMatch(/^<!-- tdd-loop:issue-7 -->\n.*queued/);
    expect(app.state.labels.sort()).toEqual(["bug", "tdd:running"]);
    expect(app.state.dispatches).toMatchObject([
      { ref: "main", inputs: { issue: "7", command: "run", actor: "mona", claim: "app" } },
    ]);
    expect(JSON.parse(app.state.dispatches[0]?.inputs["args"] ?? "")).toMatchObject({
      issueSha256: issueDigest(issue),
      actorId: 1,
      bot: "tdd-loop[bot]",
    });
  });

  it("costs few requests", async () => {
    await app.send("issues", labeled("mona"));
    expect(app.state.requests.length).toBeLessThanOrEqual(14);
  });

  it("W14, W15: starts one run for one event, however often and under whatever id it comes", async () => {
    const event = labeled("mona");
    await app.send("issues", event, { id: "one" });
    await app.send("issues", event, { id: "one" });
    await app.send("issues", event, { id: "two" });
    expect(app.state.dispatches).toHaveLength(1);
    expect(app.state.comments).toHaveLength(1);
  });

  it("does the work again when the first delivery failed half-way", async () => {
    app.state.broken["/dispatches"] = 418;
    app.state.broken["DELETE"] = 418;
    await app.send("issues", labeled("mona"), { id: "one" });
    expect(app.state.refs.has(CLAIM)).toBe(true);

    app.state.broken = {};
    await app.send("issues", labeled("mona"), { id: "one" });
    expect(app.state.dispatches).toHaveLength(1);
    expect(app.state.comments).toHaveLength(1);
  });

  it.each([
    [404, "there is no workflow"],
    [403, "Actions: write"],
    [422, "bring it up to date"],
  ])(
    "says what to do when the workflow cannot be started (%i), and frees the issue",
    async (status, words) => {
      app.state.broken["/dispatches"] = status;
      await app.send("issues", labeled("mona"));
      expect(app.state.refs.has(CLAIM)).toBe(false);
      expect(app.state.labels).toEqual(["tdd:blocked"]);
      expect(app.state.comments).toHaveLength(1);
      expect(app.state.comments[0]?.body.toLowerCase()).toContain(words.toLowerCase());
    },
  );

  it("W47: follows the configuration of the default branch", async () => {
    app.state.config = "label: bot-please\npermission: maintain\n";
    await app.send("issues", labeled("maya", "tdd"));
    await app.send("issues", labeled("mona", "bot-please"));
    expect(app.state.dispatches).toHaveLength(0);
    await app.send("issues", labeled("maya", "bot-please"));
    expect(app.state.dispatches).toHaveLength(1);
  });

  it("says so when the configuration is not valid", async () => {
    app.state.config = "lable: tdd\n";
    await app.send("issues", labeled("mona"));
    expect(app.state.dispatches).toHaveLength(0);
    expect(app.state.comments[0]?.body).toContain('Did you mean "label"');
  });
});

describe("somebody who may not", () => {
  it.each(["trish", "zed", "nobody"])("%s gets one reaction and not a word", async (login) => {
    await app.send("issues", labeled(login));
    await app.send("issue_comment", commented(login, "/tdd run"));
    expect(app.state.dispatches).toHaveLength(0);
    expect(app.state.comments).toHaveLength(0);
    expect(app.state.reactions).toHaveLength(2);
    expect(app.state.reactions.every((reaction) => reaction.endsWith("confused"))).toBe(true);
  });

  it("W40: costs nothing more after a flood of refusals, and disturbs nobody else", async () => {
    for (let i = 0; i < 8; i += 1) await app.send("issue_comment", commented("zed", "/tdd run"));
    expect(app.state.reactions).toHaveLength(5);
    await app.send("issue_comment", commented("mona", "/tdd run"));
    expect(app.state.dispatches).toHaveLength(1);
  });

  it("starts nothing while GitHub cannot tell the role", async () => {
    app.state.broken["/permission"] = 403;
    await app.send("issues", labeled("mona"));
    expect(app.state.dispatches).toHaveLength(0);
  });

  it("W10: ignores bots, itself first of all", async () => {
    for (const login of ["tdd-loop[bot]", "renovate[bot]"]) {
      const sender = { login, id: 50, type: "Bot" };
      const event = commented("mona", "/tdd run");
      await app.send("issue_comment", {
        ...event,
        sender,
        comment: { ...event.comment, user: sender },
      });
    }
    expect(app.state.comments).toHaveLength(0);
    expect(app.state.reactions).toHaveLength(0);
    expect(app.state.dispatches).toHaveLength(0);
  });

  it("obeys a bot that the configuration lists by its app's id", async () => {
    app.state.config = "allowedBots: [42]\n";
    await app.send("issues", {
      ...labeled("mona"),
      sender: { login: "listed[bot]", id: 50, type: "Bot" },
    });
    expect(app.state.dispatches).toHaveLength(1);
  });

  it("takes no order from a comment sent in another's name", async () => {
    await app.send("issue_comment", { ...commented("zed", "/tdd run"), sender: person("mona") });
    expect(app.state.requests.filter((r) => r.includes("/repos/"))).toEqual([]);
  });
});

describe("commands", () => {
  it("runs with the options given", async () => {
    await app.send(
      "issue_comment",
      commented("mona", "Please:\n/tdd run --profile pair --base dev"),
    );
    expect(JSON.parse(app.state.dispatches[0]?.inputs["args"] ?? "")).toMatchObject({
      profile: "pair",
      base: "dev",
    });
  });

  it("refuses a second run while one is going on, and points at it", async () => {
    await app.send("issue_comment", commented("mona", "/tdd run"));
    await app.send("issue_comment", commented("maya", "/tdd run"));
    expect(app.state.dispatches).toHaveLength(1);
    expect(app.state.comments.at(-1)?.body).toContain("http://run/1");
  });

  it("takes over a claim that no run stands behind any more", async () => {
    await app.send("issue_comment", commented("mona", "/tdd run"));
    for (const run of app.state.runs) run.status = "completed";
    await app.send("issue_comment", commented("mona", "/tdd run"));
    expect(app.state.dispatches).toHaveLength(2);
  });

  it("stops: cancels the runs of this issue alone and frees it", async () => {
    await app.send("issue_comment", commented("mona", "/tdd run"));
    app.state.runs.push({
      id: 70,
      status: "in_progress",
      display_title: "tdd-loop #77",
      html_url: "x",
    });
    await app.send("issue_comment", commented("mona", "/tdd stop"));
    expect(app.state.cancelled).toEqual([1]);
    expect(app.state.refs.has(CLAIM)).toBe(false);
    expect(app.state.labels).toEqual(["tdd:blocked"]);
  });

  it.each(["approve", "approve-tests", "plan", "resume", "retry"])(
    "%s starts the workflow with that command",
    async (word) => {
      await app.send("issue_comment", commented("mona", `/tdd ${word}`));
      expect(app.state.dispatches[0]?.inputs["command"]).toBe(word);
      expect(app.state.comments).toHaveLength(word === "plan" ? 1 : 0);
    },
  );

  it("allow starts the workflow with the paths", async () => {
    await app.send("issue_comment", commented("mona", "/tdd allow src/a.ts docs/b.md"));
    expect(app.state.dispatches[0]?.inputs["command"]).toBe("allow");
    expect(JSON.parse(app.state.dispatches[0]?.inputs["args"] ?? "")).toMatchObject({
      paths: ["src/a.ts", "docs/b.md"],
    });
  });

  it.each([
    ["/tdd status", "No run is going on"],
    ["/tdd help", "| `/tdd run"],
    ["/tdd allow .github/workflows/ci.yml", "opens no file that decides how"],
    ["/tdd rnu", "Did you mean `/tdd run`"],
    ["/tdd run --profile yolo", "strict, steps, slices, pair"],
  ])("%s is answered once", async (body, words) => {
    const event = commented("mona", body);
    await app.send("issue_comment", event, { id: "one" });
    await app.send("issue_comment", event, { id: "one" });
    expect(app.state.comments).toHaveLength(1);
    expect(app.state.comments[0]?.body).toContain(words);
  });

  it("works on issues only", async () => {
    await app.send("issue_comment", commented("mona", "/tdd run", { pull_request: { url: "x" } }));
    expect(app.state.comments[0]?.body).toContain("not on pull requests");
    expect(app.state.dispatches).toHaveLength(0);
  });
});
