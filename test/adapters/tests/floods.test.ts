import { describe, expect, it } from "vitest";
import { frameworks } from "../../../src/adapters/tests/frameworks.ts";
import { judgeRecord, RedRecord } from "../../../src/adapters/tests/judge-record.ts";
import { plainText } from "../../../src/adapters/tests/plain-text.ts";
import { withinLimits } from "../../../src/adapters/tests/within-limits.ts";

const SIZE = 200_000;
/** One that goes back over what it read would take minutes for a single one of these. */
const GENEROUS = 60_000;
const units = ["a", ".", "/a", " ", "\n", "\n ", "a = ", ".py::", "Error: ", "\r"];

function flood(unit: string): string {
  return `${unit.repeat(SIZE / unit.length)}!\n`;
}

describe("a flood", () => {
  it.each(frameworks.map(({ name }) => name))(
    "that a test of %s prints is judged",
    (framework) => {
      for (const unit of units) {
        const stdout = `${START[framework] ?? ""}${flood(unit)}`;
        const judged = judgeRecord(RedRecord.parse({ id: unit, framework, exitCode: 1, stdout }));
        expect(judged.id).toBe(unit);
      }
    },
    GENEROUS,
  );

  it.each(units)(
    "of %j as the message of a failure leaves the cause to be seen",
    (unit) => {
      const text = `<testsuites><testsuite name="s"><testcase classname="tests.test_a" name="test_a"><failure message="AssertionError: ${flood(unit)}">E   AssertionError: ${flood(unit)}</failure></testcase></testsuite></testsuites>`;
      const stdout = "=== test session starts ===\n=== 1 failed in 0.1s ===\n";
      const reports = [{ name: "report.xml", text }];
      const judged = judgeRecord(
        RedRecord.parse({ id: "x", framework: "pytest", exitCode: 1, stdout, reports }),
      );
      expect(judged).toMatchObject({ verdict: "right_reason", reason: "assertion" });
    },
    GENEROUS,
  );
});

const START: Readonly<Record<string, string>> = { pytest: "=== test session starts ===\n" };

describe("withinLimits", () => {
  it("leaves alone what a runner prints", () => {
    const text = `${"a word ".repeat(400)}\n${"w".repeat(500)}\n${"\n".repeat(30)}end\n`;
    expect(withinLimits(text)).toBe(text);
  });

  it("keeps both ends of a line and of a word", () => {
    expect(withinLimits(`start ${"a".repeat(9_000)} end`)).toMatch(/^start a+\[…\]a+ end$/);
    expect(withinLimits(`start ${"a ".repeat(9_000)}end`)).toMatch(/^start [a ]+\[…\][a ]+end$/);
  });

  it("leaves no line longer than 8,000 characters, and no gap of more than 40 lines", () => {
    const lines = withinLimits(units.map(flood).join("\n")).split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(8_000);
    expect(lines.join("\n")).not.toMatch(/\n{42}/);
  });

  it("keeps a machine's line whole, and cuts its strings", () => {
    const event = { Action: "output", Output: `a ${"b".repeat(9_000)}\n` };
    const read = JSON.parse(withinLimits(JSON.stringify(event)));
    expect(read.Action).toBe("output");
    expect(read.Output).toMatch(/^a b+\[…\]b+\n$/);
  });
});

describe("plainText", () => {
  it.each([
    ["a\r\nb\r\r\nc", "a\nb\nc"],
    ["10 %\r50 %\r100 %\nnext", "100 %\nnext"],
    ["10 %\r50 %\r", "50 %\r"],
    ["\r\n\r\n", "\n\n"],
  ])("shows %j as it was drawn last", (text, shown) => {
    expect(plainText(text)).toBe(shown);
  });
});
