import { describe, expect, it } from "vitest";
import { frameworkFor } from "../../../src/adapters/tests/frameworks.ts";
import { toTestRun } from "../../../src/adapters/tests/to-test-run.ts";
import type { TestRun } from "../../../src/domain/test-run.ts";
import { wholeRun } from "../../../src/domain/test-run.ts";

interface Printed {
  readonly exitCode: number;
  readonly stdout?: string;
  readonly stderr?: string;
}

function run(command: string, { exitCode, stdout = "", stderr = "" }: Printed): TestRun {
  return toTestRun(frameworkFor("", command), {
    command,
    dir: "/repo",
    exitCode,
    signal: null,
    timedOut: false,
    stdout,
    stderr,
    reports: new Map(),
    durationMs: 1,
    outputCut: false,
  });
}

/** Each case as its id and how it ended. */
function outcomes(ran: TestRun): Record<string, string> {
  if (ran.kind !== "finished") return { [ran.kind]: "" };
  return Object.fromEntries(
    ran.cases.map(({ id, outcome }) => [
      id,
      outcome.kind === "failed" ? outcome.cause.kind : outcome.kind,
    ]),
  );
}

describe("mocha before it could write its report to a file", () => {
  const failure = {
    title: "is empty",
    fullTitle: "join is empty",
    err: {
      message: "Cannot read properties of undefined (reading 'match')",
      stack:
        "TypeError: Cannot read properties of undefined (reading 'match')\n    at join (/repo/lib/join.js:11:21)\n    at Context.<anonymous> (/repo/test/tests.js:140:24)",
    },
  };
  const report = {
    stats: { passes: 1, pending: 0, failures: 1 },
    pending: [],
    failures: [failure],
    passes: [{ title: "joins", fullTitle: "join joins", err: {} }],
  };
  const stdout = `a line of a test\n${JSON.stringify(report, null, 2)}`;

  it("is read from what it prints, and people are shown the rest", () => {
    const ran = run("mocha test", { exitCode: 1, stdout });

    expect(outcomes(ran)).toEqual({ "join > joins": "passed", "join > is empty": "assertion" });
    expect(ran.output).toBe("a line of a test");
  });

  it("names the test file of a failure from its stack, and its message once", () => {
    const ran = run("mocha test", { exitCode: 1, stdout });
    const failed = ran.kind === "finished" ? ran.cases[1] : undefined;

    expect(failed?.file).toBe("test/tests.js");
    expect(failed?.outcome).toMatchObject({
      message: failure.err.stack.replaceAll("/repo/", "./"),
    });
  });
});

describe("an error that the code under test throws", () => {
  const stack = (file: string) =>
    `1 passing (1ms)\n  1 failing\n\n  1) join is empty:\n     TypeError: Cannot read properties of undefined (reading 'match')\n      at join (${file}:11:21)\n      at Context.<anonymous> (test/tests.js:140:24)\n`;

  it("is wrong behaviour, not a name that the test waits for", () => {
    const ran = run("mocha test", { exitCode: 1, stdout: `  ${stack("lib/join.js")}` });

    expect(outcomes(ran)).toMatchObject({ "join is empty": "assertion" });
  });

  it("stays a missing name when the test itself stumbles", () => {
    const ran = run("mocha test", { exitCode: 1, stdout: `  ${stack("test/tests.js")}` });

    expect(outcomes(ran)).toMatchObject({ "join is empty": "missing_target" });
  });
});

describe("nodeunit", () => {
  const stdout = `
nu.js
✔ adds two
✖ group - subtracts

TypeError: s.sub is not a function
    at Object.subtracts (/repo/test/nu.js:3:63)

✖ group - multiplies

Assertion Message: a message
AssertionError: 4 == 5
    at Object.equal (/repo/node_modules/nodeunit/lib/types.js:83:39)
    at Object.mult (/repo/test/nu.js:3:126)


FAILURES: 2/3 assertions failed (17ms)
`;

  it("is read test by test, below the name of the module", () => {
    const ran = run("nodeunit test", { exitCode: 1, stdout });

    expect(outcomes(ran)).toEqual({
      "nu.js > adds two": "passed",
      "nu.js > group - subtracts": "missing_target",
      "nu.js > group - multiplies": "assertion",
    });
    expect(ran).toMatchObject({ counts: { passed: 1, failed: 2 }, contradictions: [] });
  });

  it("takes a test that never called done for one that did not end", () => {
    const text =
      "\nnu.js\n✔ adds two\n\nFAILURES: Undone tests (or their setups/teardowns): \n- waits\n\nTo fix this, make sure all tests call test.done()\n";
    const ran = run("nodeunit test", { exitCode: 10, stdout: text });

    expect(outcomes(ran)).toEqual({ "nu.js > adds two": "passed", waits: "timeout" });
  });
});

