import { describe, expect, it } from "vitest";
import type { Change } from "../../src/domain/change.ts";
import type { Lock } from "../../src/domain/lock.ts";
import { judgeServerScope } from "../../src/gates/server-scope.ts";

const lock: Lock = {
  version: 2,
  issue: { owner: "acme", repo: "shop", number: 7 },
  runId: "run-1",
  issueSha256: "0".repeat(64),
  profile: "strict",
  baseRef: "main",
  baseSha: "b".repeat(40),
  branch: "tdd/7-slug",
  allowlist: [{ path: "src/slug.js", isNew: true }],
  testFiles: ["test/", "src/slug.spec.js"],
  testCommand: "npm test",
};

function changed(path: string, mode: string | null = "100644"): Change {
  const blob = mode === null ? null : "a".repeat(40);
  return { path, status: mode === null ? "deleted" : "modified", mode, blob };
}

describe("judgeServerScope", () => {
  it("passes the files of the plan and the tests where tests go", () => {
    const changes = ["src/slug.js", "src/slug.spec.js", "test/slug.test.js"].map((p) => changed(p));
    expect(judgeServerScope(changes, lock)).toEqual({ kind: "pass" });
  });

  it("passes a branch that changes nothing", () => {
    expect(judgeServerScope([], lock)).toEqual({ kind: "pass" });
  });

  it.each([
    ["a file off the list", changed("src/other.js"), "OUTSIDE_ALLOWLIST"],
    ["a deleted file off the list", changed("src/other.js", null), "OUTSIDE_ALLOWLIST"],
    ["a neighbour with the same beginning", changed("src/slug.js.bak"), "OUTSIDE_ALLOWLIST"],
    ["a directory that only begins like the tests'", changed("test2/a.js"), "OUTSIDE_ALLOWLIST"],
    ["another letter case", changed("SRC/slug.js"), "OUTSIDE_ALLOWLIST"],
    ["a workflow", changed(".github/workflows/ci.yml"), "PROTECTED_PATH"],
    ["the runner's configuration among the tests", changed("test/conftest.py"), "PROTECTED_PATH"],
    ["a symbolic link on the list", changed("src/slug.js", "120000"), "BAD_MODE"],
    ["a submodule among the tests", changed("test/lib", "160000"), "BAD_MODE"],
    ["an invisible character among the tests", changed("test/a\u200b.js"), "PATH_UNSAFE"],
  ])("fails %s", (_name, change, code) => {
    const verdict = judgeServerScope([changed("src/slug.js"), change], lock);
    expect(verdict).toMatchObject({ kind: "fail", gate: "file-gate", code, paths: [change.path] });
  });

  it("fails a new test that only letter case tells from another", () => {
    const added: Change = { ...changed("test/A.test.js"), status: "added" };
    const verdict = judgeServerScope([changed("test/a.test.js"), added], lock);
    expect(verdict).toMatchObject({ code: "PATH_UNSAFE", paths: ["test/A.test.js"] });
  });

  it("lets a protected file through that the plan names exactly", () => {
    const open = { ...lock, allowlist: [{ path: "package.json", isNew: false }] };
    expect(judgeServerScope([changed("package.json")], open)).toEqual({ kind: "pass" });
  });
});
