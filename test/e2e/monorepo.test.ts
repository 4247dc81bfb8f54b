import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCommandLine } from "../../src/entry/command-line.ts";
import { registerRed } from "../../src/entry/commands/red.ts";
import { dryRunLocal } from "../../src/entry/local/dry-run-local.ts";
import { runLocal } from "../../src/entry/local/run-local.ts";
import { RunOptions } from "../../src/entry/run-options.ts";
import { RunSummary } from "../../src/report/run-summary.ts";
import { recordingTerminal } from "../entry/recording-terminal.ts";
import { monorepo, monorepoRecording, monorepoSpec } from "./monorepo-repository.ts";
import { git } from "./sample-repository.ts";

const env = { PATH: process.env["PATH"], HOME: process.env["HOME"] };
const hasPytest = spawnSync("python3", ["-m", "pytest", "--version"]).status === 0;
const config = `projects:
  packages/web: {}
  packages/py:
    command: python3 -m pytest -q
`;

function asked(repo: string, more: Record<string, unknown> = {}) {
  const terminal = recordingTerminal({ cwd: repo, env });
  const spec = join(repo, ".git", "spec.md");
  writeFileSync(spec, monorepoSpec);
  const replay = monorepoRecording(repo);
  const options = RunOptions.parse({ spec, agent: "replay", replay, json: true, ...more });
  return { options, terminal };
}

async function run(repo: string) {
  const { options, terminal } = asked(repo);
  const { exitCode } = await runLocal(options, terminal, terminal.signal);
  return { exitCode, out: terminal.out.join("\n"), err: terminal.err.join("\n") };
}

/** A whole run over both stays with the nightly suite: how two runs become one is tested by itself. */
const isFull = process.env["TDD_LOOP_FULL"] === "1";

describe.runIf(hasPytest)("a repository of two packages", () => {
  it.runIf(isFull)(
    "is worked in both at once, and not green while what passed in one of them fails",
    async () => {
      const repo = monorepo(config);

      const { exitCode, out, err } = await run(repo);

      expect(exitCode, err).toBe(0);
      const summary = RunSummary.parse(JSON.parse(out));
      expect(summary.conclusion).toEqual({ kind: "success" });
      expect(git(repo, "diff", "--name-only", "main", "tdd/net-prices").split("\n")).toEqual([
        "packages/py/shop/price.py",
        "packages/py/tests/test_price.py",
        "packages/web/src/price.js",
        "packages/web/test/price.test.js",
      ]);
      const page = readFileSync(summary.report ?? "", "utf8");
      expect(page).toContain("packages/py/tests/test_price.py::test_rounds");
      expect(page).toContain("packages/web/takes the tax off");
      expect(page).toContain("1 tests that passed at baseline no longer pass");
    },
  );

  it("shows each package's command in a dry run", async () => {
    const repo = monorepo(config);

    const { options, terminal } = asked(repo, { json: false });
    await dryRunLocal(options, terminal, terminal.signal);
    const out = terminal.out.join("\n");

    expect(out).toContain("tests of packages/py: python3 -m pytest -q");
    expect(out).toContain("tests of packages/web: npm test (node:test)");
    expect(out).toContain("packages/web/test/");
  });

  it("says which directory is not there, and which was meant", async () => {
    const repo = monorepo(config.replace("packages/web", "packages/wep"));

    const { exitCode, out } = await run(repo);

    expect(exitCode).toBe(2);
    expect(out).toContain("packages/wep");
    expect(out).toContain("Did you mean `packages/web`?");
  });
});

async function red(cwd: string, ...words: string[]) {
  const terminal = recordingTerminal({ cwd, env });
  await runCommandLine(["red", ...words], terminal, (program) => registerRed(program, terminal));
  return { out: terminal.out.join("\n"), err: terminal.err.join("\n"), ended: terminal.exitCodes };
}

describe.runIf(hasPytest)("tdd-loop red without a command", () => {
  it("runs every project of the configuration and tells them apart", async () => {
    const repo = monorepo(config);
    writeFileSync(
      join(repo, "packages/py/tests/test_new.py"),
      "from shop import price\n\n\ndef test_net():\n    assert price.round_up(1) == 2\n",
    );

    const { out, ended } = await red(repo);

    expect(out).toContain("packages/py/tests/test_new.py::test_net");
    expect(out).toContain("2 passed, 1 failed");
    expect(ended).toEqual([0]);
  });

  it("runs the projects that are asked for, and knows no others", async () => {
    const repo = monorepo(config);

    expect((await red(repo, "--project", "packages/web")).out).toContain("1 passed, 0 failed");
    expect((await red(repo, "--project", "packages/wbe")).err).toContain(
      'Did you mean "packages/web"?',
    );
  });
});
