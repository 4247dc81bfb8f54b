import { describe, expect, it } from "vitest";
import { checkGraph, describeGraphProblem } from "../../../src/loop/steps/check-graph.ts";
import { chooseTask } from "../../../src/loop/steps/choose-task.ts";
import { nextTasks, readyTasks, workOrder, workWaves } from "../../../src/loop/steps/next-tasks.ts";
import { ownershipConflicts } from "../../../src/loop/steps/ownership.ts";
import type { Task } from "../../../src/loop/steps/task.ts";

const task = (id: string, dependsOn: string[] = [], files: string[] = []): Task => ({
  id,
  dependsOn,
  files,
});
const done = (...names: string[]) => ({ completed: new Set(names), running: new Set<string>() });
const ids = (tasks: readonly Task[] | null) => tasks?.map(({ id }) => id) ?? null;

describe("the graph of tasks", () => {
  it.each<[string, Task[], string[]]>([
    [
      "a circle of three",
      [task("a", ["c"]), task("b", ["a"]), task("c", ["b"])],
      ["steps wait for each other in a circle: a -> c -> b -> a. Take one dependsOn out"],
    ],
    [
      "a circle behind others",
      [task("z"), task("a", ["b", "z"]), task("b", ["a"])],
      ["steps wait for each other in a circle: a -> b -> a. Take one dependsOn out"],
    ],
    ["itself", [task("a", ["a"])], ['"a" depends on itself: a -> a']],
    [
      "an unknown one",
      [task("draft"), task("kyc", ["drafft"])],
      ['"kyc" depends on "drafft", and there is no such step. Did you mean "draft"?'],
    ],
    [
      "one named twice",
      [task("a"), task("b", ["a", "a"])],
      ['"b" names "a" more than once in dependsOn; once is enough'],
    ],
    [
      "an id given twice",
      [task("a"), task("b"), task("a")],
      ['steps 1 and 3 have the same id "a"; give each its own'],
    ],
    [
      "two circles",
      [task("a", ["b"]), task("b", ["a"]), task("c", ["d"]), task("d", ["c"])],
      [
        "steps wait for each other in a circle: a -> b -> a. Take one dependsOn out",
        "steps wait for each other in a circle: c -> d -> c. Take one dependsOn out",
      ],
    ],
    ["nothing wrong", [task("a"), task("b", ["a"]), task("c", ["a", "b"])], []],
  ])("is refused with the way shown (S1-42, S1-60): %s", (_name, tasks, texts) => {
    expect(checkGraph(tasks).map(describeGraphProblem)).toEqual(texts);
  });

  it("copes with a long chain and a long circle", () => {
    const chain = Array.from({ length: 3_000 }, (_, i) =>
      task(`t${i}`, i === 0 ? [] : [`t${i - 1}`]),
    );
    expect(checkGraph(chain)).toEqual([]);
    const circle = [task("t0", ["t2999"]), ...chain.slice(1)];
    expect(checkGraph(circle)).toHaveLength(1);
  });
});

describe("ready tasks (S1-36)", () => {
  const tasks = [task("draft"), task("validate"), task("kyc", ["draft"])];

  it("are those whose dependencies are completed, in the order of the spec", () => {
    expect(ids(readyTasks(tasks, done()))).toEqual(["draft", "validate"]);
    expect(ids(readyTasks(tasks, done("draft")))).toEqual(["validate", "kyc"]);
    expect(ids(readyTasks(tasks, done("draft", "validate", "kyc")))).toEqual([]);
  });

  it("are shown up to parallelism, those that run counted", () => {
    expect(ids(nextTasks(tasks, done(), 1))).toEqual(["draft"]);
    expect(ids(nextTasks(tasks, done(), 2))).toEqual(["draft", "validate"]);
    const running = { completed: new Set<string>(), running: new Set(["draft"]) };
    expect(ids(nextTasks(tasks, running, 2))).toEqual(["validate"]);
    expect(ids(nextTasks(tasks, running, 1))).toEqual([]);
  });

  it("wait for one that owns the same files and comes before or runs (S1-51)", () => {
    const owners = [
      task("a", [], ["src/a/"]),
      task("b", [], ["src/**/x.ts"]),
      task("c", [], ["src/c/"]),
    ];
    expect(ids(nextTasks(owners, done(), 3))).toEqual(["a", "c"]);
    expect(ids(nextTasks(owners, done("a", "c"), 3))).toEqual(["b"]);
    const running = { completed: new Set<string>(), running: new Set(["c"]) };
    expect(ids(nextTasks(owners, running, 3))).toEqual(["a"]);
  });

  it("give the order of work, and rounds of it", () => {
    expect(ids(workOrder(tasks))).toEqual(["draft", "validate", "kyc"]);
    expect(workWaves(tasks, 2)?.map(ids)).toEqual([["draft", "validate"], ["kyc"]]);
    expect(workOrder([task("a", ["a"])])).toBeNull();
  });
});

describe("the task that a report is about (S1-35, S1-37)", () => {
  const tasks = [task("draft"), task("validate"), task("kyc", ["draft"])];
  const ask = (taskId: string | null, current: string | null = null) => ({
    taskId,
    current,
    parallelism: 2,
  });

  it.each([
    ["the named one", done(), ask("validate"), { kind: "chosen", id: "validate", by: "report" }],
    [
      "the first without a name",
      done(),
      ask(null),
      { kind: "chosen", id: "draft", by: "suggestion" },
    ],
    [
      "the current one while it is ready",
      done(),
      ask(null, "validate"),
      { kind: "chosen", id: "validate" },
    ],
    [
      "the first when the current is done",
      done("validate"),
      ask(null, "validate"),
      { kind: "chosen", id: "draft" },
    ],
    [
      "no completed one",
      done("draft"),
      ask("draft"),
      { why: "already_done", text: '"draft" is done already. Ready now: validate, kyc.' },
    ],
    [
      "no unknown one",
      done(),
      ask("kyk"),
      {
        why: "unknown",
        text: 'There is no task "kyk". Did you mean "kyc"? Ready now: draft, validate.',
      },
    ],
    [
      "no waiting one",
      done(),
      ask("kyc"),
      {
        why: "not_ready",
        text: '"kyc" is not ready: it waits for draft. Ready now: draft, validate.',
      },
    ],
    [
      "none when all is done",
      done("draft", "validate", "kyc"),
      ask(null),
      { why: "nothing_ready" },
    ],
  ])("counts for %s", (_name, progress, asked, expected) => {
    expect(chooseTask(tasks, progress, asked)).toMatchObject(expected);
  });
});

describe("owned files", () => {
  it("are told for pairs that nothing puts in order", () => {
    const tasks = [
      task("a", [], ["src/a.ts", "src/shared/"]),
      task("b", [], ["src/shared/types.ts"]),
      task("c", ["a"], ["src/a.ts"]),
      task("d", ["c"], ["src/a.ts"]),
    ];
    expect(ownershipConflicts(tasks)).toEqual([
      { first: "a", second: "b", one: "src/shared/", other: "src/shared/types.ts" },
    ]);
  });
});
