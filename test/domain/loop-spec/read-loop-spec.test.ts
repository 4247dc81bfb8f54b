import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { LoopSpec } from "../../../src/domain/loop-spec/loop-spec.ts";
import { readLoopSpec } from "../../../src/domain/loop-spec/read-loop-spec.ts";
import { readSpecText } from "../../../src/domain/loop-spec/spec-text.ts";

function specOf(data: object): LoopSpec {
  const reading = readLoopSpec({ name: "x", prompt: "p", ...data });
  if (reading.kind !== "read") throw new Error(JSON.stringify(reading.problems));
  return reading.spec;
}

function saidOf(data: unknown): string[] {
  const reading = readLoopSpec(data);
  const all = reading.kind === "read" ? reading.notes : reading.problems;
  return all.map(({ place, text }) => `${place}: ${text}`);
}

const steps = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `s${i}` }));

describe("a loop spec", () => {
  it("fills in every documented default (S1-8 … S1-22)", () => {
    expect(specOf({})).toEqual({
      name: "x",
      goal: "Complete the requested task.",
      shape: "suite",
      order: "one",
      tasks: [{ id: "x", name: "x", prompt: "p", check: "npm test", dependsOn: [], files: [] }],
      finalCheck: null,
      validation: {
        command: "fallow audit --format json --quiet --fail-on-issues",
        isDefault: true,
      },
      maxIterations: 5,
      attemptsPerTask: 5,
      finalAttempts: 5,
      timeoutMs: 120_000,
      parallelism: 1,
      overlap: "serialise",
      taskWorktrees: false,
      autoCommitNoVerify: false,
      autoCommitAddUntracked: false,
      verifyOutputPattern: null,
      verifyPrefix: null,
    });
  });

  it.each([
    ["Fix Login Bug!", "fix-login-bug"],
    ["  A--b/../c  ", "a--b-..-c"],
    ["über_Größe.v2", "ber_gr-e.v2"],
    ["日本", "loop"],
    ["..", "loop"],
  ])("makes of the name %j the file name %j (S1-7)", (name, safe) => {
    expect(specOf({ name }).name).toBe(safe);
  });

  it.each([
    ["taskPrompt", "a", { tasks: [{ prompt: "a" }] }],
    ["iterationPrompt", "a", { tasks: [{ prompt: "a" }] }],
    ["verifyCommand", "make t", { tasks: [{ check: "make t" }] }],
    ["verificationHint", "make t", { tasks: [{ check: "make t" }] }],
    ["verifyTimeoutMs", 9_000, { timeoutMs: 9_000 }],
    [
      "plan",
      [{ id: "a", taskPrompt: "b", verifyCommand: "c" }],
      { order: "given", tasks: [{ id: "a", prompt: "b", check: "c" }] },
    ],
  ])("reads the old name %s and says so (S1-9 … S1-16)", (old, value, expected) => {
    const reading = readLoopSpec({ name: "x", [old]: value });
    expect(reading).toMatchObject({ kind: "read", spec: expected });
    expect(reading.notes.map((note) => note.place)).toContain(old);
  });

  it("takes the current name when the old one is there as well", () => {
    expect(specOf({ check: "make new", verifyCommand: "make old" }).tasks[0]?.check).toBe(
      "make new",
    );
    expect(specOf({ verifyCommand: "make old", check: "make new" }).tasks[0]?.check).toBe(
      "make new",
    );
    expect(specOf({ steps: steps(1), finalVerifyCommand: "make all" }).finalCheck).toBe("make all");
  });

  it.each([
    [{ attempts: 7 }, [7, 7]],
    [{}, [5, 5]],
    [{ attempts: 5, maxIterationsPerStep: 3 }, [3, 3]],
    [{ maxIterations: 4 }, [4, 4]],
    [{ steps: steps(2) }, [6, 3]],
    [{ steps: steps(2), finalCheck: "make" }, [9, 3]],
    [{ steps: steps(2), attempts: 2, finalCheck: "make" }, [6, 2]],
    [{ steps: steps(2), maxIterationsPerStep: 4 }, [8, 4]],
    [{ steps: steps(2), maxIterations: 7 }, [7, 3]],
    [{ steps: steps(30) }, [50, 3]],
    [{ maxIterations: 99 }, [50, 50]],
    [{ attempts: 0 }, [1, 1]],
    [{ attempts: 2.9 }, [2, 2]],
  ])("counts iterations and attempts of %j as %j (S1-11 … S1-13, S1-57)", (data, counts) => {
    const spec = specOf(data);
    expect([spec.maxIterations, spec.attemptsPerTask]).toEqual(counts);
  });

  it("keeps every number within its limits and says so (S1-14, S1-18)", () => {
    expect(specOf({ timeoutMs: 5, parallelism: 80 })).toMatchObject({
      timeoutMs: 1_000,
      parallelism: 50,
    });
    expect(saidOf({ name: "x", prompt: "p", timeoutMs: 5 })).toEqual([
      "timeoutMs: must be a whole number from 1000 to 2147483647; 1000 is taken for 5",
    ]);
    expect(saidOf({ name: "x", prompt: "p", steps: steps(60) }).join()).toContain(
      "cannot complete 60 steps",
    );
  });

  it.each([
    [{}, "suite", "one"],
    [{ check: "npm test" }, "suite", "one"],
    [{ check: "npm test -- login.test.ts" }, "single", "one"],
    [{ check: "pytest tests/test_login.py::test_it" }, "single", "one"],
    [{ check: "go test ./... -run TestLogin" }, "single", "one"],
    [{ steps: steps(2) }, "ordered", "given"],
    [{ steps: [{ id: "a" }, { id: "b", dependsOn: ["a"] }] }, "dag", "dag"],
    [{ steps: [{ id: "a", dependsOn: [] }] }, "dag", "dag"],
    [{ shape: "dag", steps: steps(2) }, "dag", "dag"],
    [{ mode: "dag-plan", steps: steps(2) }, "dag", "dag"],
    [{ shape: "fuzzy" }, "fuzzy", "one"],
    [{ shape: "fuzzy", steps: steps(2) }, "fuzzy", "given"],
    [{ steps: [] }, "suite", "one"],
  ])("finds the shape of %j: %s, order %s (S1-5, S1-15)", (data, shape, order) => {
    expect(specOf(data)).toMatchObject({ shape, order });
  });

  it.each([
    [{ shape: "ordered" }, "needs steps"],
    [{ mode: "dag-plan", steps: [] }, "needs steps"],
    [{ mode: "tdd", steps: steps(2) }, "has no steps, but there are 2"],
    [{ shape: "ordered", steps: [{ id: "a", dependsOn: [] }] }, "has no dependsOn"],
  ])("refuses a shape that the fields contradict: %j (S1-42, S1-62)", (data, text) => {
    expect(saidOf({ name: "x", ...data }).join()).toContain(text);
  });

  it("gives steps an id out of id, name or number, and the spec's prompt and check (S1-15)", () => {
    const { tasks } = specOf({
      check: "make t",
      steps: [
        { id: "A b" },
        { name: "Does It" },
        {},
        { id: 4, check: "c", prompt: "q", dependsOn: ["A b", 4] },
      ],
    });
    expect(tasks.map(({ id }) => id)).toEqual(["a-b", "does-it", "step-3", "4"]);
    expect(tasks[0]).toMatchObject({ prompt: "p", check: "make t", name: "a-b" });
    expect(tasks[3]).toMatchObject({ prompt: "q", check: "c", dependsOn: ["a-b", "4"] });
  });

  it("skips validation for an empty command, and keeps another (S1-17)", () => {
    expect(specOf({ validationCommand: "" }).validation).toEqual({
      command: null,
      isDefault: false,
    });
    expect(specOf({ validationCommand: "make lint" }).validation.command).toBe("make lint");
  });

  it("names unknown and misspelt fields with a suggestion, and goes on (S1-23)", () => {
    const data = {
      name: "x",
      prompt: "p",
      chek: "a",
      colour: 1,
      steps: [{ id: "a", depndsOn: [] }],
    };
    expect(readLoopSpec(data).kind).toBe("read");
    expect(saidOf(data)[0]).toBe('chek: is not a field and is ignored. Did you mean "check"?');
    expect(saidOf(data)[1]).toContain(
      "colour: is not a field and is ignored. The fields are: name, goal",
    );
    expect(saidOf(data)[2]).toBe(
      'steps[0].depndsOn: is not a field and is ignored. Did you mean "dependsOn"?',
    );
    expect(saidOf({ name: "x", prompt: "p", $schema: "s", specVersion: 1 })).toEqual([]);
    expect(saidOf({ name: "x", prompt: "p", autoCommitEachStep: false })[0]).toContain(
      "every completed step",
    );
  });

  it.each([
    [null, "spec: "],
    [[], "spec: "],
    ["text", "spec: "],
    [{}, "name: is missing"],
    [{ name: " " }, "name: must not be empty"],
    [{ name: "x".repeat(101) }, "name: must have at most 100"],
    [{ name: "x", attempts: "five" }, "attempts: must be a number"],
    [{ name: "x", steps: "a" }, "steps: must be a list"],
    [{ name: "x", steps: [1] }, "steps[0]: must be a group of keys"],
    [{ name: "x", shape: "dagg" }, 'Did you mean "dag"?'],
    [{ name: "x", verifyOutputPattern: "(" }, "verifyOutputPattern: is not a regular expression"],
  ])("refuses %j and says where (S1-61, S1-62)", (data, text) => {
    const reading = readLoopSpec(data);
    expect(reading.kind).toBe("invalid");
    expect(saidOf(data).join("\n")).toContain(text);
  });

  it("reads the two sample specs of the original README as written", () => {
    const read = (name: string) =>
      readSpecText(readFileSync(`test/fixtures/specs/${name}.json`, "utf8"));
    expect(read("single")).toMatchObject({
      kind: "read",
      notes: [],
      spec: { shape: "single", maxIterations: 5 },
    });
    expect(read("dag")).toMatchObject({
      kind: "read",
      notes: [],
      spec: { shape: "dag", parallelism: 2, maxIterations: 12, attemptsPerTask: 3 },
    });
  });
});
