import { describe, expect, it } from "vitest";
import type { Asked } from "../../../src/domain/red-verdict.ts";
import type { FailureCause, FinishedRun, TestRun } from "../../../src/domain/test-run.ts";
import { judgeRed } from "../../../src/gates/red/judge-red.ts";

const nothing = { modules: [], symbols: [], files: [] };
const promised = { modules: ["src/slug.js"], symbols: ["Cart.remove", "unslug"], files: [] };

type Case = readonly [id: string, outcome: "passed" | "skipped" | FailureCause];

function run(cases: readonly Case[], more: Partial<FinishedRun> = {}): FinishedRun {
  return {
    kind: "finished",
    framework: "node:test",
    cases: cases.map(([id, outcome]) => ({
      id,
      file: "test/a.test.js",
      outcome:
        typeof outcome === "string"
          ? { kind: outcome }
          : { kind: "failed", cause: outcome, message: `${id} went wrong`, location: null },
    })),
    loadFailures: [],
    counts: { passed: cases.length, failed: 0, skipped: 0 },
    source: "report",
    exitCode: 1,
    contradictions: [],
    output: "",
    durationMs: 1,
    ...more,
  };
}

function judge(now: TestRun, baseline: TestRun | null = null, names = promised) {
  return judgeRed({ baseline, now, promised: names });
}

const assertion: FailureCause = { kind: "assertion" };
const missing = (name: string): FailureCause => ({
  kind: "missing_target",
  target: "symbol",
  name,
});

describe("judgeRed", () => {
  it("is right when every new failure is an assertion about missing behaviour", () => {
    const verdict = judge(
      run([
        ["new", assertion],
        ["old", "passed"],
      ]),
      run([["old", "passed"]]),
    );
    expect(verdict).toMatchObject({ verdict: "right_reason", reason: "assertion" });
    expect(verdict.needsScaffold).toBe(false);
  });

  it("needs a scaffold when a promised name is missing, and names it", () => {
    const verdict = judge(run([["new", missing("Cart.remove")]]));
    expect(verdict).toMatchObject({ verdict: "right_reason", reason: "missing_symbol" });
    expect(verdict.missing).toEqual([{ target: "symbol", name: "Cart.remove" }]);
    expect(verdict.needsScaffold).toBe(true);
  });

  it("refuses a missing name that nobody promised, with one thing to do", () => {
    const verdict = judge(run([["new", missing("Cart.frobnicate")]]));
    expect(verdict).toMatchObject({ verdict: "wrong_reason", reason: "setup_error" });
    expect(verdict.fix).toContain("new");
  });

  it.each<readonly [FailureCause, string]>([
    [{ kind: "syntax_error" }, "syntax_error"],
    [{ kind: "setup_error" }, "setup_error"],
    [{ kind: "timeout" }, "timeout"],
    [{ kind: "crash" }, "crash"],
    [{ kind: "misconfigured" }, "misconfigured"],
    [{ kind: "dependency_missing", name: "lodash" }, "dependency_missing"],
  ])("lets one wrong reason in a mixture decide: %j", (cause, reason) => {
    const verdict = judge(
      run([
        ["good", assertion],
        ["bad", cause],
      ]),
    );
    expect(verdict).toMatchObject({ verdict: "wrong_reason", reason });
    expect(verdict.tests.map((test) => test.verdict)).toEqual(["right_reason", "wrong_reason"]);
  });

  it("blames nothing on the new tests that failed before them", () => {
    const base = run([["old", assertion]]);
    expect(
      judge(
        run([
          ["old", assertion],
          ["new", "passed"],
        ]),
        base,
      ),
    ).toMatchObject({
      verdict: "wrong_reason",
      reason: "baseline_only",
    });
    expect(
      judge(
        run([
          ["old", { kind: "crash" }],
          ["new", assertion],
        ]),
        base,
      ),
    ).toMatchObject({
      verdict: "right_reason",
    });
  });

  it("tells new tests that pass already from those that fail", () => {
    const verdict = judge(
      run([
        ["a", "passed"],
        ["b", assertion],
      ]),
      run([]),
    );
    expect(verdict.verdict).toBe("right_reason");
    expect(verdict.tests).toContainEqual(
      expect.objectContaining({ id: "a", verdict: "already_satisfied" }),
    );
    expect(judge(run([["a", "passed"]]), run([])).verdict).toBe("already_satisfied");
  });

  it("calls a run without tests by its name", () => {
    expect(judge(run([])).reason).toBe("no_tests");
    const empty = run([["old", "passed"]], { emptyFiles: ["test/new.test.js"] });
    expect(judge(empty, run([["old", "passed"]])).reason).toBe("no_tests");
  });

  it("never takes a cut report for proof", () => {
    expect(judge(run([["new", assertion]], { cut: true })).verdict).toBe("cannot_judge");
    expect(judge(run([["new", { kind: "crash" }]], { cut: true })).verdict).toBe("wrong_reason");
  });

  it("names a test that does not end alike in every run", () => {
    const now = run([
      ["new", assertion],
      ["old", "passed"],
    ]);
    const again = run([
      ["new", "passed"],
      ["old", "passed"],
    ]);
    const verdict = judgeRed({ baseline: null, now, promised: nothing, repeats: [again] });
    expect(verdict).toMatchObject({ verdict: "wrong_reason", reason: "flaky" });
    expect(verdict.fix).toContain("new");
  });

  it.each<readonly [readonly Asked[], string]>([
    [["clock"], "clock_dependent"],
    [["clock", "network"], "clock_dependent"],
    [["clock", "chance"], "flaky"],
    [["network"], "flaky"],
  ])("calls a test that asks for %j and does not end alike %s", (asks, reason) => {
    const [now, again] = [run([["new", assertion]]), run([["new", "passed"]])];
    const verdict = judgeRed({ baseline: null, now, promised: nothing, repeats: [again], asks });
    expect(verdict).toMatchObject({ verdict: "wrong_reason", reason });
  });

  it("tells of a test whose words move with the clock, and stops nothing", () => {
    const saying = (words: string): TestRun => {
      const now = run([["new", assertion]]);
      const outcome = { kind: "failed", cause: assertion, message: words, location: null } as const;
      return { ...now, cases: now.cases.map((test) => ({ ...test, outcome })) };
    };
    const judged = (asks: readonly Asked[], again: string) =>
      judgeRed({
        ...{ baseline: null, promised: nothing, asks },
        ...{ now: saying("expected 2026"), repeats: [saying(again)] },
      });

    expect(judged(["clock"], "expected 2028")).toMatchObject({
      verdict: "right_reason",
      warnings: [expect.stringContaining("new fails with other words at another time")],
    });
    expect(judged(["clock"], "expected 2026").warnings).toEqual([]);
    expect(judged([], "expected 2028").warnings).toEqual([]);
  });

  it.each<readonly [TestRun, string, string]>([
    [
      { kind: "timed_out", framework: "jest", afterMs: 5000, output: "" },
      "wrong_reason",
      "timeout",
    ],
    [
      { kind: "crashed", framework: "jest", why: "SIGABRT", output: "", durationMs: 1 },
      "wrong_reason",
      "crash",
    ],
    [
      {
        kind: "did_not_start",
        framework: "jest",
        cause: { kind: "runner_missing" },
        why: "jest: not found",
        output: "",
        durationMs: 1,
      },
      "cannot_judge",
      "runner_missing",
    ],
  ])("judges a run that did not finish: %#", (now, verdict, reason) => {
    expect(judge(now)).toMatchObject({ verdict, reason });
  });
});
