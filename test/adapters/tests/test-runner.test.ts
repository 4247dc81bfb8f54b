import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { createTestRunner } from "../../../src/adapters/tests/test-runner.ts";
import { judgeRed } from "../../../src/gates/red/judge-red.ts";
import { laidOut } from "../../support/laid-out.ts";
import { processSandbox } from "../../support/process-sandbox.ts";

const tempDir = mkdtempSync(join(tmpdir(), "tdd-loop-runner-"));
const signal = new AbortController().signal;

function runner(testSeconds = 50) {
  return createTestRunner({
    sandbox: processSandbox,
    framework: null,
    testSeconds,
    maxOutputBytes: 1_000_000,
    network: "off",
    env: { PATH: process.env["PATH"] ?? "" },
    tempDir,
  });
}

async function run(dir: string, command: string) {
  return (await runner().run({ dir, command, framework: null, purpose: "red" }, signal)).run;
}

const SLUG = "exports.slug = (s) => s.toLowerCase();\n";
const OLD = `const { test } = require("node:test");
test("lowers", () => require("node:assert").equal(require("../slug.js").slug("A"), "a"));
`;
const NEW = `const { test } = require("node:test");
const { unslug } = require("../slug.js");
test("unslugs", () => require("node:assert").equal(unslug("a-b"), "a b"));
`;
const NODE = {
  "package.json": '{"scripts":{"test":"node --test"}}',
  "slug.js": SLUG,
  "test/a.test.js": OLD,
};
const promised = { modules: [], symbols: ["unslug"], files: [] };
const hasPytest = spawnSync("python3", ["-m", "pytest", "--version"]).status === 0;

describe("the test runner", () => {
  it.each(["node --test", "npm test"])(
    "reads node's report of %s, and leaves nothing",
    async (command) => {
      const dir = laidOut(NODE);
      const before = readdirSync(dir);
      const baseline = await run(dir, command);
      writeFileSync(join(dir, "test/b.test.js"), NEW);
      const now = await run(dir, command);
      const verdict = judgeRed({ baseline, now, promised });
      expect(baseline).toMatchObject({ kind: "finished", source: "report", exitCode: 0 });
      expect(verdict).toMatchObject({ verdict: "right_reason", reason: "missing_symbol" });
      expect(verdict.tests.map((test) => test.id)).toEqual(["unslugs"]);
      expect(readdirSync(dir)).toEqual(before);
      expect(readdirSync(tempDir)).toEqual([]);
    },
  );

  it("still reads the runner's own report where code fills its directory", async () => {
    const fill = `const fs = require("node:fs");
const [, dir] = /destination=(\\S+)\\/report.xml/.exec(process.env.NODE_OPTIONS ?? "") ?? [];
for (const name of ["a.bin", "b.bin", "c.xml"]) { fs.writeFileSync(dir + "/" + name, ""); fs.truncateSync(dir + "/" + name, 40_000_000); }
`;
    const dir = laidOut({ ...NODE, "slug.js": fill + SLUG });
    const now = await run(dir, "node --test");
    expect(now).toMatchObject({ kind: "finished", source: "report", exitCode: 0 });
  });

  it("reads vitest's report through npm's own arguments", async () => {
    const dir = laidOut({
      "package.json": '{"type":"module","scripts":{"test":"vitest run"}}',
      "slug.js": "export const slug = (s) => s;\n",
      "b.test.js":
        'import { expect, test } from "vitest";\nimport { unslug } from "./slug.js";\ntest("unslugs", () => expect(unslug("a")).toBe("a"));\n',
    });
    symlinkSync(resolve("node_modules"), join(dir, "node_modules"));
    const now = await run(dir, "npm test");
    expect(now).toMatchObject({ kind: "finished", framework: "vitest", source: "report" });
    expect(judgeRed({ baseline: null, now, promised }).reason).toBe("missing_symbol");
  });

  it.runIf(hasPytest)("reads pytest's report, ids as pytest spells them", async () => {
    const dir = laidOut({
      "slug.py": "def slug(s):\n    return s.lower()\n",
      "tests/test_slug.py":
        "import sys\nsys.path.insert(0, '.')\nimport slug\nclass TestSlug:\n    def test_trims(self):\n        assert slug.slug(' A ') == 'a'\n    def test_unslugs(self):\n        assert slug.unslug('a-b') == 'a b'\n",
    });
    const now = await run(dir, "python3 -m pytest -q");
    const verdict = judgeRed({ baseline: null, now, promised });
    expect(verdict.tests).toMatchObject([
      { id: "tests/test_slug.py::TestSlug::test_trims", cause: { kind: "assertion" } },
      { id: "tests/test_slug.py::TestSlug::test_unslugs", cause: { kind: "missing_target" } },
    ]);
  });

  it("runs the plain command when its own flags break it", async () => {
    const dir = laidOut({
      "package.json": '{"scripts":{"test":"mocha"}}',
      "node_modules/.bin/mocha":
        '#!/bin/sh\n[ $# -gt 0 ] && { echo "Error: unknown option $1" >&2; exit 9; }\nprintf "\\n  ✔ works\\n\\n  1 passing (1ms)\\n"\n',
    });
    spawnSync("chmod", ["+x", join(dir, "node_modules/.bin/mocha")]);
    const now = await run(dir, "npm test");
    expect(now).toMatchObject({ kind: "finished", framework: "mocha", source: "text" });
  });

  it("keeps a list's own meaning: flags go to the runner only when it comes last", async () => {
    const dir = laidOut({
      ...NODE,
      "package.json": '{"scripts":{"test":"node --test && echo done > end.txt"}}',
    });
    const now = await run(dir, "npm test");
    expect(now).toMatchObject({ kind: "finished", framework: "node:test" });
    expect(readdirSync(dir)).toContain("end.txt");
  });

  it("ends a run that hangs, and says that it timed out", async () => {
    const dir = laidOut({ "hang.js": "setInterval(() => {}, 1000);\n" });
    const asked = { dir, command: "node hang.js", framework: null, purpose: "red" } as const;
    const { run: now } = await runner(1).run(asked, signal);
    expect(now.kind).toBe("timed_out");
  });

  it("knows nothing but the exit code of a runner it has no adapter for, and says so", async () => {
    const failed = await run(laidOut({}), "echo some text; exit 3");
    expect(failed).toMatchObject({ kind: "finished", framework: "unknown", source: "exit_code" });
    expect(failed).toMatchObject({ cases: [{ outcome: { kind: "failed" } }] });
    expect(await run(laidOut({}), "no-such-runner")).toMatchObject({
      cause: { kind: "runner_missing" },
    });
  });

  it("counts only the exit of a lint command", async () => {
    const dir = laidOut({ "a.txt": "" });
    expect(await runner().lint(dir, "echo bad; exit 2", signal)).toEqual({
      passed: false,
      output: "bad\n",
    });
    expect((await runner().lint(dir, "ls a.txt", signal)).passed).toBe(true);
  });
});

