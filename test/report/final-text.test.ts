import { describe, expect, it } from "vitest";
import { finalText } from "../../src/report/final-text.ts";
import { noLinks } from "../../src/report/links.ts";
import { foldReport } from "../../src/report/report.ts";
import { RunSummary, runSummary } from "../../src/report/run-summary.ts";
import { payload, withPrefix } from "./hostile.ts";
import { blockedRun, sampleRun } from "./sample-run.ts";

const links = { ...noLinks, report: "/tmp/run/report.html" };

describe("the end of a run on a terminal", () => {
  it("names branch, commits, tests, criteria, critic, the four questions, and the report", () => {
    const lines = finalText(foldReport(sampleRun), links).split("\n");
    expect(lines[0]).toBe("Done in 4m 39s, $0.47 (85 % of the input cached)");
    for (const line of [
      "  issue         acme/words#7 Add slugify for article titles",
      "  branch        tdd/7-add-slugify (pushed at 77aa66b)",
      "  commits       1f0c9a7 red: failing tests for slugify",
      "                9b8a7c6 green: slugify for article titles",
      "  tests         5 passed, 0 failed in 1.2s (final, bubblewrap, no network)",
      "                C4 The existing helpers keep working [existing tests]",
      "  critic        APPROVED, round 2. Both points are settled.",
      "  pull request  https://github.test/acme/words/pull/12",
      "  report        /tmp/run/report.html",
    ])
      expect(lines).toContain(line);
  });

  it("ends with the command when the run is blocked", () => {
    const text = finalText(foldReport(blockedRun), links);
    expect(text).toMatch(
      /What was tried:[\s\S]*What failed:[\s\S]*Your decision:[\s\S]*Then run:\n {2}\/tdd retry$/,
    );
  });

  it("lets no text from outside move the cursor or forge a workflow command", () => {
    for (const events of [sampleRun, blockedRun]) {
      const text = finalText(foldReport(withPrefix(events, payload)), links);
      expect(text).not.toMatch(/[[\p{Cc}\u202E]--\n]/v);
      expect(text).not.toMatch(/^[\s\p{C}]*::|##\[/mu);
    }
  });
});

describe("the summary for machines", () => {
  it.each([
    ["done", sampleRun],
    ["blocked", blockedRun],
    ["unknown", []],
  ])("of a run that is %s is what its type says, and survives JSON", (_name, events) => {
    const summary = runSummary(foldReport(events), links);
    expect(RunSummary.parse(JSON.parse(JSON.stringify(summary)))).toEqual(summary);
  });

  it("has the facts", () => {
    expect(runSummary(foldReport(sampleRun), links)).toMatchObject({
      conclusion: { kind: "success" },
      branch: "tdd/7-add-slugify",
      pullRequest: { number: 12 },
      red: { verdict: "right_reason", tests: 3 },
      tests: { passed: 5, failed: 0 },
      gate: "pass",
      critic: { verdict: "APPROVED", round: 2 },
      testRuns: 6,
    });
  });
});
