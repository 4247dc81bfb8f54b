import { describe, expect, it } from "vitest";
import { judgeTests } from "../../src/gates/judge.ts";
import { judgeRed } from "../../src/gates/red/judge-red.ts";
import { lostLines } from "../../src/gates/red/lost-lines.ts";
import { findWeakTests } from "../../src/gates/red/weak-tests.ts";
import { finished, makeChange, passed } from "../support/make.ts";
import { play } from "../support/play.ts";
import { directoryWith, testRun } from "./test-run.ts";

const promised = { modules: ["slug.js"], symbols: ["slugify"], files: ["slug.js"] };
const head = "const test = require('node:test'); const assert = require('node:assert');";

async function redOf(test: string, seconds = 30) {
  const dir = directoryWith({ "package.json": "{}", "slug.test.js": `${head}\n${test}\n` });
  return judgeRed({
    baseline: finished([]),
    now: await testRun(dir, "node --test", seconds),
    promised,
  });
}

describe("RED cases", () => {
  it("D01: a vacuous test passes already, which is no RED", async () => {
    expect(await redOf("test('a', () => assert.ok(true))")).toMatchObject({
      verdict: "already_satisfied",
    });
  });

  it("D02: a syntax error in the test file is a wrong reason", async () => {
    expect(await redOf("test('a', () => {")).toMatchObject({
      verdict: "wrong_reason",
      reason: "syntax_error",
    });
  });

  it("D03: a module that nobody plans is a wrong reason", async () => {
    const verdict = await redOf("require('./nope.js'); test('a', () => {})");

    expect(verdict.verdict).toBe("wrong_reason");
  });

  it("D04: of three new tests the one that passes is named", async () => {
    const calls = "test('a', () => assert.equal(1, 2)); test('c', () => assert.equal(1, 3));";
    const verdict = await redOf(`${calls} test('b', () => assert.ok(1));`);

    const passing = verdict.tests.filter((each) => each.verdict === "already_satisfied");
    expect(passing.map(({ id }) => id)).toEqual([expect.stringMatching(/\bb$/)]);
  });

  it("D09: a test that hangs is out of time, whatever else it says", async () => {
    const verdict = await redOf(
      "test('a', async () => { await new Promise((r) => setTimeout(r, 1e8)); })",
      2,
    );

    expect(verdict).toMatchObject({ verdict: "wrong_reason", reason: "timeout" });
  });

  it("D11: a test that reads the source text is told as such", () => {
    const text = `${head}\nconst fs = require('fs');\ntest('a', () => assert.match(fs.readFileSync('src/slug.js', 'utf8'), /toLowerCase/));\n`;

    expect(findWeakTests({ "test/slug.test.js": text }, ["src/slug.js"])).not.toEqual([]);
  });

  it("D12: contradictory expectations end BLOCKED when the attempts are used up", () => {
    const never = finished([passed("old")], { exitCode: 1 });
    const { state } = play((command) =>
      command.kind === "run_tests" && command.purpose === "green"
        ? {
            ...{ kind: "tests_ran", command: command.id, purpose: "green", tree: command.tree },
            ...{ run: never, sandbox: "none" },
          }
        : null,
    );

    expect(state).toMatchObject({ conclusion: { kind: "blocked" } });
  });

  it.each(["package.json", "conftest.py", "jest.config.js"])(
    "D14: RED may not touch %s",
    (path) => {
      const lock = { testFiles: ["test/"], allowlist: [] } as never;
      const changes = [makeChange("test/new.test.js"), makeChange(path)];

      const verdict = judgeTests({
        changes,
        offences: [],
        lock,
        testGlobs: [],
        listed: [],
        texts: {},
      });

      expect(verdict).toMatchObject({ kind: "fail", code: "PROTECTED_PATH" });
    },
  );

  it("D15: RED may not delete a test, though it adds others", () => {
    const lock = { testFiles: ["test/"], allowlist: [] } as never;
    const gone = makeChange("test/util.test.js", { status: "deleted" });
    const changes = [makeChange("test/new.test.js"), gone];

    const verdict = judgeTests({
      changes,
      offences: [],
      lock,
      testGlobs: [],
      listed: [],
      texts: {},
    });

    expect(verdict).toMatchObject({ code: "TEST_DELETED", paths: ["test/util.test.js"] });
  });

  const old =
    'import { up } from "../src/up.js";\ntest("up", () => {\n  assert.equal(up("a"), "A");\n});\n';
  const judgeEdited = (text: string, before = old) =>
    judgeTests({
      ...{ changes: [makeChange("test/up.test.js", { status: "modified" })], offences: [] },
      ...{ lock: { testFiles: ["test/"], allowlist: [] } as never, testGlobs: [], listed: [] },
      texts: { "test/up.test.js": { text, added: [], lost: lostLines(before, text) } },
    });

  it.each([
    ["another expectation", old.replace('"A"', '"a"')],
    ["a weaker assertion", old.replace(/assert.equal.*;/, 'assert.ok(up("a") || true);')],
    ["an alternative behind it", old.replace('"A")', '"A" || 1)')],
    ["a skipped test", old.replace("test(", "test.skip(")],
    ["an assertion in a comment", old.replace("assert", "// assert")],
    ["a test that is gone", old.split("\n")[0] ?? ""],
    ["another module under test", old.replace("../src/up.js", "./fake.js")],
    ["another input", old.replace('up("a")', 'up("A")')],
  ])("D15: RED may not give an existing test %s", (_name, text) => {
    expect(judgeEdited(text)).toMatchObject({
      code: "TEST_MODIFIED",
      fix: expect.stringContaining("test/up.test.js: "),
    });
  });

  it.each(['assert.equal(state, "pending");', "require.Equal(t, 1, up())", "#[test]", "@Test"])(
    "D15: RED may not take %s out",
    (line) => {
      expect(judgeEdited("", `${line}\n`)).toMatchObject({ code: "TEST_MODIFIED" });
    },
  );

  it.each([
    ["a test at the end", `${old}test("down", () => assert.equal(down("A"), "a"));\n`],
    ["an import", old.replace("{ up }", "{ down, up }")],
    ["an import in several lines", old.replace("{ up }", "{\n  down,\n  up,\n}")],
    ["a block around it", `describe("up", () => {\n${old.replaceAll(/^/gm, "  ")}});\n`],
  ])("D15: RED may give an existing test file %s", (_name, text) => {
    expect(judgeEdited(text)).toMatchObject({ kind: "pass" });
  });

  it.each([
    ['@pytest.mark.parametrize("x", [1, 2])', '@pytest.mark.parametrize("x", [1, 2, 3])'],
    ['it.todo("fails");', 'it("fails", () => assert.throws(up));'],
    ["  # says A", "  # says A or B"],
    ["    (1, 2)\n]", "    (1, 2),\n    (3, 4),\n]"],
  ])("D15: RED may let %j grow", (before, after) => {
    expect(judgeEdited(after, before)).toMatchObject({ kind: "pass" });
  });

  it("W48: `|| true` at the end of the test command hides no failure", async () => {
    const dir = directoryWith({
      "package.json": "{}",
      "a.test.js": `${head} test('a', () => assert.equal(1, 2));`,
    });

    const ran = await testRun(dir, "node --test a.test.js || true");

    expect(ran.kind === "finished" && ran.cases.map(({ outcome }) => outcome.kind)).toEqual([
      "failed",
    ]);
  });
});
