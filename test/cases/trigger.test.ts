import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { branchName } from "../../src/domain/branch-name.ts";
import { parseComment } from "../../src/domain/comment-command.ts";
import { readConfig } from "../../src/domain/config.ts";
import type { Permission } from "../../src/domain/permission.ts";
import { readPermission } from "../../src/domain/permission.ts";
import { queuedText } from "../../src/entry/app/answers.ts";
import { createDeliveryLog } from "../../src/entry/app/delivery-log.ts";
import { createRefusalLog } from "../../src/entry/app/refusal-log.ts";
import { fileGateCheck } from "../../src/entry/file-gate-check.ts";
import { noInputs, readDispatch } from "../../src/entry/trigger.ts";
import { judgeServerScope } from "../../src/gates/server-scope.ts";
import type { Asking } from "../../src/run/admit.ts";
import { admit } from "../../src/run/admit.ts";
import { ready, run } from "../adapters/sandbox/sandboxes.ts";
import { makeChange } from "../support/make.ts";

const rules = { label: "tdd", permission: "write" as const, allowedBots: [42] };
const issue = { number: 7, state: "open", isPullRequest: false };

function asking(login: string, type = "User", more: Partial<Asking["issue"]> = {}): Asking {
  const via = { kind: "comment", action: "created", authorId: 9 } as const;
  return { via, actor: { login, id: 9, type }, issue: { ...issue, ...more } };
}

function refusal(who: Asking, permission: Permission, appId: number | null = null) {
  return admit(who, { permission, appId }, rules);
}

function commented(body: string, delivery: { updated_at?: string } = {}) {
  const user = { login: "mona", id: 9, type: "User" };
  const at = "2026-01-01T00:00:00Z";
  const comment = { id: 55, body, user, updated_at: at, ...delivery };
  const of = { number: 7, state: "open", title: "T", body: "B", updated_at: at, comments: 1 };
  return readDispatch(
    "issue_comment",
    { action: "created", issue: of, comment, sender: user },
    noInputs,
  );
}

describe("trigger cases", () => {
  it.each(["none", "read"] as const)(
    "W01, W02: role %s starts nothing and gets no words",
    (role) => {
      expect(refusal(asking("zed"), role)).toMatchObject({ why: "UNAUTHORIZED", answer: null });
    },
  );

  it("W03: triage is what role_name says, not what the legacy field folds it into", () => {
    const role = readPermission({ permission: "read", role_name: "triage" });

    expect(refusal(asking("trish"), role)).toMatchObject({ why: "UNAUTHORIZED" });
    const lenient = { ...rules, permission: "triage" as const };
    expect(admit(asking("trish"), { permission: role, appId: null }, lenient).kind).toBe(
      "admitted",
    );
  });

  it("W06, W07: the spec is the text of the signed event, and its digest is shown", () => {
    const trigger = commented("/tdd run");

    expect(trigger).toMatchObject({ kind: "order", text: { title: "T", body: "B" } });
    const digest = trigger.kind === "order" ? (trigger.issueSha256 ?? "") : "";
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(queuedText("mona", digest)).toContain(digest.slice(0, 8));
  });

  it("W08: a command on a pull request is in the wrong place", () => {
    const onPull = asking("mona", "User", { isPullRequest: true });

    expect(refusal(onPull, "write")).toMatchObject({ why: "WRONG_CONTEXT" });
  });

  it.each([
    ["renovate[bot]", "Bot"],
    ["Copilot", "Bot"],
    ["someapp[bot]", "User"],
  ])(
    "W11: the bot %s is refused with whatever role, unless listed by its app's id",
    (login, type) => {
      expect(refusal(asking(login, type), "admin", 7)).toMatchObject({ why: "BOT_ACTOR" });
      expect(refusal(asking(login, type), "none", 42).kind).toBe("admitted");
      expect(() => readConfig("c", { allowedBots: ["*"] })).toThrow(/allowedBots/);
    },
  );

  it("W14, W15: one event is one piece of work under every delivery id", () => {
    const [first, again] = [commented("/tdd run"), commented("/tdd run")];
    const keys = [first, again].map((each) => (each.kind === "order" ? each.key : ""));
    const log = createDeliveryLog();

    expect(log.begin(["id-1", keys[0] ?? ""])).toBe(true);
    log.end(["id-1", keys[0] ?? ""], true);
    expect(log.begin(["id-1", "other"])).toBe(false);
    expect(log.begin(["id-2", keys[1] ?? ""])).toBe(false);
  });

  it("W19: thousands of commands in one comment are one refusal", () => {
    expect(parseComment("/tdd run\n".repeat(7_200))).toMatchObject({ kind: "invalid" });
  });

  it.each([
    "\uFF0Ftdd run",
    "/t\u200Bdd run",
    "/tdd\u00A0run",
    "/\u202Etdd run",
    "/tdd r\u057Dn",
    "/t\u0501d run",
  ])("W21: the look-alike %j is no run", (body) => {
    expect(parseComment(body).kind).not.toBe("run");
  });

  it.each([
    "../../main",
    "-rf",
    "HEAD",
    "main",
    ".lock",
    "a..b",
    "😀",
    "x".repeat(300),
    "\u3000",
    "$(id)",
  ])("W23: the title %j makes a harmless branch", (title) => {
    const branch = branchName({ owner: "o", repo: "r", number: 7 }, title);

    expect(branch).toMatch(/^tdd\/7-[a-z0-9-]{1,40}$/);
    expect(() => execFileSync("git", ["check-ref-format", `refs/heads/${branch}`])).not.toThrow();
  });

  it("W26: what obeys an injection finds no secret in its own or another's environment", async () => {
    const [strongest] = ready;
    if (strongest === undefined) throw new Error("no sandbox");
    process.env["PLANTED_API_KEY"] = "canary-in-the-environment";
    const command = "env; cat /proc/self/environ /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n'";

    const ended = await run(strongest.kind, command);
    delete process.env["PLANTED_API_KEY"];

    if (strongest.walled) expect(ended.stdout).not.toContain("canary-in-the-environment");
    expect(ended.exitCode).toBe(0);
  });

  it("W40: a flood of refused labels is not even looked up after the fifth", () => {
    const log = createRefusalLog(() => 1);
    const looked = Array.from({ length: 500 }, () => {
      const isMuted = log.isMuted("o/r:9");
      if (!isMuted) log.note("o/r:9");
      return isMuted;
    });

    expect(looked.filter((isMuted) => !isMuted)).toHaveLength(5);
  });
});

describe("cases of the check on a pull request", () => {
  const lock = { allowlist: [{ path: "src/a.js", isNew: false }], testFiles: ["test/"] } as never;

  it.each([".github/tdd-loop.yml", ".github/workflows/ci.yml", "package.json"])(
    "W29: a change of %s is refused as protected",
    (path) => {
      expect(judgeServerScope([makeChange(path)], lock)).toMatchObject({ code: "PROTECTED_PATH" });
    },
  );

  it("W45: whatever happened, the check ends in success or failure and nothing between", () => {
    const cannot = { kind: "cannot_judge", gate: "file-gate", why: "an outage" } as const;
    const fail = judgeServerScope([makeChange("src/b.js")], lock);
    const ends = [{ kind: "unmanaged" } as const, { kind: "pass" } as const, cannot, fail].map(
      (judged) => fileGateCheck("sha", judged).conclusion,
    );

    expect(ends).toEqual(["success", "success", "failure", "failure"]);
  });
});
