import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCommandLine } from "../../../src/entry/command-line.ts";
import { registerRed } from "../../../src/entry/commands/red.ts";
import { laidOut } from "../../support/laid-out.ts";
import { recordingTerminal } from "../recording-terminal.ts";

const OLD = `const { test } = require("node:test");
const assert = require("node:assert");
const { slug } = require("../slug.js");
test("lowers", () => assert.equal(slug("A"), "a"));
test("was broken before", () => assert.equal(slug("B"), "x"));
`;
const NEW = `const { test } = require("node:test");
const assert = require("node:assert");
const { slug } = require("../slug.js");
test("joins words", () => assert.equal(slug("a b"), "a-b"));
`;

function repository(files: Readonly<Record<string, string>> = {}): string {
  const dir = laidOut({
    "package.json": '{"scripts":{"test":"node --test"}}',
    "slug.js": "exports.slug = (s) => s.toLowerCase();\n",
    "test/a.test.js": OLD,
    ...files,
  });
  const who = ["-c", "user.name=a", "-c", "user.email=a@b.c"];
  for (const args of [
    ["init", "-q"],
    ["add", "-A"],
    [...who, "commit", "-qm", "base"],
  ])
    execFileSync("git", args, { cwd: dir });
  return dir;
}

async function red(cwd: string, ...words: string[]) {
  const env = { PATH: process.env["PATH"], HOME: process.env["HOME"] };
  const terminal = recordingTerminal({ cwd, env });
  await runCommandLine(["red", ...words], terminal, (program) => registerRed(program, terminal));
  return { out: terminal.out.join("\n"), err: terminal.err, ended: terminal.exitCodes };
}

describe("tdd-loop red in a repository", () => {
  it("tells the new failures from those of the last commit, and leaves everything as it was", async () => {
    const dir = repository();
    writeFileSync(join(dir, "test/b.test.js"), NEW);
    const before = [readdirSync(dir), readFileSync(join(dir, ".git/index"))];

    const { out, ended } = await red(dir, "--", "node", "--test");

    expect(ended).toEqual([0]);
    expect(out).toContain("(assertion)");
    expect(out).toContain("joins words");
    expect(out).not.toContain("was broken before");
    expect(out).toContain("new since HEAD");
    expect([readdirSync(dir), readFileSync(join(dir, ".git/index"))]).toEqual(before);
  });

  it("says that a new test passes already", async () => {
    const dir = repository();
    writeFileSync(join(dir, "test/b.test.js"), NEW.replace("a-b", "a b"));

    const { out, ended } = await red(dir, "--json", "--", "node", "--test");

    expect(ended).toEqual([1]);
    expect(JSON.parse(out)).toMatchObject({ reason: "baseline_only" });
    expect(JSON.parse(out).tests).toMatchObject([
      { id: "joins words", verdict: "already_satisfied" },
    ]);
  });

  it("names the clock when a test fails today and not on another date", async () => {
    const dir = repository();
    const year = new Date().getFullYear();
    const today = `test("is over", () => assert.notEqual(new Date().getFullYear(), ${year}));`;
    writeFileSync(join(dir, "test/b.test.js"), NEW + today);

    const { out, ended } = await red(dir, "--repeat", "2", "--", "node", "--test");

    expect(ended).toEqual([1]);
    expect(out).toContain("clock_dependent");
    expect(out).toContain("is over");
  });

  it("says why nothing was told from an earlier run", async () => {
    const { out } = await red(repository(), "--", "node", "--test");
    const outside = await red(
      laidOut({ "a.test.js": OLD.replace("../", "./") }),
      "--",
      "node",
      "--test",
    );

    expect(out).toContain("no baseline: no test file differs from HEAD");
    expect(outside.out).toContain("no baseline: this is no git repository");
  });
});

describe("tests that do not end alike, or do not end", () => {
  it("names a test that fails in some of the repeats only", async () => {
    const flaky = `const { test } = require("node:test");
const assert = require("node:assert");
const { appendFileSync, readFileSync } = require("node:fs");
appendFileSync("runs", "x");
const runs = readFileSync("runs", "utf8").length;
test("is steady", () => assert.equal(1, runs * 100));
test("is shaky", () => assert.equal(runs % 2, 0));
`;
    const dir = laidOut({ "a.test.js": flaky });

    const { out, ended } = await red(dir, "--repeat", "3", "--", "node", "--test");

    expect(ended).toEqual([1]);
    expect(out).toContain("wrong reason: a test does not end alike in every run (flaky)");
    expect(out).toMatch(/fix: .*is shaky/);
    expect(out).not.toMatch(/fix: .*is steady/);
  });

  it("sees a test that depends on the date where it runs", async () => {
    const dated = `const { test } = require("node:test");
const assert = require("node:assert");
test("is of today", () => assert.equal(new Date().getTimezoneOffset(), new Date(0).getTimezoneOffset() + (process.env.TZ ? 0 : 1)));
`;
    const { out } = await red(
      laidOut({ "a.test.js": dated }),
      "--repeat",
      "2",
      "--",
      "node",
      "--test",
    );

    expect(out).toMatch(/clock_dependent[\s\S]*is of today/);
  });

  it("ends a hanging test within a second of its limit, with no process left", async () => {
    const dir = laidOut({});

    const { out, ended } = await red(
      dir,
      "--json",
      "--seconds",
      "1",
      "--",
      "sleep 98761 & setsid sleep 98761",
    );

    expect(ended).toEqual([1]);
    expect(JSON.parse(out)).toMatchObject({ reason: "timeout", run: { kind: "timed_out" } });
    expect(JSON.parse(out).run.afterMs).toBeLessThan(2_000);
    expect(left("98761")).toEqual([]);
  });
});

describe("tdd-loop red without a command", () => {
  it("runs the configured command as the configuration says, unless an option says otherwise", async () => {
    const config = "testCommand: node --test\nsandbox: namespaces\nlimits: { testSeconds: 1 }\n";
    const slow = `${OLD}test("waits", () => new Promise((done) => setTimeout(done, 30_000)));\n`;
    const dir = repository({ ".github/tdd-loop.yml": config, "test/a.test.js": slow });

    const configured = JSON.parse((await red(dir, "--json", "--no-baseline")).out);
    const asked = JSON.parse((await red(dir, "--json", "--sandbox", "process")).out);

    expect(configured).toMatchObject({ sandbox: "namespaces", run: { kind: "timed_out" } });
    expect(asked).toMatchObject({ sandbox: expect.stringContaining("process") });
  });
});

/** Processes that have this word on their command line. */
function left(word: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(word);
    } catch {
      return false;
    }
  });
}
