import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseComment } from "../../src/domain/comment-command.ts";
import { glance } from "../../src/entry/glance.ts";

const comment = (body: unknown, action = "created") => ({ action, comment: { body } });

describe("the first glance at an event", () => {
  it.each<[string, string, unknown]>([
    ["talk", "issue_comment", comment("Thanks!")],
    ["an edited command", "issue_comment", comment("/tdd run", "edited")],
    ["a deleted command", "issue_comment", comment("/tdd run", "deleted")],
    ["an empty comment", "issue_comment", comment(null)],
    ["no comment at all", "issue_comment", null],
    ["a closed issue", "issues", { action: "closed" }],
    ["an issue without label", "issues", { action: "unlabeled" }],
  ])("sends away %s", (_, name, payload) => {
    expect(glance(name, payload).kind).toBe("ignore");
  });

  it.each<[string, string, unknown]>([
    ["a command", "issue_comment", comment("/tdd run")],
    ["a command below other words", "issue_comment", comment("Please.\r\n\r\n/tdd status")],
    ["a label", "issues", { action: "labeled" }],
    ["a dispatch", "workflow_dispatch", {}],
    ["a pull request", "pull_request", { action: "opened" }],
  ])("leaves %s to those who know", (_, name, payload) => {
    expect(glance(name, payload).kind).toBe("unsure");
  });

  it("never sends away what parses as a command", () => {
    const word = fc.constantFrom("/tdd", " ", "run", "\n", "x", "`", ">", "\u200b", "status", "");
    const bodies = fc.array(word, { maxLength: 12 }).map((words) => words.join(""));

    fc.assert(
      fc.property(bodies, (body) => {
        fc.pre(parseComment(body).kind !== "none");
        expect(glance("issue_comment", comment(body)).kind).toBe("unsure");
      }),
    );
  });
});
