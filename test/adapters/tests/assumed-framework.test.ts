import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createTestRunner } from "../../../src/adapters/tests/test-runner.ts";
import { laidOut } from "../../support/laid-out.ts";
import { processSandbox } from "../../support/process-sandbox.ts";

const tempDir = mkdtempSync(join(tmpdir(), "tdd-loop-assumed-"));
const signal = new AbortController().signal;
const runner = createTestRunner({
  sandbox: processSandbox,
  framework: null,
  testSeconds: 50,
  maxOutputBytes: 1_000_000,
  network: "off",
  env: { PATH: process.env["PATH"] ?? "" },
  tempDir,
});

const hasPytest = spawnSync("python3", ["-m", "pytest", "--version"]).status === 0;

/** Files that would be taken for pytest, Cargo or Jest where nobody says what is run. */
const lures = {
  "pyproject.toml": "[tool.pytest.ini_options]\n",
  "tools/pyproject.toml": "[tool.pytest.ini_options]\n",
  "tests/test_x.py": "def test_x(): pass\n",
  "jest.config.js": "",
  "Cargo.toml": "",
};
const scripts = (test: string, more: object = {}) => JSON.stringify({ scripts: { test }, ...more });
const workspace = {
  ...lures,
  "package.json": scripts("npm test --workspaces", { workspaces: ["packages/*"] }),
  "packages/a/package.json": scripts("node --test", { name: "@x/a" }),
  "packages/b/package.json": scripts("vitest run", { name: "jest-helpers" }),
};

const detect = (files: Readonly<Record<string, string>>, named: string | null) =>
  runner.detect(Object.keys(files), (path) => Promise.resolve(files[path] ?? null), named);

describe("a test command that a person named", () => {
  it.each<readonly [string, Readonly<Record<string, string>>, string, string]>([
    ["npm test", { "package.json": scripts("node --test") }, "node:test", "node --test"],
    ["npm run unit", { "package.json": '{"scripts":{"unit":"c8 mocha"}}' }, "mocha", "c8 mocha"],
    ["make test", { Makefile: "test: lint\n\t@python3 -m pytest\n" }, "pytest", "target test"],
    ["make check", { Makefile: "check: unit\nunit:\n\tnpx vitest run\n" }, "vitest", "Makefile"],
    [
      "just test",
      { justfile: "lint:\n  ruff .\ntest *args: lint\n  @pytest -q\n" },
      "pytest",
      "justfile",
    ],
    ["just check", { justfile: "check: unit\nunit:\n    npx jest\n" }, "jest", "target check"],
    [
      "task test",
      { "Taskfile.yml": "tasks:\n  test:\n    cmds: [{ task: go }]\n  go: go test ./...\n" },
      "go",
      "Taskfile.yml",
    ],
    [
      "task unit",
      { "Taskfile.yml": "tasks:\n  unit:\n    deps: [it]\n  it: { cmd: cargo test }\n" },
      "cargo",
      "Taskfile.yml",
    ],
    [
      "composer test",
      { "composer.json": '{"scripts":{"test":["phpcs","phpunit --no-progress"]}}' },
      "phpunit",
      "composer.json",
    ],
    [
      "tox -e py",
      { "tox.ini": "[testenv]\ncommands =\n    python -m unittest -v\n" },
      "unittest",
      "tox.ini",
    ],
    [
      "bundle exec rake",
      { Rakefile: "RSpec::Core::RakeTask.new(:spec)\ntask default: :spec\n" },
      "rspec",
      "Rakefile",
    ],
    ["poetry run pytest", {}, "pytest", "named in the command"],
    ["python -m pytest pkg", {}, "pytest", "named in the command"],
    ["npx vitest run", {}, "vitest", "named in the command"],
    ["yarn jest", { "package.json": "{}" }, "jest", "named in the command"],
    ["node --test packages/vitest-plugin/test", {}, "node:test", "named in the command"],
    ["python3 -m unittest discover jest", {}, "unittest", "named in the command"],
    ["bun test", { "package.json": scripts("vitest run") }, "bun", "named in the command"],
  ])("%s decides over the lures around it", async (named, files, framework, why) => {
    const found = await detect({ ...lures, ...files }, named);
    expect(found).toMatchObject({ testCommand: named, framework });
    expect(found.why).toContain(why);
  });

  it("is not taken for anything when nothing in it tells", async () => {
    const found = await detect({ ...lures, Makefile: "test:\n\t./run-all\n" }, "make test");
    expect(found).toMatchObject({
      framework: null,
      why: "nothing in the command names one",
    });
  });

  it.each(["turbo run test", "npx nx run-many -t test", "pnpm exec lerna run test", "npm test"])(
    "that leaves the packages to a tool of their own says what to write instead: %s",
    async (named) => {
      const files = {
        ...workspace,
        "package.json": scripts("turbo run test", { workspaces: ["packages/*"] }),
      };
      const found = await detect(files, named);
      expect(found).toMatchObject({ testCommand: named, framework: null });
      expect(found.why).toMatch(/hides the reports.*packages\/a, packages\/b below `projects:`/);
    },
  );

  it.each([
    ["npm test --workspaces", "packages/a, packages/b"],
    ["npm test", "packages/a, packages/b"],
    ["npm test -w @x/a", "packages/a"],
    ["npm test --workspace=packages/b", "packages/b"],
    ["npm --prefix packages/a test", "packages/a"],
    ["pnpm -r test", "packages/a, packages/b"],
    ["pnpm --filter jest-helpers test", "packages/b"],
    ["yarn workspace @x/a test", "packages/a"],
    ["yarn workspaces foreach -A run test", "packages/a, packages/b"],
    ["cd packages/a && npm test", "packages/a"],
  ])("%s runs the packages that it names, each by its own command", async (named, places) => {
    const found = await detect(workspace, named);
    expect(found).toMatchObject({ framework: null });
    expect(found.why).toBe(`each package by its own command: ${places}`);
  });

  it.each([
    "npm test -w nosuch",
    "npm test -w ../out",
    "npm test --workspaces --unknown",
    "pnpm -r test | tee log",
  ])("%s is left as it is: what it would run is not plain", async (named) => {
    expect((await detect(workspace, named)).why).not.toContain("each package");
  });

  it("takes the packages of pnpm's own file, without those it excludes", async () => {
    const files = {
      ...workspace,
      "package.json": "{}",
      "pnpm-workspace.yaml": 'packages: ["packages/*", "!packages/b"]\n',
    };
    expect((await detect(files, "pnpm -r test")).why).toMatch(/: packages\/a$/);
  });
});

