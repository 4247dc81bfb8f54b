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

function weakened(path: string): Change {
  return { ...changed(path), blob: "c".repeat(40) };
}

describe("judgeServerSeal", () => {
  const seal = { "test/slug.test.js": "a".repeat(40), "src/slug.spec.js": "a".repeat(40) };
  const whole = [changed("src/slug.spec.js"), changed("test/slug.test.js")];

  it("lets the implementation grow, files that the plan names, and new tests", () => {
    const more = { ...changed("test/more.test.js"), status: "added" } as const;
    const changes = [changed("src/slug.js"), changed("test/fixture.json"), more, ...whole];
    expect(judgeServerSeal(changes, seal, lock)).toEqual({ kind: "pass" });
    expect(judgeServerSeal([changed("test/old.js")], null, lock)).toEqual({ kind: "pass" });
  });

  it.each([
    ["weakened", weakened("test/slug.test.js"), "TEST_MODIFIED"],
    ["deleted", changed("test/slug.test.js", null), "TEST_DELETED"],
    ["weakened where it is listed by path", weakened("src/slug.spec.js"), "TEST_MODIFIED"],
    ["older than RED", changed("test/old.test.js"), "TEST_MODIFIED"],
    ["older than RED, and deleted", changed("test/old.test.js", null), "TEST_DELETED"],
  ])("fails when a test of RED's tree was %s", (_how, change, code) => {
    const others = whole.filter(({ path }) => path !== change.path);
    expect(judgeServerSeal([...others, change], seal, lock)).toMatchObject({
      ...{ kind: "fail", gate: "file-gate", code, paths: [change.path] },
      fix: expect.stringContaining("/tdd run --fresh"),
    });
  });
});

it("judgeServerSeal fails when a test of RED's is as it was before RED", () => {
  const seal = { "test/slug.test.js": "a".repeat(40) };
  expect(judgeServerSeal([], seal, lock)).toMatchObject({ code: "TEST_MODIFIED" });
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
