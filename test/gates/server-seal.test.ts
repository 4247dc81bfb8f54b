import { describe, expect, it } from "vitest";
import type { Change } from "../../src/domain/change.ts";
import type { Lock } from "../../src/domain/lock.ts";
import { judgeServerMerge, judgeServerSeal } from "../../src/gates/server-seal.ts";

const lock: Lock = {
  version: 2,
  issue: { owner: "acme", repo: "shop", number: 7 },
  runId: "run-1",
  issueSha256: "0".repeat(64),
  profile: "strict",
  baseRef: "main",
  baseSha: "b".repeat(40),
  branch: "tdd/7-slug",
  allowlist: [
    { path: "src/slug.js", isNew: true },
    { path: "test/fixture.json", isNew: false },
  ],
  testFiles: ["test/", "src/slug.spec.js"],
  testCommand: "npm test",
};

function changed(path: string, mode: string | null = "100644"): Change {
  const blob = mode === null ? null : "a".repeat(40);
  return { path, status: mode === null ? "deleted" : "modified", mode, blob };
}

describe("judgeServerSeal", () => {
  it("lets the implementation grow over RED's stubs, and files that the plan names", () => {
    const since = [changed("src/slug.js"), changed("test/fixture.json")];
    expect(judgeServerSeal(since, lock)).toEqual({ kind: "pass" });
    expect(judgeServerSeal([], lock)).toEqual({ kind: "pass" });
  });

  it.each([
    ["weakened", changed("test/slug.test.js"), "TEST_MODIFIED"],
    ["deleted", changed("test/slug.test.js", null), "TEST_DELETED"],
    ["weakened where it is listed by path", changed("src/slug.spec.js"), "TEST_MODIFIED"],
    ["made executable", changed("test/slug.test.js", "100755"), "TEST_MODIFIED"],
  ])("fails when a test of RED's tree was %s", (_how, change, code) => {
    expect(judgeServerSeal([changed("src/slug.js"), change], lock)).toMatchObject({
      ...{ kind: "fail", gate: "file-gate", code, paths: [change.path] },
      fix: expect.stringContaining("/tdd run --fresh"),
    });
  });
});

describe("judgeServerMerge", () => {
  it("passes when the base changed nothing that the branch changes", () => {
    expect(judgeServerMerge([], lock)).toEqual({ kind: "pass" });
  });

  it("fails with the files and the way out when both changed them", () => {
    expect(judgeServerMerge(["src/slug.js"], lock)).toMatchObject({
      ...{ kind: "fail", code: "BASE_MOVED", paths: ["src/slug.js"] },
      fix: expect.stringContaining("Merge main into the branch"),
    });
  });
});
