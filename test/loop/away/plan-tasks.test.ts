import { describe, expect, it } from "vitest";
import type { Result } from "../../../src/domain/result.ts";
import type { PostedTask, TaskRecord } from "../../../src/domain/task-record.ts";
import type { Moment } from "../../../src/loop/away/plan-tasks.ts";
import { doubtful, hasNews, planTasks } from "../../../src/loop/away/plan-tasks.ts";

const minute = 60_000;
const now = 1_000 * minute;
const moment: Moment = {
  now,
  leaseMs: 60 * minute,
  graceMs: 3 * minute,
  alive: null,
  isRescue: false,
};

function resultOf(command: string): Result {
  return { kind: "aborted", command, by: "signal" };
}

function posted(records: Readonly<Record<string, TaskRecord>>): ReadonlyMap<string, PostedTask> {
  return new Map(
    Object.entries(records).map(([command, record]) => [
      command,
      { record, version: `v-${command}` },
    ]),
  );
}

const dispatched = (age: number, times = 1) =>
  ({ kind: "dispatched", times, at: now - age }) as const;
const taken = (age: number) => ({ kind: "taken", times: 1, at: now - age, job: "77" }) as const;
const lost = (times: number) => ({ kind: "lost", times, at: now }) as const;
const done = (command: string, age: number) =>
  ({ kind: "done", times: 1, at: now - age, result: resultOf(command) }) as const;

describe("tasks that are wanted", () => {
  it("are given to a job when no record tells of them", () => {
    const plan = planTasks(["4-take_turn"], new Map(), moment);

    expect(plan.start).toEqual([{ command: "4-take_turn", times: 1, over: null }]);
  });

  it.each([
    ["a job was asked for just now", dispatched(minute), null],
    ["a job was asked for long ago, and nobody has looked", dispatched(300 * minute), null],
    ["a job was asked for long ago, and still waits for a runner", dispatched(300 * minute), ["4"]],
    ["a job works on it, and nobody has looked", taken(30 * minute), null],
    ["a job works on it, as GitHub says", taken(30 * minute), ["4"]],
    ["it has a result", done("4", minute), [] as string[]],
  ] as const)("are waited for when %s", (_, record, alive) => {
    const seen = { ...moment, alive: alive === null ? null : new Set<string>(alive) };

    expect(planTasks(["4"], posted({ "4": record }), seen).start).toEqual([]);
  });

  it.each([
    ["its job said so", lost(1), null],
    ["GitHub lists no job that waits for it", dispatched(4 * minute), []],
    ["GitHub lists no job that works on it", taken(4 * minute), []],
    ["the lease of its job is over, whatever GitHub lists", taken(61 * minute), ["4"]],
  ] as const)("are given to a job once more when %s", (_, record, alive) => {
    const seen = { ...moment, alive: alive === null ? null : new Set<string>(alive) };

    expect(planTasks(["4"], posted({ "4": record }), seen).start).toEqual([
      { command: "4", times: 2, over: "v-4" },
    ]);
  });

  it("are given to a job once more where the run is taken up behind one that was cancelled", () => {
    const seen = { ...moment, isRescue: true };
    const plan = planTasks(["4"], posted({ "4": done("4", minute) }), seen);

    expect(plan.take).toBeNull();
    expect(plan.start).toEqual([{ command: "4", times: 2, over: "v-4" }]);
  });

  it("end the run with what to look at when three jobs died over them", () => {
    const plan = planTasks(["4"], posted({ "4": lost(3) }), moment);

    expect(plan.start).toEqual([]);
    expect(plan.take).toMatchObject({ kind: "broken", command: "4", what: "the job of a task" });
  });
});

describe("results that were brought", () => {
  it("are taken one at a time, the oldest first", () => {
    const two = posted({ "4": done("4", minute), "5": done("5", 2 * minute) });

    expect(planTasks(["4", "5"], two, moment).take).toEqual(resultOf("5"));
  });

  it("are forgotten when the run does not ask for them, and never taken for another task's", () => {
    const two = posted({ "4": done("5", minute), "9": done("9", minute) });
    const plan = planTasks(["4"], two, moment);

    expect(plan.take).toBeNull();
    expect(plan.drop).toEqual(["9"]);
  });
});

describe("records alone", () => {
  it("leave it open whether a job lives when they are older than GitHub's lists", () => {
    const three = posted({
      a: dispatched(minute),
      b: dispatched(4 * minute),
      c: taken(5 * minute),
    });

    expect(doubtful(three, moment)).toEqual(["b", "c"]);
  });

  it("tell whether somebody has to go on: by a result, or by a job that was lost", () => {
    expect(hasNews(posted({ a: dispatched(0), b: taken(0) }))).toBe(false);
    expect(hasNews(posted({ a: taken(0), b: done("b", 0) }))).toBe(true);
    expect(hasNews(posted({ a: lost(1) }))).toBe(true);
  });
});
