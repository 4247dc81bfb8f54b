import { describe, expect, it } from "vitest";
import { judgeScope } from "../../src/gates/scope.ts";
import type { PlannedSlice } from "../../src/gates/slice-plan.ts";
import { judgeSlicePlan } from "../../src/gates/slice-plan.ts";
import { makeChange } from "../support/make.ts";

function slice(id: string, files: readonly string[], after: readonly string[] = []): PlannedSlice {
  return { id, files, after };
}

describe("slice cases", () => {
  it("S01: a slice that edits a file of another slice's list is outside its own", () => {
    const verdict = judgeScope({
      changes: [makeChange("src/a.js"), makeChange("src/b.js")],
      offences: [],
      mayWrite: ["src/a.js"],
    });

    expect(verdict).toMatchObject({ code: "OUTSIDE_ALLOWLIST", paths: ["src/b.js"] });
  });

  it("S01: lists that overlap are refused before the lock, in any letter case", () => {
    const plan = [slice("a", ["src/a.js"]), slice("b", ["src/b.js", "SRC/A.js"])];

    expect(judgeSlicePlan(plan)).toMatchObject({ code: "SLICES_OVERLAP", paths: ["src/a.js"] });
  });

  it.each<[string, readonly PlannedSlice[]]>([
    ["a cycle", [slice("a", ["a"], ["b"]), slice("b", ["b"], ["a"])]],
    ["a slice that waits for itself", [slice("a", ["a"], ["a"])]],
    ["an edge to nowhere", [slice("a", ["a"], ["ghost"])]],
    ["1,000 slices", Array.from({ length: 1_000 }, (_, n) => slice(`s${n}`, [`f${n}`]))],
    ["one id twice", [slice("a", ["a"]), slice("a", ["b"])]],
    ["no slice", []],
  ])("S08: a plan with %s is refused", (_, plan) => {
    expect(judgeSlicePlan(plan)).toMatchObject({ kind: "fail", code: "PLAN_INVALID" });
  });

  it("an honest plan of layers passes", () => {
    const plan = [slice("a", ["a"]), slice("b", ["b"], ["a"]), slice("c", ["c"], ["a", "b"])];

    expect(judgeSlicePlan(plan)).toEqual({ kind: "pass" });
  });
});
