import fc from "fast-check";
import { minimatch } from "minimatch";
import { describe, expect, it } from "vitest";
import { checkGraph } from "../../../src/loop/steps/check-graph.ts";
import { globsOverlap } from "../../../src/loop/steps/globs-overlap.ts";
import { nextTasks, workOrder } from "../../../src/loop/steps/next-tasks.ts";
import { overlapOf } from "../../../src/loop/steps/ownership.ts";
import type { Task } from "../../../src/loop/steps/task.ts";

const file = fc.constantFrom("a.ts", "b.ts", "src/", "src/a.ts", "src/*.ts", "**/b.ts");

/** Tasks whose edges go to earlier ones of a hidden order, told in another order. */
const dag = fc
  .array(fc.tuple(fc.array(fc.nat({ max: 30 })), fc.array(file, { maxLength: 2 })), {
    maxLength: 12,
  })
  .chain((rows) => {
    const tasks = rows.map(([edges, files], i): Task => {
      const on = i === 0 ? [] : edges.map((edge) => `t${edge % i}`);
      return { id: `t${i}`, dependsOn: [...new Set(on)], files };
    });
    return fc.shuffledSubarray(tasks, { minLength: tasks.length });
  });

describe("random graphs of tasks", () => {
  it("are in order: every task once, and after all that it depends on", () => {
    fc.assert(
      fc.property(dag, (tasks) => {
        expect(checkGraph(tasks)).toEqual([]);
        const order = workOrder(tasks)?.map(({ id }) => id) ?? [];
        expect([...order].sort()).toEqual(tasks.map(({ id }) => id).sort());
        for (const { id, dependsOn } of tasks)
          for (const on of dependsOn) expect(order.indexOf(on)).toBeLessThan(order.indexOf(id));
      }),
    );
  });

  it("are worked through in any order of finishing, never two owners of a file at a time", () => {
    fc.assert(
      fc.property(
        dag,
        fc.integer({ min: 1, max: 5 }),
        fc.infiniteStream(fc.nat()),
        (tasks, most, picks) => {
          const completed = new Set<string>();
          const running = new Set<string>();
          const started: string[] = [];
          while (completed.size < tasks.length) {
            for (const { id, dependsOn } of nextTasks(tasks, { completed, running }, most)) {
              expect(dependsOn.every((on) => completed.has(on))).toBe(true);
              running.add(id);
              started.push(id);
            }
            const busy = tasks.filter(({ id }) => running.has(id));
            expect(busy.length).toBeGreaterThan(0);
            expect(busy.length).toBeLessThanOrEqual(most);
            busy.forEach((one, i) => {
              for (const other of busy.slice(i + 1)) expect(overlapOf(one, other)).toBeNull();
            });
            const ended = busy[picks.next().value % busy.length];
            if (ended === undefined) throw new Error("nothing runs");
            running.delete(ended.id);
            completed.add(ended.id);
          }
          expect(new Set(started).size).toBe(started.length);
        },
      ),
    );
  });

  it("have a circle told exactly when they have no order, as a real way round", () => {
    const anyGraph = fc
      .array(fc.array(fc.nat({ max: 7 }), { maxLength: 3 }), { minLength: 1, maxLength: 8 })
      .map((rows) =>
        rows.map((edges, i): Task => {
          const on = edges.map((edge) => edge % rows.length).filter((edge) => edge !== i);
          return { id: `t${i}`, dependsOn: [...new Set(on)].map((edge) => `t${edge}`), files: [] };
        }),
      );
    fc.assert(
      fc.property(anyGraph, (tasks) => {
        const problems = checkGraph(tasks);
        expect(problems.length === 0).toBe(workOrder(tasks) !== null);
        for (const problem of problems) {
          if (problem.kind !== "cycle") throw new Error(problem.kind);
          const { path } = problem;
          expect(path[0]).toBe(path.at(-1));
          path.slice(1).forEach((id, i) => {
            expect(tasks.find((task) => task.id === path[i])?.dependsOn).toContain(id);
          });
        }
      }),
    );
  });
});

describe("patterns of owned files", () => {
  const part = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 2 });
  const path = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
  const wild = fc.string({ unit: fc.constantFrom("a", "b", "*", "?"), minLength: 1, maxLength: 3 });
  const pattern = fc
    .array(fc.oneof(wild, fc.constant("**")), { minLength: 1, maxLength: 3 })
    .map((parts) =>
      parts.map((p) => (/^\*{2,}/.test(p) ? "**" : p.replace(/\*+/g, "*"))).join("/"),
    );

  it("overlap whenever some path matches both", () => {
    fc.assert(
      fc.property(path, pattern, pattern, (name, a, b) => {
        const matchesBoth = minimatch(name, a) && minimatch(name, b);
        if (matchesBoth) expect(globsOverlap(a, b), `${a} and ${b} at ${name}`).toBe(true);
        expect(globsOverlap(a, b)).toBe(globsOverlap(b, a));
        expect(globsOverlap(name, name)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it("do not overlap when they name different places", () => {
    expect(globsOverlap("src/a/**", "src/b/**")).toBe(false);
    expect(globsOverlap("src/*.ts", "src/a/b.ts")).toBe(false);
    expect(globsOverlap("a?c", "abd")).toBe(false);
    expect(globsOverlap("**/x.ts", "src/y.ts")).toBe(false);
  });
});
