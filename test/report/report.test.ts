import { describe, expect, it } from "vitest";
import type { Event } from "../../src/domain/event.ts";
import { finalText } from "../../src/report/final-text.ts";
import { noLinks } from "../../src/report/links.ts";
import { foldReport } from "../../src/report/report.ts";
import { finished, passed, spend } from "./factories.ts";
import { blockedRun, lock, parts, redSha, refactorSha, sampleRun, timed } from "./sample-run.ts";

const { opening, redPhase, greenPhase, reviewPhase } = parts;
const report = foldReport(sampleRun);
const states = (events: readonly Event[]) =>
  foldReport(timed(events)).phases.map((phase) => `${phase.name}: ${phase.state}`);
const concluded = (conclusion: Extract<Event, { type: "run.concluded" }>["conclusion"]): Event => ({
  type: "run.concluded",
  conclusion,
});

describe("the time that a run took", () => {
  it("leaves out what nobody worked: a stop before a resume, and a wait for a person", () => {
    const at = (seconds: number, event: Event, pausedMs?: number) => ({
      at: seconds * 1_000,
      event,
      ...(pausedMs === undefined ? {} : { pausedMs }),
    });
    const [started, read] = opening;
    const ran = opening.find((event) => event.type === "tests.ran");
    if (started === undefined || read === undefined || ran === undefined) throw new Error("short");
    const told = foldReport([
      at(0, started),
      at(2, read),
      at(3, { type: "approval.requested", question: "q", command: "c" }),
      at(1_000, { type: "approval.given", by: "mona" }),
      at(1_004, ran),
      at(9_000, ran, 7_990_000),
    ]);

    expect(told.elapsedMs).toBe(3_000 + 4_000 + 6_000);
    expect(told.phases.reduce((sum, phase) => sum + phase.elapsedMs, 0)).toBe(told.elapsedMs);
  });
});

describe("the phases of a run", () => {
  it.each<readonly [string, readonly Event[], readonly string[]]>([
    ["nothing yet", [], ["spec: pending", "baseline: pending", "red: pending"]],
    ["the lock was taken", opening.slice(0, 3), ["spec: done", "baseline: running"]],
    ["the baseline ran", opening, ["baseline: done", "red: running", "green: pending"]],
    ["RED was pushed", [...opening, ...redPhase], ["red: done", "green: running"]],
    [
      "an attempt failed and was debugged",
      [...opening, ...redPhase, ...greenPhase.slice(0, 4)],
      ["green: running", "debug: running", "critic: pending"],
    ],
    [
      "GREEN was committed",
      [...opening, ...redPhase, ...greenPhase],
      ["green: done", "debug: done", "critic: running"],
    ],
    [
      "the critic wants changes",
      [...opening, ...redPhase, ...greenPhase, ...reviewPhase.slice(0, 2)],
      ["critic: done", "refactor: running", "surface: pending"],
    ],
    [
      "the critic approved",
      [...opening, ...redPhase, ...greenPhase, ...reviewPhase.slice(0, 7)],
      ["refactor: done", "surface: running"],
    ],
    [
      "a person is asked",
      [...opening.slice(0, 2), { type: "approval.requested", question: "q", command: "c" }],
      ["spec: waiting", "baseline: pending"],
    ],
    [
      "it ended with a question",
      [...opening.slice(0, 2), concluded({ kind: "action_required", question: "q", command: "c" })],
      ["spec: waiting"],
    ],
    [
      "it was cancelled",
      [...opening, ...redPhase, concluded({ kind: "cancelled", by: "signal" })],
      ["red: done", "green: stopped", "critic: pending"],
    ],
    ["it ended early in success", [...opening, concluded({ kind: "success" })], ["red: skipped"]],
  ])("when %s", (_name, events, expected) => {
    expect(states(events)).toEqual(expect.arrayContaining([...expected]));
  });

  it("shares out all of the time and all of the money", () => {
    const time = report.phases.reduce((sum, phase) => sum + phase.elapsedMs, 0);
    const money = report.phases.reduce((sum, phase) => sum + phase.spend.dollars, 0);
    expect(time).toBe(report.elapsedMs);
    expect(money).toBeCloseTo(report.totals.spend.dollars);
    expect(report.phases.find((phase) => phase.name === "debug")?.spend.dollars).toBe(0.0941);
  });

  it("shows a debug or refactor phase only when there was one", () => {
    expect(states(opening)).toHaveLength(6);
    expect(report.phases).toHaveLength(8);
  });
});

