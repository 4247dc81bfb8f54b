import { describe, expect, it } from "vitest";
import {
  formatDollars,
  formatElapsed,
  formatShare,
  formatTokens,
  formatUtc,
} from "../../src/report/figures.ts";
import { mermaidLabel, runDiagram } from "../../src/report/mermaid.ts";
import { foldReport } from "../../src/report/report.ts";
import { payload, withPrefix } from "./hostile.ts";
import { blockedRun, sampleRun } from "./sample-run.ts";

describe("figures", () => {
  it.each([
    [0, "0.0s"],
    [-5, "0.0s"],
    [1_240, "1.2s"],
    [9_949, "9.9s"],
    [9_960, "10s"],
    [59_600, "1m 00s"],
    [187_000, "3m 07s"],
    [3_720_000, "1h 02m"],
  ])("read %i ms as %s", (ms, text) => {
    expect(formatElapsed(ms)).toBe(text);
  });

  it("never show money that was spent as nothing", () => {
    expect([0, 0.0004, 0.0712, 0.4701, 12].map(formatDollars)).toEqual([
      "$0.00",
      "$0.0004",
      "$0.0712",
      "$0.47",
      "$12.00",
    ]);
  });

  it("shorten tokens, shares and moments", () => {
    expect([987, 12_345, 999_950, 4_560_000].map(formatTokens)).toEqual([
      "987",
      "12.3k",
      "1.00M",
      "4.56M",
    ]);
    expect([null, 0, 0.853].map(formatShare)).toEqual(["–", "0 %", "85 %"]);
    expect(formatUtc(0)).toBe("1970-01-01 00:00 UTC");
  });
});

describe("the picture of the run", () => {
  it("shows the phases in order, their states, and the loops back", () => {
    const text = runDiagram(foldReport(sampleRun));
    expect(text).toContain('red["RED<br/>1m 07s · $0.0712"]:::done');
    expect(text).toContain("red --> green");
    expect(text).toContain('debug -. "1 attempt" .-> green');
    expect(runDiagram(foldReport(blockedRun))).toContain(":::stopped");
  });

  it("has no text from outside in it", () => {
    const plain = runDiagram(foldReport(sampleRun));
    expect(runDiagram(foldReport(withPrefix(sampleRun, payload)))).toBe(plain);
  });

  it("leaves nothing in a label that mermaid reads", () => {
    const label = mermaidLabel(payload, 500);
    expect(label).not.toMatch(/["[\](){}<>|;%&#`\n\u202E]/);
    expect([...mermaidLabel("😀a".repeat(60))].length).toBeLessThanOrEqual(40);
  });
});
