import { expect, test } from "vitest";
import { digestOutput } from "../../src/domain/test-digest.ts";
import type { FinishedRun, TestCase } from "../../src/domain/test-run.ts";

function failing(id: string, message: string): TestCase {
  const outcome = {
    kind: "failed",
    cause: { kind: "assertion" },
    message,
    location: `${id}.js:7`,
  } as const;
  return { id, file: `${id}.js`, outcome };
}

function finished(some: Partial<FinishedRun>): FinishedRun {
  return {
    kind: "finished",
    framework: "vitest",
    cases: [],
    loadFailures: [],
    counts: { passed: 4, failed: 0, skipped: 1 },
    source: "report",
    exitCode: 0,
    contradictions: [],
    output: "",
    durationMs: 1,
    ...some,
  };
}

test("names every failing test with cause, place and message, colours removed", () => {
  const text = digestOutput(
    finished({
      cases: [
        failing("adds", "\u001b[31mexpected 3\u001b[39m\n\n  got 4"),
        { ...failing("ok", ""), outcome: { kind: "passed" } },
      ],
      loadFailures: [
        {
          file: "b.js",
          cause: { kind: "missing_target", target: "module", name: "./x" },
          message: "no ./x",
        },
      ],
      counts: { passed: 1, failed: 1, skipped: 0 },
      exitCode: 1,
      contradictions: ["exit code 1 but the report has no failure"],
    }),
  );
  expect(text).toBe(
    [
      "1 failed, 1 passed, 0 skipped (vitest, exit code 1).",
      "Note: exit code 1 but the report has no failure",
      "FAIL b.js (did not load, none of its tests ran) [missing_target: ./x]",
      "  no ./x",
      "FAIL adds [assertion] at adds.js:7",
      "  expected 3",
      "    got 4",
    ].join("\n"),
  );
});

test("is at most 6 % of a long log, and loses no name", () => {
  const cases = Array.from({ length: 100 }, (_, i) => failing(`test ${i}`, "m".repeat(5_000)));
  const output = "x".repeat(500_000);
  const text = digestOutput(finished({ cases, output, exitCode: 1 }));
  expect(text.length).toBeLessThanOrEqual(output.length * 0.06);
  for (const { id } of cases) expect(text).toContain(`FAIL ${id} [assertion] at ${id}.js:7`);
});

test("keeps beginning and end of a long message", () => {
  const message = `expected A${" x".repeat(4_000)} at line 9`;
  const text = digestOutput(finished({ cases: [failing("a", message)], exitCode: 1 }));
  expect(text).toContain("expected A");
  expect(text).toContain("at line 9");
  expect(text.length).toBeLessThan(2_000);
});

test("shows the end of the output when a run ends badly without naming a test", () => {
  const text = digestOutput(finished({ exitCode: 1, output: "start\nUnhandled error: boom\n" }));
  expect(text).toContain("Unhandled error: boom");
});

test.each([
  [
    {
      kind: "did_not_start",
      framework: "jest",
      cause: { kind: "runner_missing" },
      why: "no jest",
      output: "o1",
      durationMs: 1,
    } as const,
    /did not start \(runner_missing\): no jest\nThe end of its output:\n {2}o1/,
  ],
  [
    { kind: "timed_out", framework: "jest", afterMs: 30_000, output: "o2" } as const,
    /within 30 s.*\n.*\n {2}o2/,
  ],
  [
    { kind: "crashed", framework: "jest", why: "SIGSEGV", output: "", durationMs: 1 } as const,
    /SIGSEGV\nIt printed nothing/,
  ],
])("says what became of a run that did not finish: $kind", (run, words) => {
  expect(digestOutput(run)).toMatch(words);
});

test("keeps what was expected and what came when the middle of a message has to go", () => {
  const stack = Array.from({ length: 60 }, (_, at) => `      const step${at} = run(${at});`);
  const message = [
    "AssertionError: assert 'a-b-c' == 'a-b'",
    ...stack,
    "  - a-b",
    "  + a-b-c",
    ...stack.map((line) => `${line} // again`),
    "slug.py:7: AssertionError",
  ].join("\n");
  const text = digestOutput(finished({ cases: [failing("a", message)], exitCode: 1 }));

  expect(text).toContain("assert 'a-b-c' == 'a-b'");
  expect(text).toContain("- a-b\n");
  expect(text).toContain("+ a-b-c\n");
  expect(text).toContain("slug.py:7: AssertionError");
  expect(text.length).toBeLessThan(1_900);
});

test.each([30_000, 100_000])("keeps to 6 %% of a log of %i characters", (length) => {
  const cases = Array.from({ length: 8 }, (_, at) =>
    failing(`t${at}`, `${at}${" m".repeat(2_000)}`),
  );
  const text = digestOutput(finished({ cases, output: "x".repeat(length), exitCode: 1 }));

  expect(text.length).toBeLessThanOrEqual(length * 0.06);
});

test("keeps both ends of a line that is too long", () => {
  const message = `expected '${"x".repeat(900)}' to equal 'short'\n${"noise\n".repeat(400)}`;
  const text = digestOutput(finished({ cases: [failing("a", `${message}${"z".repeat(2_000)}`)] }));

  expect(text).toContain("expected 'xxx");
  expect(text).toContain("to equal 'short'");
});

test("gives each of many failures of a short log room for its values", () => {
  const cases = Array.from({ length: 14 }, (_, at) =>
    failing(
      `case ${at}`,
      `AssertionError: expected ${at} to be ${at + 1}\n${"code();\n".repeat(3)}`,
    ),
  );
  const text = digestOutput(finished({ cases, output: "short", exitCode: 1 }));

  for (const at of cases.keys()) expect(text).toContain(`expected ${at} to be ${at + 1}`);
});

test("leaves out a place that the title names, so that the same message counts as the same", () => {
  const cases = ["a", "b"].map((id) =>
    failing(id, `NotImplementedError\nsrc/x.py:3: NotImplementedError\n${id}.js:7:`),
  );
  const text = digestOutput(finished({ cases, exitCode: 1 }));

  expect(text.split("\n").slice(1)).toEqual([
    "FAIL a [assertion] at a.js:7",
    "FAIL b [assertion] at b.js:7",
    "  NotImplementedError",
    "  src/x.py:3: NotImplementedError",
  ]);
});

test("tells a message once that many tests have", () => {
  const cases = Array.from({ length: 9 }, (_, at) =>
    failing(`case ${at}`, "slug is not a function"),
  );
  cases.push(failing("between", "other"), failing("again", "slug is not a function"));
  const text = digestOutput(finished({ cases, exitCode: 1 }));

  expect(text).toContain('FAIL again [assertion] at again.js:7\n  (as "case 0" says)');
  expect(text.split("slug is not a function")).toHaveLength(2);
  expect(text).toContain("at case 7.js:7\nFAIL case 8 [assertion] at case 8.js:7\n  slug is not");
});
