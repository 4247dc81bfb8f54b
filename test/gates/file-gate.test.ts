import { describe, expect, it } from "vitest";
import type { PendingChange, Version } from "../../src/gates/change-set.ts";
import { changedPaths } from "../../src/gates/change-set.ts";
import { judgeFileGate } from "../../src/gates/file-gate.ts";

const one: Version = { mode: "100644", oid: "1".repeat(40) };
const two: Version = { mode: "100644", oid: "2".repeat(40) };
const tracked = (
  head: Version,
  index: Version,
  worktreeDiffers = false,
): Extract<PendingChange, { kind: "tracked" }> => ({
  ...{ kind: "tracked", path: "a", head, index },
  ...{ worktreeDiffers, intentToAdd: false },
});

describe("changedPaths", () => {
  it.each([
    ["a committed change", [{ path: "a", fork: one, head: two }], [], ["a"]],
    [
      "a committed change that the index took back",
      [{ path: "a", fork: one, head: two }],
      [tracked(two, one)],
      [],
    ],
    ["a staged change that the work tree took back", [], [tracked(one, two, true)], ["a"]],
    ["a mode change", [], [tracked(one, { mode: "100755", oid: one.oid })], ["a"]],
    ["an unstaged edit", [], [tracked(one, one, true)], ["a"]],
    ["a conflict", [], [{ kind: "unmerged", path: "a" }], ["a"]],
    ["an untracked file", [], [{ kind: "untracked", path: "a" }], ["a"]],
    ["nothing of the loop's own directory", [], [{ kind: "untracked", path: ".tdd-loop/x" }], []],
    ["nothing of the list while it is untracked", [], [{ kind: "untracked", path: "list" }], []],
    ["the list once it is staged", [], [{ ...tracked(null, one), path: "list" }], ["list"]],
    ["the list once it is committed", [{ path: "list", fork: null, head: one }], [], ["list"]],
  ] as const)("counts %s", (_, committed, pending, paths) => {
    expect(changedPaths({ committed, pending, allowlistPath: "list" })).toEqual(paths);
  });
});

describe("judgeFileGate", () => {
  it("passes when every change is listed", () => {
    expect(judgeFileGate(["a", "b"], new Set(["a", "b", "c"]))).toEqual({ kind: "pass" });
  });

  it("fails with every path outside the list and what to do about each", () => {
    const verdict = judgeFileGate(["a", "b", "c"], new Set(["b"]));
    expect(verdict).toMatchObject({ kind: "fail", code: "OUTSIDE_ALLOWLIST", paths: ["a", "c"] });
    expect(verdict.kind === "fail" && verdict.fix.split("\n")).toHaveLength(2);
  });

  it("compares whole names: no prefixes, no directories, no letter case", () => {
    expect(judgeFileGate(["src/a.ts/x", "SRC/a.ts", "src"], new Set(["src/a.ts"]))).toMatchObject({
      paths: ["src/a.ts/x", "SRC/a.ts", "src"],
    });
  });
});
