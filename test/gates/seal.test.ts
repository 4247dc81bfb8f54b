import { describe, expect, it } from "vitest";
import type { Change } from "../../src/domain/change.ts";
import { judgeSeal } from "../../src/gates/seal.ts";

const seal = { "test/a.test.ts": "aaaa", "checks/odd.ts": "bbbb" };
const change = (path: string, status: Change["status"], blob: string | null): Change => ({
  path,
  status,
  mode: blob === null ? null : "100644",
  blob,
});

describe("judgeSeal", () => {
  it("leaves implementation files alone", () => {
    const changes = [change("src/a.ts", "modified", "cccc")];
    expect(judgeSeal({ seal, changes }).kind).toBe("pass");
  });

  it.each([
    ["TEST_MODIFIED", change("test/a.test.ts", "modified", "cccc")],
    ["TEST_MODIFIED", change("checks/odd.ts", "modified", "cccc")],
    ["TEST_MODIFIED", change("test/older.test.ts", "modified", "cccc")],
    ["TEST_MODE_CHANGED", change("test/a.test.ts", "modified", "aaaa")],
    ["TEST_DELETED", change("test/a.test.ts", "deleted", null)],
    ["TEST_DELETED", change("tests/older.py", "deleted", null)],
    ["TEST_ADDED_IN_GREEN", change("conftest.py", "added", "cccc")],
    ["TEST_ADDED_IN_GREEN", change("src/fixtures/a.json", "added", "cccc")],
  ])("refuses with %s: %o", (code, only) => {
    expect(judgeSeal({ seal, changes: [only] })).toMatchObject({ kind: "fail", code });
  });

  it("counts the configured test files too", () => {
    const changes = [change("checks/new.ts", "added", "cccc")];
    expect(judgeSeal({ seal, changes }).kind).toBe("pass");
    expect(judgeSeal({ seal, changes, extraGlobs: ["checks/**"] }).kind).toBe("fail");
  });
});
