import { describe, expect, it } from "vitest";
import { judgeSuite } from "../../src/gates/suite.ts";
import { failed, finished, passed } from "../support/make.ts";

const baseline = finished([passed("old"), failed("known")], { exitCode: 1 });
const redIds = ["new"];

describe("the suite after an edit", () => {
  it("passes when RED is green and nothing that passed is lost", () => {
    const run = finished([passed("old"), failed("known"), passed("new")]);

    expect(judgeSuite({ baseline, redIds, run })).toEqual({ kind: "pass" });
  });

  it("does not blame a run for what failed before", () => {
    const run = finished([passed("old"), failed("known"), passed("new")], { exitCode: 1 });

    expect(judgeSuite({ baseline, redIds, run }).kind).toBe("pass");
  });

  it.each([
    ["a RED test that fails", finished([passed("old"), failed("new")]), "RED_NOT_GREEN"],
    [
      "a RED test that is skipped",
      finished([passed("old"), { id: "new", file: "t", outcome: { kind: "skipped" } }]),
      "RED_NOT_GREEN",
    ],
    ["a RED test that is gone", finished([passed("old")]), "RED_NOT_GREEN"],
    ["an old test that fails", finished([failed("old"), passed("new")]), "REGRESSION"],
    ["an old test that is gone", finished([passed("new")]), "REGRESSION"],
    ["a new failure", finished([passed("old"), passed("new"), failed("other")]), "REGRESSION"],
    [
      "a file that no longer loads",
      finished([passed("old"), passed("new")], {
        loadFailures: [{ file: "t2", cause: { kind: "syntax_error" }, message: "" }],
      }),
      "REGRESSION",
    ],
    [
      "a time-out",
      { kind: "timed_out", framework: "x", afterMs: 1000, output: "" } as const,
      "SUITE_DID_NOT_FINISH",
    ],
  ])("fails for %s", (_name, run, code) => {
    expect(judgeSuite({ baseline, redIds, run })).toMatchObject({ kind: "fail", code });
  });

  it("fails for a bad exit code although every test passes, where the base ended well", () => {
    const clean = finished([passed("old")]);
    const run = finished([passed("old"), passed("new")], { exitCode: 1 });

    expect(judgeSuite({ baseline: clean, redIds, run })).toMatchObject({ code: "EXIT_CODE" });
  });

  it("holds each project to its own exit code: one that failed before hides no other", () => {
    const before = finished([passed("old")], { exitCode: 1, exits: { api: 1, web: 0 } });
    const now = [passed("old"), passed("new")];
    const judged = (exits: Record<string, number>) =>
      judgeSuite({ baseline: before, redIds, run: finished(now, { exitCode: 1, exits }) });

    expect(judged({ api: 1, web: 0 }).kind).toBe("pass");
    expect(judged({ api: 1, web: 1 })).toMatchObject({
      code: "EXIT_CODE",
      reason: expect.stringContaining("exit code 1 in web") as string,
    });
  });
});
