import { describe, expect, it } from "vitest";
import { noSpend } from "../../src/domain/spend.ts";
import { finalText } from "../../src/report/final-text.ts";
import { noLinks } from "../../src/report/links.ts";
import { pullRequestBody } from "../../src/report/pull-request-text.ts";
import { renderHtml } from "../../src/report/render-html.ts";
import { foldReport } from "../../src/report/report.ts";
import { cachedText, spendText, tokensText } from "../../src/report/spend-text.ts";
import { stickyComment } from "../../src/report/sticky-comment.ts";
import { totalsOf } from "../../src/report/totals.ts";
import { spend } from "./factories.ts";
import { sampleRun } from "./sample-run.ts";

const told = { spend: spend(0.4) };
const silent = { spend: { ...noSpend, requests: 1 } };

describe("what a run has cost", () => {
  it.each([
    [[], "nothing spent", "", ""],
    [[told], "$0.40", " (83 % of the input cached)", "48.2k tokens in (83 % cached), 2.1k out"],
    [[silent, silent], "spend unknown", "", ""],
    [
      [told, silent, silent],
      "$0.40 and more: spend of 2 of 3 turns unknown",
      " (83 % of the input cached)",
      "48.2k tokens in (83 % cached), 2.1k out",
    ],
  ])("is told as far as it is known", (turns, money, cached, tokens) => {
    const totals = totalsOf(turns, 0);
    expect([spendText(totals), cachedText(totals), tokensText(totals)]).toEqual([
      money,
      cached,
      tokens,
    ]);
  });

  it("is no figure anywhere when a coding CLI did the work", () => {
    const events = sampleRun.map((timed) =>
      "spend" in timed.event
        ? { ...timed, event: { ...timed.event, spend: { ...noSpend, requests: 1 } } }
        : timed,
    );
    const report = foldReport(events);
    const texts = [
      finalText(report, noLinks),
      stickyComment(report, noLinks),
      pullRequestBody(report, noLinks),
      renderHtml(report, { diff: "", logs: [] }),
    ];
    for (const text of texts) {
      expect(text).toContain("spend unknown");
      expect(text).not.toMatch(/\$0\.00|– of|–\s*cached/);
    }
  });
});
