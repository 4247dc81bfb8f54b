import { describe, expect, it } from "vitest";
import type { Output } from "../../../src/adapters/tests/framework.ts";
import { jest } from "../../../src/adapters/tests/frameworks/jest.ts";
import { mocha } from "../../../src/adapters/tests/frameworks/mocha.ts";
import { nodeTest } from "../../../src/adapters/tests/frameworks/node-test.ts";
import { pytest } from "../../../src/adapters/tests/frameworks/pytest.ts";
import { vitest } from "../../../src/adapters/tests/frameworks/vitest.ts";
import { toTestRun } from "../../../src/adapters/tests/to-test-run.ts";

function output(report: string, stdout: string, exitCode = 0): Output {
  return {
    command: "npm test",
    dir: "/repo",
    exitCode,
    signal: null,
    timedOut: false,
    stdout,
    stderr: "",
    reports: new Map([["report.xml", report]]),
    durationMs: 1,
    outputCut: false,
  };
}

const bothPass =
  '<testsuites><testcase name="a" classname="test"/><testcase name="b" classname="test"/></testsuites>';
const bPasses =
  '<testsuites><testcase name="a" classname="test"><failure type="testCodeFailure" message="no">no</failure></testcase><testcase name="b" classname="test"/></testsuites>';

function summary(pass: number, fail: number): string {
  return `✔ x (1ms)\nℹ tests ${pass + fail}\nℹ pass ${pass}\nℹ fail ${fail}\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0\n`;
}

function disputed(framework: typeof nodeTest, given: Output): string | undefined {
  const run = toTestRun(framework, given);
  return run.kind === "finished" ? run.disputed : run.kind;
}

describe("a report and what its runner printed", () => {
  it("agree in an honest run, green or red", () => {
    expect(disputed(nodeTest, output(bothPass, summary(2, 0)))).toBeUndefined();
    expect(disputed(nodeTest, output(bPasses, summary(1, 1), 1))).toBeUndefined();
  });

  it("do not agree when the tests ended the process and a report was put in its place", () => {
    const forged = output(bothPass, summary(1, 0));
    expect(disputed(nodeTest, forged)).toMatch(/report says 2 passed .* printed 1 passed/);
  });

  it("do not agree when the report hides a failure, or invents one", () => {
    expect(disputed(nodeTest, output(bothPass, summary(1, 1), 1))).toMatch(/printed 1 passed/);
    expect(disputed(nodeTest, output(bPasses, summary(2, 0)))).toMatch(/1 failed, but/);
  });

  it("do not agree when the runner printed no summary at all", () => {
    expect(disputed(nodeTest, output(bothPass, "hello\n"))).toMatch(/no summary/);
    expect(disputed(pytest, output(bothPass, ""))).toMatch(/no summary/);
  });

  it("takes the runner's own summary, which comes last, not one that a test printed", () => {
    const stdout = `${summary(2, 0)}${summary(1, 0)}`;
    expect(disputed(nodeTest, output(bothPass, stdout))).toMatch(/printed 1 passed/);
  });

  it.each([
    [
      vitest,
      "No test suite found in file /repo/test/a.test.js",
      " Test Files  1 failed | 1 passed (2)\n      Tests  1 passed (1)\n",
    ],
    [
      jest,
      "Your test suite must contain at least one test.",
      "Test Suites: 1 failed, 1 passed, 2 total\nTests:       1 passed, 1 total\n",
    ],
  ])("agree about a file without tests, which $name does not count", (framework, message, said) => {
    const b = { fullName: "b", title: "b", ancestorTitles: [], status: "passed" };
    const report = JSON.stringify({
      numPassedTests: 1,
      numFailedTests: 0,
      testResults: [
        { name: "/repo/test/a.test.js", status: "failed", message, assertionResults: [] },
        { name: "/repo/test/b.test.js", status: "passed", message: "", assertionResults: [b] },
      ],
    });
    const reports = new Map([["report.json", report]]);
    const run = toTestRun(framework, { ...output("", said, 1), reports });

    expect(run).toMatchObject({ kind: "finished", emptyFiles: ["test/a.test.js"] });
    expect(disputed(framework, { ...output("", said, 1), reports })).toBeUndefined();
  });

  it("are not compared where the runner prints no summary: what looks like one is a test's own", () => {
    const a = { title: "a", fullTitle: "a", file: "/repo/test/a.js", err: {} };
    const report = JSON.stringify({
      stats: { passes: 1, pending: 0, failures: 0 },
      ...{ pending: [], failures: [], passes: [a] },
    });
    const reports = new Map([["report.json", report]]);

    expect(disputed(mocha, { ...output("", "  0 passing (1ms)\n"), reports })).toBeUndefined();
  });
});
