import { describe, expect, it } from "vitest";
import { judgeRecord, RedRecord } from "../../../src/adapters/tests/judge-record.ts";

const promised = { modules: ["src/gaps"], symbols: ["overlap"], files: ["src/gaps.js"] };

function judged(framework: string, exitCode: number, given: Partial<RedRecord>) {
  const record = RedRecord.parse({ id: "a", framework, exitCode, promised, ...given });
  const { verdict, reason } = judgeRecord(record);
  return `${verdict}/${reason}`;
}

/** Each is what a runner printed in a live run that was once judged wrongly. */
describe("what live runners taught", () => {
  it("takes an excerpt with `expect` in a parser's message for no assertion", () => {
    const stderr = ` FAIL  test/gaps.test.js [ test/gaps.test.js ]
Error: Failed to parse source for import analysis because the content contains invalid JS syntax.
  File: /repo/test/gaps.test.js:6:0
  4  |    expect(overlap([1, 3], [2, 4])).toBe(true);
  6  |  }}
`;
    const stdout =
      " RUN  v4.1.12 /repo\n Test Files  1 failed | 1 passed (2)\n      Tests  1 passed (1)\n";
    expect(judged("vitest", 1, { stdout, stderr })).toBe("wrong_reason/syntax_error");
  });

  it("knows a dead worker from passing tests without vitest's report", () => {
    const stdout =
      " RUN  v4.1.12 /repo\n Test Files  1 passed (2)\n      Tests  1 passed (3)\n     Errors  1 error\n";
    const stderr =
      "Unhandled Errors\n\nError: [vitest-pool]: Worker forks emitted error.\nCaused by: Error: Worker exited unexpectedly\n";
    expect(judged("vitest", 1, { stdout, stderr })).toBe("wrong_reason/crash");
  });

  it("reads a time-out where vitest's report has a placeholder", () => {
    const test = {
      ancestorTitles: [],
      title: "waits",
      status: "failed",
      failureMessages: ["Error: STACK_TRACE_ERROR\n    at task (file:///x.js:1:1)"],
    };
    const suite = {
      name: "/repo/test/gaps.test.js",
      status: "failed",
      message: "",
      assertionResults: [test],
    };
    const text = JSON.stringify({ numPassedTests: 0, numFailedTests: 1, testResults: [suite] });
    expect(judged("vitest", 1, { reports: [{ name: "report.json", text }] })).toBe(
      "wrong_reason/timeout",
    );
  });

  it("does not take Go's panic of an exit call for an assertion", () => {
    const stdout =
      "--- FAIL: TestLeaves (0.00s)\npanic: unexpected call to os.Exit(0) during test [recovered]\n\tpanic: unexpected call to os.Exit(0) during test\nFAIL\texample.com/slots\t0.004s\nFAIL\n";
    expect(judged("go", 1, { stdout })).toBe("wrong_reason/crash");
  });

  it("counts a Go package that passes without -v", () => {
    expect(judged("go", 0, { stdout: "ok  \texample.com/slots\t0.003s\n" })).toBe(
      "all_pass/passes_already",
    );
  });

  it("gives a file's error to that file, not the failure printed above it", () => {
    const stdout = `✖ sees an overlap (9.5ms)
  AssertionError [ERR_ASSERTION]: false !== true

node:internal/modules/esm/resolve:873
Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'interval-trees-x' imported from /repo/test/more.test.js

Node.js v20.20.2
✖ /repo/test/more.test.js (46.7ms)
  'test failed'

ℹ tests 2
ℹ pass 0
ℹ fail 2
`;
    expect(judged("node:test", 1, { stdout })).toBe("wrong_reason/dependency_missing");
  });

  it.each(["pytest", "unittest", "mocha", "rspec", "phpunit"])(
    "knows that %s never ends well without a word",
    (framework) => {
      expect(judged(framework, 0, {})).toBe("wrong_reason/crash");
      expect(judged(framework, 0, { stdout: "\n> test\n> runner\n" })).toBe("wrong_reason/crash");
    },
  );

  it("misses an example that called exit in RSpec's row of dots", () => {
    const stdout =
      "\n\nFinished in 0.001 seconds (files took 1.01 seconds to load)\n1 example, 0 failures\n\n";
    expect(judged("rspec", 0, { stdout })).toBe("wrong_reason/crash");
    expect(judged("rspec", 0, { stdout: `.${stdout}` })).toBe("all_pass/passes_already");
  });

  it("reads why a test failed from each of bats' formatters", () => {
    const said = "(in test file test/gaps.bats, line 5)\n";
    const tap13 = `TAP version 13\n1..1\nnot ok 1 sees an overlap\n  ---\n  message: |\n    ${said}      \`[ "$output" = "yes" ]' failed\n  ...\n`;
    const pretty = `gaps.bats\n   sees an overlap1/1 ✗ sees an overlap\n   ${said}     \`[ "$output" = "yes" ]' failed\n\n1 test, 1 failure\n`;
    expect(judged("bats", 1, { stdout: tap13 })).toBe("right_reason/assertion");
    expect(judged("bats", 1, { stdout: pretty })).toBe("right_reason/assertion");
  });

  it("finds no test in a Perl file that ended well and planned none", () => {
    const stdout =
      "t/gaps.t ... \nNo subtests run \n\nTest Summary Report\n-------------------\nt/gaps.t (Wstat: 0 Tests: 0 Failed: 0)\n  Parse errors: No plan found in TAP output\nFiles=1, Tests=0,  0 wallclock secs\nResult: FAIL\n";
    expect(judged("prove", 1, { stdout })).toBe("no_tests/no_tests");
  });

  it("reads busted's TAP where the command asks for it, and believes no part of it", () => {
    const stdout = `not ok 1 - gaps sees an overlap
# spec/gaps_spec.lua @ 4
# Failure message: spec/gaps_spec.lua:5: Expected objects to be the same.
# Passed in:
# (boolean) false
# Expected:
# (boolean) true
ok 2 - gaps gives the first
1..2
`;
    const command = "busted -o TAP";
    expect(judged("busted", 1, { stdout, command })).toBe("right_reason/assertion");
    for (let end = 0; end < stdout.length; end += 1) {
      const part = judged("busted", 1, { stdout: stdout.slice(0, end), command });
      expect(part).not.toContain("right_reason");
    }
  });
});
