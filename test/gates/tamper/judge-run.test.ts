import { describe, expect, it } from "vitest";
import type { ObservedRun } from "../../../src/domain/proof-evidence.ts";
import type { TestCase } from "../../../src/domain/test-run.ts";
import { isCanaryUntried, judgeCanary } from "../../../src/gates/tamper/judge-canary.ts";
import {
  judgeHoldout,
  judgeMainRun,
  judgeOtherEnvironment,
} from "../../../src/gates/tamper/judge-run.ts";

type Word = "passed" | "failed" | "skipped";

function test(id: string, word: Word): TestCase {
  const cause = { kind: "assertion" } as const;
  const outcome =
    word === "failed"
      ? { kind: word, cause, message: "no", location: null }
      : ({ kind: word } as const);
  return { id, file: "test/a.test.js", outcome };
}

function ran(cases: Record<string, Word>, exitCode = 0): ObservedRun {
  const run: ObservedRun["run"] = {
    kind: "finished",
    framework: "node:test",
    cases: Object.entries(cases).map(([id, word]) => test(id, word)),
    loadFailures: [],
    counts: { passed: 0, failed: 0, skipped: 0 },
    source: "report",
    exitCode,
    contradictions: [],
    output: "",
    durationMs: 1,
  };
  return { run, exitCode, timedOut: false, outputCut: false };
}

function crashed(exitCode: number): ObservedRun {
  const why = "the process exited before its summary";
  const run = { kind: "crashed", framework: "pytest", why, output: "", durationMs: 1 } as const;
  return { run, exitCode, timedOut: false, outputCut: false };
}

const passedAll = { old: "passed", idle: "skipped", a: "passed", b: "passed" } as const;
const red = ran({ old: "passed", idle: "skipped", a: "failed", b: "failed" }, 1);
const green = ran(passedAll);
const main = (now: ObservedRun, declared = 0): string[] =>
  judgeMainRun({ red, now, declared, mutated: [] }).map(({ code }) => code);

describe("judgeMainRun", () => {
  it("passes when all that RED had runs and passes, what RED skipped left aside", () => {
    expect(main(green)).toEqual([]);
  });

  it.each([
    ["a failing test", ran({ ...passedAll, a: "failed" }, 1), ["TESTS_FAIL", "NOT_ALL_PASS"]],
    ["an exit code that the report does not explain", ran(passedAll, 3), ["TESTS_FAIL"]],
    ["a test that is gone", ran({ old: "passed", idle: "skipped", a: "passed" }), ["COUNT"]],
    ["a test that is skipped now", ran({ ...passedAll, a: "skipped" }), ["NOT_ALL_PASS"]],
    ["a run out of time", { ...green, timedOut: true }, ["TIMEOUT"]],
    ["a run that printed too much", { ...green, outputCut: true }, ["OUTPUT_LIMIT"]],
    ["a process that ended before its report", crashed(0), ["NO_REPORT"]],
  ])("refuses %s", (_, now, codes) => {
    expect(main(now)).toEqual(codes);
  });

  it("counts tests that RED declared in files it could not load", () => {
    expect(main(green, 2)).toEqual(["COUNT"]);
  });

  it("names what the run changed in its checkout", () => {
    const mutated = [{ path: "test/a.test.js", how: "changed" } as const];
    const [found] = judgeMainRun({ red, now: green, declared: 0, mutated });
    expect(found).toMatchObject({ code: "RUN_MUTATED_TREE", path: "test/a.test.js" });
  });
});

describe("the later runs", () => {
  it("find a test that passes only here and today, and spare those that never stood it", () => {
    const other = ran({ ...passedAll, a: "failed", old: "failed" }, 1);
    const found = judgeOtherEnvironment(green, other, new Set(["old"]));
    expect(found.map(({ code, detail }) => [code, detail])).toEqual([["ENV_DEPENDENT", "a"]]);
  });

  it("want held-out tests to run and to pass", () => {
    expect(judgeHoldout(green, ran({ ...passedAll, h: "passed" }))).toEqual([]);
    expect(judgeHoldout(green, ran({ ...passedAll, h: "failed" }, 1))).toHaveLength(1);
    expect(judgeHoldout(green, green)).toMatchObject([{ code: "HOLDOUT_FAIL" }]);
  });

  it("call the referee bent only when no false assertion was noticed in any attempt", () => {
    const where = { turned: ["test/a.test.js"], owners: {}, appended: false };
    const unnoticed = { observed: green, ...where };
    const noticed = { observed: ran({ ...passedAll, a: "failed" }, 1), ...where };
    expect(judgeCanary(green, [unnoticed, noticed])).toEqual([]);
    expect(judgeCanary(green, [])).toEqual([]);
    expect(judgeCanary(green, [unnoticed])).toMatchObject([{ code: "CANARY_SURVIVED" }]);
  });

  it("want the test of the false assertion to fail alone, those after it at most beside it", () => {
    const all = ran({ a: "passed", b: "passed", c: "passed" });
    const attempt = (owner: string, observed: ObservedRun) => ({
      observed,
      turned: ["test/a.test.js"],
      owners: { "test/a.test.js": [owner] },
      appended: false,
    });
    const everything = ran({ a: "failed", b: "failed", c: "failed" }, 1);
    const shared = attempt("a", everything);
    const overreacted = attempt("c", everything);
    const alone = attempt("c", ran({ a: "passed", b: "passed", c: "failed" }, 1));

    expect(judgeCanary(all, [shared, alone])).toEqual([]);
    expect(judgeCanary(all, [shared])).toEqual([]);
    expect(judgeCanary(all, [shared, overreacted])).toMatchObject([{ code: "COPY_DIFFERS" }]);
    expect(judgeCanary(all, [attempt("named otherwise", everything)])).toEqual([]);
  });

  it("want each false test of ours to fail, and know nothing when none of them ran", () => {
    const owners = { "test/a.test.js": ["w 1", "w 2"] };
    const attempt = (observed: ObservedRun) => [
      { observed, turned: ["test/a.test.js"], owners, appended: true },
    ];
    const both = attempt(ran({ ...passedAll, "w 1": "failed", "w 2": "failed" }, 1));
    const one = attempt(ran({ ...passedAll, "w 1": "failed", "w 2": "passed" }, 1));

    expect(judgeCanary(green, both)).toEqual([]);
    expect(judgeCanary(green, one)).toMatchObject([{ code: "CANARY_SURVIVED" }]);
    expect([both, attempt(green), []].map((tried) => isCanaryUntried(green, tried))).toEqual([
      false,
      true,
      true,
    ]);
  });
});
