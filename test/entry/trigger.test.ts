import { describe, expect, it } from "vitest";
import { issueDigest } from "../../src/entry/issue-digest.ts";
import { noInputs, readDispatch } from "../../src/entry/trigger.ts";
import { admit } from "../../src/run/admit.ts";

const mona = { login: "mona", id: 1, type: "User" };
const app = { login: "tdd-loop[bot]", id: 99, type: "Bot" };
const issue = {
  number: 7,
  title: "Slugs",
  body: "- [ ] lower case",
  state: "open",
  updated_at: "2026-01-01T00:00:00Z",
};

function comment(body: string, more: object = {}) {
  return {
    action: "created",
    issue,
    comment: { id: 5, body, user: mona, updated_at: "2026-01-02T00:00:00Z" },
    sender: mona,
    ...more,
  };
}

describe("issues", () => {
  it("asks for a run when a label is put on, with the text of the signed event", () => {
    const payload = { action: "labeled", issue, label: { name: "tdd" }, sender: mona };

    const trigger = readDispatch("issues", payload, noInputs);

    expect(trigger).toMatchObject({
      kind: "order",
      order: { kind: "run" },
      asking: { via: { kind: "label", label: "tdd" }, actor: mona, issue: { number: 7 } },
      text: { title: "Slugs", body: "- [ ] lower case" },
      issueSha256: issueDigest(issue),
    });
  });

  it("ignores other actions and broken payloads", () => {
    expect(readDispatch("issues", { action: "opened", issue }, noInputs).kind).toBe("ignore");
    expect(readDispatch("issues", null, noInputs).kind).toBe("ignore");
  });
});

describe("issue_comment", () => {
  it("reads the command with its options", () => {
    const trigger = readDispatch("issue_comment", comment("/tdd run --profile pair"), noInputs);
    expect(trigger).toMatchObject({
      order: { kind: "run", options: { profile: "pair" } },
      commentId: 5,
    });
  });

  it("ignores a comment without a command", () => {
    expect(readDispatch("issue_comment", comment("hello"), noInputs).kind).toBe("ignore");
  });

  it("names the trigger the same in every delivery", () => {
    const first = readDispatch("issue_comment", comment("/tdd run"), noInputs);
    const again = readDispatch("issue_comment", comment("/tdd run"), noInputs);
    expect(first).toEqual(again);
  });

  it("tells a command on a pull request from one on an issue", () => {
    const payload = comment("/tdd run", { issue: { ...issue, pull_request: { url: "x" } } });
    expect(readDispatch("issue_comment", payload, noInputs)).toMatchObject({
      asking: { issue: { isPullRequest: true } },
    });
  });
});

describe("workflow_dispatch", () => {
  const inputs = { ...noInputs, issue: "7", command: "run" };

  it("takes the App's word for whom it speaks", () => {
    const args = JSON.stringify({ base: "main", actorId: 1, bot: app.login });
    const asked = { ...inputs, args, actor: "mona", claim: "app" };

    const trigger = readDispatch("workflow_dispatch", { sender: app }, asked);

    expect(trigger).toMatchObject({
      order: { kind: "run", options: { base: "main" } },
      asking: { via: { kind: "dispatch" }, actor: mona },
      isClaimed: true,
      bot: app.login,
    });
  });

  it("does not let a person speak for another", () => {
    const asked = { ...inputs, actor: "mona", claim: "app" };
    const eve = { login: "eve", id: 3, type: "User" };
    expect(readDispatch("workflow_dispatch", { sender: eve }, asked)).toMatchObject({
      asking: { actor: eve },
    });
  });

  it("is refused until somebody has read the issue", () => {
    const trigger = readDispatch("workflow_dispatch", { sender: mona }, inputs);
    const rules = { label: "tdd", permission: "write", allowedBots: [] } as const;
    const decision =
      trigger.kind === "order" &&
      admit(trigger.asking, { permission: "admin", appId: null }, { ...rules, allowedBots: [] });
    expect(decision).toMatchObject({ kind: "refused", why: "ISSUE_CLOSED" });
  });

  it.each([
    ["no issue", { ...inputs, issue: "" }, "number"],
    ["an issue that is no number", { ...inputs, issue: "7; rm -rf /" }, "number"],
    ["an unknown command", { ...inputs, command: "deploy" }, "one of: run"],
    ["arguments that are no JSON", { ...inputs, args: "--base main" }, "JSON object"],
    ["an unknown argument", { ...inputs, args: '{"force":true}' }, "JSON object"],
    ["an unsafe base", { ...inputs, args: '{"base":"--upload-pack=x"}' }, "base is the name"],
    [
      "an allow with a way out",
      { ...inputs, command: "allow", args: '{"paths":["../x"]}' },
      "one of",
    ],
  ])("refuses %s and says what is legal", (_name, asked, legal) => {
    const trigger = readDispatch("workflow_dispatch", { sender: mona }, asked);
    expect(trigger.kind).toBe("invalid");
    expect(JSON.stringify(trigger)).toContain(legal);
  });
});

describe("other events", () => {
  it("judges pull requests and ignores what it does not know", () => {
    const head = { ref: "tdd/7-x", sha: "abc", repo: { id: 1 } };
    const pull_request = { number: 3, head, base: { ref: "main", repo: { id: 1 } } };
    expect(
      readDispatch("pull_request", { action: "opened", pull_request }, noInputs),
    ).toMatchObject({
      kind: "gate",
      question: { sha: "abc", branch: "tdd/7-x", pullRequests: [{ number: 3, isFork: false }] },
    });
    expect(readDispatch("watch", {}, noInputs).kind).toBe("ignore");
  });
});
