import { describe, expect, it } from "vitest";
import type { Change } from "../../src/domain/change.ts";
import { judgeScope } from "../../src/gates/scope.ts";

function change(path: string, mode = "100644"): Change {
  return { path, status: "modified", mode, blob: "b".repeat(40) };
}

describe("judgeScope", () => {
  it("passes when nothing changed", () => {
    expect(judgeScope({ changes: [], offences: [], mayWrite: [] })).toEqual({ kind: "pass" });
  });

  it("passes exact paths and everything below a listed directory", () => {
    const changes = [change("src/a.ts"), change("test/deep/b.test.ts")];
    expect(judgeScope({ changes, offences: [], mayWrite: ["src/a.ts", "test/"] }).kind).toBe(
      "pass",
    );
  });

  it.each([
    ["src/b.ts", "100644", "OUTSIDE_ALLOWLIST"],
    ["src/a.ts/index.ts", "100644", "OUTSIDE_ALLOWLIST"],
    ["tests.js", "100644", "OUTSIDE_ALLOWLIST"],
    ["package.json", "100644", "PROTECTED_PATH"],
    ["test/package.json", "100644", "PROTECTED_PATH"],
    [".github/workflows/ci.yml", "100644", "PROTECTED_PATH"],
    ["src/a.ts", "120000", "BAD_MODE"],
    ["src/a.ts", "160000", "BAD_MODE"],
    ["src/a.ts ", "100644", "PATH_UNSAFE"],
    ["test/a\nb", "100644", "PATH_UNSAFE"],
    [".GIT/config", "100644", "PATH_UNSAFE"],
    ["test/cafe\u0301.js", "100644", "PATH_UNSAFE"],
    ["test/a\u200bb.js", "100644", "PATH_UNSAFE"],
  ])("refuses %j with mode %s: %s", (path, mode, code) => {
    const verdict = judgeScope({
      changes: [change(path, mode)],
      offences: [],
      mayWrite: ["src/a.ts", "test/"],
    });
    expect(verdict).toMatchObject({ kind: "fail", gate: "scope", code, paths: [path] });
  });

  it("opens a protected path by a line of its own only", () => {
    const changes = [change("package.json")];
    expect(judgeScope({ changes, offences: [], mayWrite: ["package.json"] }).kind).toBe("pass");
  });

  it("lets the first reason decide and gives one fix for each path", () => {
    const verdict = judgeScope({
      changes: [change("x"), change("y")],
      offences: [{ code: "SPECIAL_FILE", path: "pipe", fix: "Remove pipe." }],
      mayWrite: [],
    });
    expect(verdict).toMatchObject({ code: "SPECIAL_FILE", paths: ["pipe", "x", "y"] });
    expect(verdict.kind === "fail" && verdict.fix.split("\n")).toHaveLength(3);
  });
});
