import type { FailureCause, TestCase, TestRun } from "../../src/domain/test-run.ts";

export const spend = (dollars: number, cached = 40_000) => ({
  requests: 6,
  inputTokens: 5_200,
  cacheReadTokens: cached,
  cacheWriteTokens: 3_000,
  outputTokens: 2_100,
  dollars,
});

export const passed = (id: string): TestCase => ({
  id,
  file: "test/slugify.test.js",
  outcome: { kind: "passed" },
});
export const failed = (
  id: string,
  message: string,
  cause: FailureCause = { kind: "assertion" },
): TestCase => ({
  id,
  file: "test/slugify.test.js",
  outcome: { kind: "failed", cause, message, location: "test/slugify.test.js:9" },
});

export function finished(cases: readonly TestCase[], output: string): TestRun {
  const count = (kind: string) => cases.filter((test) => test.outcome.kind === kind).length;
  return {
    kind: "finished",
    framework: "node-test",
    cases: [...cases],
    loadFailures: [],
    counts: { passed: count("passed"), failed: count("failed"), skipped: count("skipped") },
    source: "report",
    exitCode: count("failed") > 0 ? 1 : 0,
    contradictions: [],
    output,
    durationMs: 1_240,
  };
}