describe("detection", () => {
  const detect = (files: Readonly<Record<string, string>>) =>
    runner().detect(Object.keys(files), (path) => Promise.resolve(files[path] ?? null));

  it.each<readonly [Readonly<Record<string, string>>, string | null, string | null]>([
    [{ "package.json": '{"scripts":{"test":"jest"}}' }, "npm test", "jest"],
    [
      { "package.json": '{"scripts":{"test":"npm run unit","unit":"c8 mocha"}}' },
      "npm test",
      "mocha",
    ],
    [{ "package.json": "{}", "pytest.ini": "" }, "python3 -m pytest", "pytest"],
    [{ "Cargo.toml": "" }, "cargo test", "cargo"],
    [{ "go.mod": "module x" }, "go test ./...", "go"],
    [{ ".rspec": "" }, "rspec", "rspec"],
    [{ "pom.xml": "", mvnw: "" }, "./mvnw -B test", "junit5"],
    [{ Makefile: "test:\n\ttrue\n" }, "make test", null],
    [{ "README.md": "" }, null, null],
  ])("of %j is %s with %s", async (files, testCommand, framework) => {
    expect(await detect(files)).toMatchObject({ testCommand, framework });
  });

  it("says where it looked", async () => {
    expect((await detect({ "go.mod": "module x" })).lookedAt).toEqual(["go.mod"]);
    expect((await detect({})).lookedAt).toContain("package.json");
  });
});

describe("reports that a runner writes into the tree", () => {
  it("are read when this run wrote them", async () => {
    const xml =
      '<testsuite name="bank.T"><testcase classname="bank.T" name="a"><failure type="org.opentest4j.AssertionFailedError" message="expected 1"/></testcase></testsuite>';
    const dir = laidOut({
      mvnw: `#!/bin/sh\nmkdir -p target/surefire-reports\nprintf '%s' '${xml}' > target/surefire-reports/TEST-bank.T.xml\necho 'Tests run: 1, Failures: 1, Errors: 0, Skipped: 0'\nexit 1\n`,
    });
    spawnSync("chmod", ["+x", join(dir, "mvnw")]);
    const now = await run(dir, "./mvnw -B test");
    expect(now).toMatchObject({
      framework: "junit5",
      source: "report",
      cases: [{ id: "bank.T.a" }],
    });
  });
});
