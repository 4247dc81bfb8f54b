import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeRecord, RedRecord } from "../../../src/adapters/tests/judge-record.ts";
import { judgeLine } from "../../../src/entry/wire-tests.ts";

const JUNIT = `<?xml version="1.0" encoding="utf-8"?>
<testsuites>
	<testcase name="slug trims" classname="test">
		<failure type="testCodeFailure" message="Expected values to be strictly equal">
Error [ERR_TEST_FAILURE]: Expected values to be strictly equal:
  cause: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal
		</failure>
	</testcase>
	<testcase name="slug lowers" classname="test"/>
</testsuites>
`;

function record(more: Partial<RedRecord> = {}): RedRecord {
  const base = { id: "x", framework: "node-test", command: "node --test", exitCode: 1 };
  return RedRecord.parse({ ...base, reports: [{ name: "report.xml", text: JUNIT }], ...more });
}

describe("judgeRecord", () => {
  it("judges from the report, whatever the output says", () => {
    const forged = record({ stdout: "ℹ tests 9\nSyntaxError: nothing\nok 1 - all\n" });
    expect(judgeRecord(forged)).toMatchObject({
      verdict: "right_reason",
      reason: "assertion",
      failed: ["slug trims"],
    });
  });

  it("is not moved by an exit code that was lost", () => {
    expect(judgeRecord(record({ exitCode: 0 })).verdict).toBe("right_reason");
  });

  it("never throws and never judges right when a report is cut at any byte", () => {
    fc.assert(
      fc.property(fc.nat(JUNIT.trimEnd().length - 1), (at) => {
        const judged = judgeRecord(
          record({ reports: [{ name: "report.xml", text: JUNIT.slice(0, at) }] }),
        );
        return judged.verdict !== "right_reason";
      }),
      { numRuns: 300 },
    );
  });

  it("never throws on arbitrary output of any framework", () => {
    const framework = fc.constantFrom(
      "pytest",
      "unittest",
      "vitest",
      "jest",
      "mocha",
      "tape",
      "tap",
      "ava",
      "jasmine",
      "bun",
      "deno",
      "cargo",
      "go",
      "rspec",
      "minitest",
      "phpunit",
      "junit5",
      "gtest",
      "ctest",
      "catch2",
      "bats",
      "shunit2",
      "prove",
      "busted",
      "exunit",
      "node-test",
      "none of these",
    );
    const noise = fc.array(
      fc.constantFrom(
        "ok 1",
        "not ok 2 - x",
        "\u001b[31mFAIL\u001b[0m",
        "\r",
        "\n",
        "1..3",
        "FAILED",
        "{",
        "<a>",
        "Tests: 1",
      ),
    );
    fc.assert(
      fc.property(
        framework,
        noise,
        fc.string(),
        fc.integer({ min: 0, max: 255 }),
        (name, parts, text, exitCode) => {
          const stdout = parts.join("") + text;
          const judged = judgeRecord(
            record({ framework: name, stdout, stderr: text, exitCode, reports: [] }),
          );
          expect(judged.id).toBe("x");
        },
      ),
      { numRuns: 400 },
    );
  });

  it("judges a flood within seconds", () => {
    const flood = "    at Object.<anonymous> (/repo/src/a.js:1:1)\n".repeat(60_000);
    const judged = judgeRecord(
      record({ framework: "jest", stderr: `FAIL a.test.js\n  ● a\n\n${flood}`, reports: [] }),
    );
    expect(judged.id).toBe("x");
  }, 20_000);
});

describe("judgeLine", () => {
  it("says what is wrong with which line, and keeps its id", () => {
    expect(judgeLine('{"id":"a"}', 3)).toEqual({
      id: "a",
      line: 3,
      error: expect.stringMatching(/^line 3: exitCode/),
    });
    expect(judgeLine("no json", 12)).toMatchObject({
      id: null,
      line: 12,
      error: expect.stringMatching(/^line 12 is not JSON\. /),
    });
  });
});
