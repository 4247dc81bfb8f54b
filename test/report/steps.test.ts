import { describe, expect, it } from "vitest";
import { describeEvent } from "../../src/report/describe.ts";
import { finalText } from "../../src/report/final-text.ts";
import { noLinks } from "../../src/report/links.ts";
import { pullRequestBody } from "../../src/report/pull-request-text.ts";
import { renderHtml } from "../../src/report/render-html.ts";
import { foldReport } from "../../src/report/report.ts";
import { runSummary } from "../../src/report/run-summary.ts";
import { stickyComment } from "../../src/report/sticky-comment.ts";
import { payload, withPrefix } from "./hostile.ts";
import { doneLoop, stuckLoop } from "./sample-loop.ts";

describe("the report of a run by a loop spec", () => {
  it("shows each step with its check, its state, its attempts and whether RED was seen", () => {
    const body = pullRequestBody(foldReport(doneLoop), noLinks);

    expect(body).toMatch(
      /`empty` `Refuses an empty token` \| `npm test -- empty` \| ✅ done \| 1 \| seen/,
    );
    expect(body).toMatch(/`expired` .*✅ done \| 2 \| seen to fail without the code/);
    expect(body).toContain(
      "notes.md, changed in empty, is not committed: it was not reported under `artifacts`",
    );
    expect(body).toContain("3 of 3 steps done, 3 iterations");
  });

  it("has the phases of a loop and no others", () => {
    const text = stickyComment(foldReport(doneLoop), noLinks);

    expect(text).toContain("**Steps** — 3 of 3 steps done");
    expect(text).not.toMatch(/\*\*(RED|GREEN|Critic|Baseline)\*\*/);
  });

  it("counts checks, not test runs, on its page", () => {
    const page = renderHtml(foldReport(doneLoop), { diff: "", logs: [] });

    expect(page).toMatch(/<dt>Checks<\/dt><dd>\d+ <small>3 of 3 steps done/);
    expect(page).not.toContain("Test runs</dt>");
    expect(page).toMatch(/>1 attempt · <code>/);
  });

  it("tells a terminal and a machine the same", () => {
    const report = foldReport(stuckLoop);

    expect(finalText(report, noLinks)).toMatch(
      /expired Refuses an expired token \[failed, attempt 3\]/,
    );
    expect(runSummary(report, noLinks).steps?.steps[1]).toMatchObject({
      id: "expired",
      state: "failed",
      attempts: 3,
      sha: null,
    });
  });

  it("tells each step as it begins and ends", () => {
    const lines = doneLoop.map(({ event }) => describeEvent(event));

    expect(lines).toContain("Iteration 3: Step expired, attempt 2");
    expect(lines.join("\n")).toMatch(
      /Check of step expired: npm test -- expired failed \(exit code 1\)/,
    );
    expect(lines).toContain(
      "Step empty done; not committed: notes.md (it was not reported under `artifacts`)",
    );
  });

  it.each([
    ["done", doneLoop],
    ["stuck", stuckLoop],
  ])("is a page whose markup is ours alone: %s", (_name, events) => {
    const page = renderHtml(foldReport(withPrefix(events, payload)), { diff: "", logs: [] });

    expect(page).not.toMatch(/<script|<img|href="javascript/i);
  });
});