describe("vows", () => {
  const vow = (title: string, status: string, exception: unknown) =>
    JSON.stringify({ 0: "vow", 1: { title, context: "adding", status, exception } });

  it("is read vow by vow from its report", () => {
    const lines = [
      '{"0":"subject","1":"math"}',
      '{"0":"context","1":"adding"}',
      vow("gives a sum", "honored", null),
      vow("gives four", "broken", "expected 4,\n\tgot\t 3 (==) // test/vows.js:14"),
      vow("carries", "errored", {
        type: "emitter",
        error: "TypeError: s.sub is not a function\n    at topic (/repo/test/vows.js:2:230)",
      }),
      vow("comes later", "pending", null),
      '{"0":"finish","1":{"honored":1,"broken":1,"errored":1,"pending":1,"total":4}}',
    ];
    const ran = run("vows test/*", { exitCode: 2, stdout: lines.join("\n") });

    expect(outcomes(ran)).toEqual({
      "math > adding > gives a sum": "passed",
      "math > adding > gives four": "assertion",
      "math > adding > carries": "missing_target",
      "math > adding > comes later": "skipped",
    });
    expect(ran.output).toBe("");
  });

  it("is read from its tree where the report could not be had", () => {
    const stdout = `
  ♢ math

  adding
    ✓ gives a sum
    ✗ gives four
        » expected 4,
  subtracting
    ✗ carries
        » An unexpected error was caught: TypeError: s.sub is not a function

✗ Errored » 1 honored ∙ 1 broken ∙ 1 errored (0.007s)
`;
    const ran = run("vows test/*", { exitCode: 2, stdout });

    expect(outcomes(ran)).toEqual({
      "adding > gives a sum": "passed",
      "adding > gives four": "assertion",
      "subtracting > carries": "missing_target",
    });
  });
});

describe("tap before it printed its counts", () => {
  it("has ended when the time of all files is there", () => {
    const stdout = `TAP version 13
# Subtest: test/a.js
    # Subtest: adds
        ok 1 - should be equal
        1..1
    ok 1 - adds # time=5.971ms

    # Subtest: subtracts
        not ok 1 - c.sub is not a function
          ---
          stack: |
            Test.<anonymous> (test/a.js:3:38)
          type: TypeError
          ...

        1..1
        # failed 1 test
    not ok 2 - subtracts # time=19.434ms

    1..2
    # failed 1 of 2 tests
    # time=76.067ms
not ok 1 - test/a.js # time=799.296ms

1..1
# failed 1 test
# time=827.956ms
`;

    const green = stdout.slice(0, stdout.indexOf("    # Subtest: subtracts"));
    const passing = `${green}    1..1\nok 1 - test/a.js # time=9ms\n\n1..1\n# time=11ms\n`;

    expect(outcomes(run("tap test/*.js", { exitCode: 1, stdout }))).toEqual({
      "test/a.js > adds": "passed",
      "test/a.js > subtracts": "missing_target",
    });
    expect(outcomes(run("tap test/*.js", { exitCode: 0, stdout: passing }))).toEqual({
      "test/a.js > adds": "passed",
    });
  });
});

describe("a runner without an adapter", () => {
  it("is one test that passes or fails with the exit code", () => {
    const failing =
      "assert.js:126\n  throw new AssertionError(obj);\n\nAssertionError [ERR_ASSERTION]: 1 == 2\n    at Object.<anonymous> (/repo/test.js:3:8)";

    expect(outcomes(run("node test.js", { exitCode: 0, stdout: "all well" }))).toEqual({
      [wholeRun]: "passed",
    });
    expect(outcomes(run("node test.js", { exitCode: 0 }))).toEqual({ [wholeRun]: "passed" });
    const ran = run("node test.js", { exitCode: 1, stderr: failing });
    expect(outcomes(ran)).toEqual({ [wholeRun]: "assertion" });
    expect(ran).toMatchObject({ source: "exit_code" });
  });

  it("did not start when what it says is about the runner", () => {
    const ran = run("./check", { exitCode: 1, stderr: "sh: 1: checker: command not found" });

    expect(ran).toMatchObject({ kind: "did_not_start", cause: { kind: "runner_missing" } });
  });
});
