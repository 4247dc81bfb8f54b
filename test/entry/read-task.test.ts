import { describe, expect, it } from "vitest";
import { noInputs, readDispatch } from "../../src/entry/trigger.ts";

const actions = { login: "github-actions[bot]", id: 41, type: "Bot" };
const mona = { login: "mona", id: 1, type: "User" };
const args = JSON.stringify({ bot: "tdd-loop[bot]", stickyComment: 12 });
const inputs = { ...noInputs, issue: "7", task: "issue-7-4411-1/12-take_turn", args };

function read(more: object, sender = actions) {
  return readDispatch("workflow_dispatch", { sender }, { ...inputs, ...more });
}

describe("the input `task`", () => {
  it("names a task of a run that is under way, and who speaks for it", () => {
    expect(read({})).toEqual({
      kind: "task",
      issue: 7,
      task: { run: "issue-7-4411-1", command: "12-take_turn" },
      isLost: false,
      bot: "tdd-loop[bot]",
      stickyComment: 12,
    });
  });

  it("is that of a lost job with the command settle", () => {
    expect(read({ command: "settle" })).toMatchObject({ kind: "task", isLost: true });
  });

  it("lets a person name no comment that the run would write over", () => {
    expect(read({}, mona)).toMatchObject({ kind: "task", bot: null, stickyComment: null });
  });

  it.each([
    "issue-8-1-1/12-take_turn",
    "issue-7-1-1/../claim",
    "issue-7-1-1/12-push",
    "issue-7-1-1",
    "x",
  ])("is refused as %j", (task) => {
    expect(read({ task })).toMatchObject({
      kind: "invalid",
      problem: expect.stringMatching(/"task"/),
    });
  });
});
