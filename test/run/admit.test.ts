import { describe, expect, it } from "vitest";
import type { Permission } from "../../src/domain/permission.ts";
import type { Asking, Standing } from "../../src/run/admit.ts";
import { admit } from "../../src/run/admit.ts";

const rules = { label: "tdd", permission: "write" as const, allowedBots: [42] };
const mona = { login: "mona", id: 1, type: "User" };
const bot = { login: "renovate[bot]", id: 2, type: "Bot" };
const issue = { number: 7, state: "open", isPullRequest: false };
const byLabel: Asking = { via: { kind: "label", label: "tdd" }, actor: mona, issue };
const byComment: Asking = {
  via: { kind: "comment", action: "created", authorId: 1 },
  actor: mona,
  issue,
};

function standing(permission: Standing["permission"], appId: number | null = null): Standing {
  return { permission, appId };
}

describe("who may start a run", () => {
  it.each<[Permission, boolean]>([
    ["admin", true],
    ["maintain", true],
    ["write", true],
    ["triage", false],
    ["read", false],
    ["none", false],
  ])("role %s: %s, by label and by comment", (role, expected) => {
    for (const asking of [byLabel, byComment]) {
      expect(admit(asking, standing(role), rules).kind === "admitted").toBe(expected);
    }
  });

  it("lets triage in where the repository says so", () => {
    const lenient = { ...rules, permission: "triage" as const };
    expect(admit(byLabel, standing("triage"), lenient).kind).toBe("admitted");
  });

  it("admits nobody while GitHub cannot tell the role", () => {
    expect(admit(byComment, standing("unknown"), rules)).toMatchObject({
      why: "PERMISSION_UNKNOWN",
      answer: null,
      react: true,
    });
  });

  it("gives a stranger one reaction and no words", () => {
    const refused = admit(byComment, standing("read"), rules);
    expect(refused).toEqual({ kind: "refused", why: "UNAUTHORIZED", answer: null, react: true });
  });
});

describe("bots", () => {
  it.each([
    ["an unlisted app", { actor: bot, appId: 7 }],
    ["an app that cannot be told", { actor: bot, appId: null }],
    [
      "Copilot, whose name has no suffix",
      { actor: { login: "Copilot", id: 3, type: "Bot" }, appId: null },
    ],
    [
      "a name that ends like a bot's",
      { actor: { login: "x[bot]", id: 4, type: "User" }, appId: null },
    ],
    ["an organisation", { actor: { login: "acme", id: 5, type: "Organization" }, appId: null }],
  ])("refuses %s in silence, whatever its role", (_name, { actor, appId }) => {
    const asking = { ...byLabel, actor };
    expect(admit(asking, standing("admin", appId), rules)).toEqual({
      kind: "refused",
      why: "BOT_ACTOR",
      answer: null,
      react: false,
    });
  });

  it("admits an app that the configuration lists by id", () => {
    expect(admit({ ...byLabel, actor: bot }, standing("none", 42), rules).kind).toBe("admitted");
  });
});

describe("what is asked", () => {
  it.each<[string, Asking, string]>([
    ["another label", { ...byLabel, via: { kind: "label", label: "bug" } }, "OTHER_LABEL"],
    [
      "an edited comment",
      { ...byComment, via: { kind: "comment", action: "edited", authorId: 1 } },
      "NOT_CREATED",
    ],
    [
      "a comment sent in another's name",
      { ...byComment, via: { kind: "comment", action: "created", authorId: 8 } },
      "NOT_THE_AUTHOR",
    ],
    ["a pull request", { ...byComment, issue: { ...issue, isPullRequest: true } }, "WRONG_CONTEXT"],
    ["a closed issue", { ...byLabel, issue: { ...issue, state: "closed" } }, "ISSUE_CLOSED"],
  ])("refuses %s", (_name, asking, why) => {
    expect(admit(asking, standing("admin"), rules)).toMatchObject({ kind: "refused", why });
  });

  it("tells nothing about an issue to who may not ask", () => {
    const asking = { ...byComment, issue: { ...issue, isPullRequest: true } };
    expect(admit(asking, standing("read"), rules)).toMatchObject({ why: "UNAUTHORIZED" });
  });

  it("takes a label in any letter case, as GitHub does", () => {
    const asking: Asking = { ...byLabel, via: { kind: "label", label: "TDD" } };
    expect(admit(asking, standing("write"), rules).kind).toBe("admitted");
  });
});
