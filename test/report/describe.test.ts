import { describe, expect, it } from "vitest";
import {
  describeConclusion,
  describeEvent,
  describeRun,
  describeVerdict,
} from "../../src/report/describe.ts";
import { payload, withPrefix } from "./hostile.ts";
import { blockedRun, sampleRun } from "./sample-run.ts";

describe("an event in words", () => {
  it("is one short line without controls, whatever the event says", () => {
    for (const { event } of withPrefix([...sampleRun, ...blockedRun], payload)) {
      const line = describeEvent(event);
      expect(line).not.toMatch(/[\p{Cc}\u202E]/u);
      expect([...line].length).toBeLessThan(420);
    }
  });

  it("tells the whole run", () => {
    const lines = sampleRun.map(({ event }) => describeEvent(event));
    expect(lines).toEqual(
      expect.arrayContaining([
        "Run started by mia, profile strict: Add slugify for article titles",
        "Spec read: 4 criteria, 2 files to change",
        "Scope locked (5d41402abc4b): src/slugify.js, README.md",
        "Tests at red: 2 passed, 3 failed in 1.2s",
        "RED judged: seen failing for the right reason: an assertion about the missing behaviour fails",
        "Commit 1f0c9a7: red: failing tests for slugify",
        "Pushed tdd/7-add-slugify at 1f0c9a7",
        "Critic, round 1: NEEDS WORK, 2 findings",
        "Pull request #12 opened",
        "Run ended: Done",
      ]),
    );
  });

  it.each([
    [
      { type: "approval.requested", question: "May it?", command: "c" },
      "Waiting for a person: May it?",
    ],
    [{ type: "approval.given", by: "mia" }, "Approved by mia"],
    [
      { type: "plan.proposed", criteria: ["a"], files: [], testFiles: [] },
      "Plan proposed: 1 criterion, no file",
    ],
    [
      { type: "change.reverted", finding: "f", why: "the suite broke" },
      "Refactoring reverted: the suite broke",
    ],
    [{ type: "lint.ran", passed: false, output: "" }, "Lint failed"],
  ] as const)("of %j is %j", (event, line) => {
    expect(describeEvent(JSON.parse(JSON.stringify(event)))).toBe(line);
  });
});

describe("outcomes in words", () => {
  const cause = { kind: "runner_missing" } as const;
  it.each([
    [
      { kind: "did_not_start", framework: "", cause, why: "no pytest", output: "", durationMs: 1 },
      "did not start: no pytest",
    ],
    [
      { kind: "timed_out", framework: "", afterMs: 300_000, output: "" },
      "stopped after 5m 00s without an end",
    ],
    [
      { kind: "crashed", framework: "", why: "SIGSEGV", output: "", durationMs: 1 },
      "crashed: SIGSEGV",
    ],
  ] as const)("of a run %j", (run, text) => {
    expect(describeRun(run)).toBe(text);
  });

  it("of gates tell a violation from an outage", () => {
    expect(describeVerdict({ kind: "pass" })).toBe("clean");
    expect(describeVerdict({ kind: "cannot_judge", gate: "seal", why: "git" })).toBe(
      "seal could not judge: git",
    );
    const fail = {
      kind: "fail",
      gate: "seal",
      code: "TEST_MODIFIED",
      reason: "r",
      fix: "f",
      paths: [],
    } as const;
    expect(describeVerdict({ ...fail, paths: [] })).toBe("seal says TEST_MODIFIED: r");
  });

  it("of a run's end", () => {
    expect(describeConclusion(null)).toBe("Running");
    expect(describeConclusion({ kind: "timed_out", limit: "45 minutes" })).toBe(
      "Timed out (45 minutes)",
    );
    expect(describeConclusion({ kind: "cancelled", by: "signal" })).toBe("Cancelled (signal)");
    expect(describeConclusion({ kind: "action_required", question: "q", command: "c" })).toBe(
      "Waiting for a person",
    );
  });
});