const assert =
  'const { test } = require("node:test");\nconst { equal } = require("node:assert");\n';
const run = async (dir: string, command: string) =>
  (await runner.run({ dir, command, framework: null, purpose: "red" }, signal)).run;
const outcomes = (now: Awaited<ReturnType<typeof runner.run>>["run"]) =>
  now.kind === "finished" ? now.cases.map(({ id, outcome }) => `${id} ${outcome.kind}`) : now.kind;

describe("tests of one name in two packages", () => {
  it("stay two where one command runs both packages", async () => {
    const dir = laidOut({
      ...workspace,
      "packages/b/package.json": scripts("node --test"),
      "packages/a/test/x.test.js": `${assert}test("adds", () => equal(1, 1));\n`,
      "packages/b/test/x.test.js": `${assert}test("adds", () => equal(1, 2));\n`,
    });
    const now = await run(dir, "npm test");
    expect(now).toMatchObject({ kind: "finished", source: "report", exitCode: 1 });
    expect(outcomes(now)).toEqual(["packages/a/adds passed", "packages/b/adds failed"]);
  });

  it.runIf(hasPytest)(
    "stay two where a recipe starts the runner twice: no report is written over",
    async () => {
      const dir = laidOut({
        Makefile: "test:\n\tpython3 -m pytest -q a\n\tpython3 -m pytest -q b\n",
        "a/test_a.py": "def test_adds(): assert 1 == 1\n",
        "b/test_b.py": "def test_adds(): assert 1 == 2\n",
      });
      const now = await run(dir, "make test");
      expect(now).toMatchObject({ framework: "pytest", counts: { passed: 1, failed: 1 } });
      expect(outcomes(now)).toEqual([
        "b/test_b.py::test_adds failed",
        "a/test_a.py::test_adds passed",
      ]);
    },
  );

  it("are all counted where two TAP streams follow each other", async () => {
    const tap = (ok: string) => `TAP version 13\n# Subtest: adds\n${ok} 1 - adds\n1..1\n`;
    const dir = laidOut({ "a.txt": tap("ok"), "b.txt": tap("not ok") });
    const now = await run(dir, "cat a.txt b.txt; exit 1");
    expect(outcomes(now)).toEqual(["adds passed", "adds #2 failed"]);
  });
});
