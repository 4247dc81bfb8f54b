import { describe, expect, it } from "vitest";
import { steadyRun } from "../../src/domain/steady-run.ts";
import { failed, finished, passed } from "../support/make.ts";

const broken = { file: "b.test.js", cause: { kind: "syntax_error" } as const, message: "?" };

describe("two runs of one tree", () => {
  it("are the first one when both fail alike", () => {
    const first = finished([passed("a"), failed("b")]);

    expect(steadyRun(first, finished([passed("a"), failed("b")]))).toBe(first);
  });

  it("count as failed what fails in either of them, and name what does not fail in both", () => {
    const steady = steadyRun(
      finished([passed("a"), failed("b"), failed("c")]),
      finished([failed("a"), failed("b"), passed("c")]),
    );

    expect(steady.cases.map(({ id, outcome }) => `${id} ${outcome.kind}`)).toEqual([
      "a failed",
      "b failed",
      "c failed",
    ]);
    expect(steady).toMatchObject({ flaky: ["c", "a"], counts: { passed: 0, failed: 3 } });
  });

  it("keep a file that loads only sometimes, and what fails in it when it does", () => {
    const first = finished([passed("a")], { loadFailures: [broken] });
    const second = finished([passed("a"), failed("b of b.test.js")]);

    expect(steadyRun(first, second)).toMatchObject({
      loadFailures: [broken],
      flaky: ["b.test.js", "b of b.test.js"],
    });
  });

  it("are the first one when the second did not end", () => {
    const first = finished([failed("a")]);
    const late = { kind: "timed_out", framework: "x", afterMs: 1, output: "" } as const;

    expect(steadyRun(first, late)).toBe(first);
  });
});