describe("the evidence", () => {
  it("joins each criterion with its tests, by whole or short name", () => {
    const rows = report.proof.criteria.map(({ criterion, preserved, tests }) => [
      criterion.id,
      preserved,
      tests.map((test) => [test.red?.verdict, test.green]),
    ]);
    expect(rows).toEqual([
      ["C1", false, [["right_reason", "passed"]]],
      ["C2", false, [["right_reason", "passed"]]],
      ["C3", false, [["right_reason", "passed"]]],
      ["C4", true, []],
    ]);
    expect(report.proof.criteria[0]?.tests[0]?.redMessage).toContain("hello-world");
    expect(report.proof.others).toEqual([]);
  });

  it("names tests that passed at baseline and fail now", () => {
    const broken = finished([{ ...passed("test/text.test.js > trims"), outcome: failing }], "");
    const events = [
      ...opening,
      { type: "tests.ran", purpose: "green", run: broken, sandbox: "" },
    ] as const;
    expect(foldReport(timed(events)).proof.regressions).toEqual(["test/text.test.js > trims"]);
  });

  it("names what failed before the run too, and does not blame the run", () => {
    const broken = finished([{ ...passed("old"), outcome: failing }], "");
    const events = [
      { type: "tests.ran", purpose: "baseline", run: broken, sandbox: "" },
      { type: "tests.ran", purpose: "green", run: broken, sandbox: "" },
    ] as const;
    const seen = foldReport(timed(events));
    expect(seen.proof).toMatchObject({ known: ["old"], regressions: [] });
    expect(finalText(seen, noLinks)).toContain("1 failed, as before this run: old");
  });

  it("says missing of a test that the last run did not report", () => {
    const run = finished([], "");
    const events = [
      ...opening,
      ...redPhase,
      { type: "tests.ran", purpose: "green", run, sandbox: "" },
    ] as const;
    expect(foldReport(timed(events)).proof.criteria[0]?.tests[0]?.green).toBe("missing");
  });

  it("says of a claimed name that no test has it", () => {
    const claiming = redPhase.map((event) =>
      event.type === "red.judged"
        ? { ...event, coverage: [{ criterion: "C1", tests: ["is"], preserved: false }] }
        : event,
    );
    const ran = {
      type: "tests.ran",
      purpose: "green",
      run: finished([], ""),
      sandbox: "",
    } as const;
    const seen = foldReport(timed([...opening, ...claiming, ran]));
    expect(seen.proof.criteria[0]?.tests).toMatchObject([{ id: "is", green: "no_test" }]);
    expect(finalText(seen, noLinks)).toContain('["is" names no test]');
  });

  it("lists new tests that no criterion claims", () => {
    const unclaimed = redPhase.map((event) =>
      event.type === "red.judged" ? { ...event, coverage: [] } : event,
    );
    expect(foldReport(timed([...opening, ...unclaimed])).proof.others).toHaveLength(3);
  });

  it("takes a planner's criteria where the issue has none", () => {
    const events: readonly Event[] = [
      { type: "spec.read", criteria: [], files: [] },
      { type: "plan.proposed", criteria: ["one", "two"], files: [], testFiles: [] },
    ];
    expect(foldReport(timed(events)).proof.criteria.map((row) => row.criterion)).toEqual([
      { id: "C1", text: "one" },
      { id: "C2", text: "two" },
    ]);
  });
});

const failing = {
  kind: "failed",
  cause: { kind: "assertion" },
  message: "no",
  location: null,
} as const;

describe("the totals", () => {
  it("count money, turns, runs and the cached share", () => {
    expect(report.totals).toMatchObject({ testRuns: 6, turns: 6 });
    expect(report.totals.spend.dollars).toBeCloseTo(0.4701);
    expect(report.totals.cachedShare).toBeCloseTo(0.853, 2);
    expect(foldReport([]).totals.cachedShare).toBeNull();
  });

  it("tick pushed only when the remote has the last commit, and never deployed", () => {
    expect(report.shipped).toEqual({
      pushed: true,
      deployed: false,
      verifiedLive: false,
      docsUpdated: ["README.md"],
    });
    const unpushed = foldReport(timed([...opening, ...redPhase, ...greenPhase]));
    expect(unpushed.shipped.pushed).toBe(false);
    expect(unpushed.pushed?.sha).toBe(redSha);
    expect(report.pushed?.sha).toBe(refactorSha);
  });

  it("count a commit once that a resumed run tells again", () => {
    const again = foldReport(timed([...opening, ...redPhase, ...redPhase]));
    expect(again.commits).toHaveLength(1);
  });

  it("forget a conclusion that a resumed run has left behind", () => {
    const resumed = [...blockedRun.map(({ event }) => event), ...greenPhase.slice(5)];
    expect(foldReport(timed(resumed)).conclusion).toBeNull();
    expect(foldReport(blockedRun).conclusion?.kind).toBe("blocked");
    expect(foldReport(sampleRun).conclusion?.kind).toBe("success");
  });
});

describe("the turns", () => {
  it("tell which tests failed after a debug attempt", () => {
    expect(report.turns.map(({ role, failing: left }) => [role, left?.length ?? null])).toEqual([
      ["writer", 3],
      ["implementer", 1],
      ["debugger", 0],
      ["critic", null],
      ["refactorer", 0],
      ["critic", 0],
    ]);
  });

  it("count a failed turn's money too", () => {
    const failed: Event = {
      ...{ type: "turn.failed", role: "debugger", attempt: 2, why: "limit", detail: "15 turns" },
      spend: spend(0.2),
    };
    const view = foldReport(timed([failed])).turns[0];
    expect(view).toMatchObject({ outcome: "failed", summary: "limit: 15 turns", failing: null });
    expect(foldReport(timed([failed])).totals.spend.dollars).toBe(0.2);
  });

  it("keep the open question until it is answered", () => {
    const asked: Event = {
      type: "approval.requested",
      question: "May it?",
      command: "/tdd approve",
    };
    const given: Event = { type: "approval.given", by: "mia" };
    expect(foldReport(timed([asked])).question?.question).toBe("May it?");
    expect(foldReport(timed([asked, given])).question).toBeNull();
    expect(foldReport(timed([...opening])).lock?.lock).toEqual(lock);
  });
});
