import { describe, expect, it } from "vitest";
import type { TimedEvent } from "../../src/domain/event.ts";
import { criticCheck, fileGateCheck, redCheck } from "../../src/report/check-texts.ts";
import { criticReview } from "../../src/report/critic-review.ts";
import { finalText } from "../../src/report/final-text.ts";
import { jobSummary } from "../../src/report/job-summary.ts";
import { pullRequestBody, pullRequestTitle } from "../../src/report/pull-request-text.ts";
import { renderHtml } from "../../src/report/render-html.ts";
import type { Report } from "../../src/report/report.ts";
import { foldReport } from "../../src/report/report.ts";
import { stickyComment } from "../../src/report/sticky-comment.ts";
import { spend } from "../support/make.ts";
import { finds, objects, playCycles, stands } from "../support/play-cycles.ts";
import { playSlices, threeSlices } from "../support/play-slices.ts";
import { foreignNodes } from "./foreign-nodes.ts";
import { payload, withPrefix } from "./hostile.ts";

const links = { repository: "https://github.com/acme/words", job: null, report: null };
const timed = (events: readonly TimedEvent["event"][]): TimedEvent[] =>
  events.map((event, at) => ({ at, event }));

const runs: Readonly<Record<string, readonly TimedEvent[]>> = {
  "in slices": timed(playSlices(threeSlices).events),
  "in slices that stopped": timed(
    playSlices(threeSlices, (command, nth) =>
      command.kind === "take_turn" && command.task.role === "implementer" && nth > 0
        ? {
            kind: "turn_failed",
            command: command.id,
            role: "implementer",
            why: "gave_up",
            detail: "x",
            spend,
          }
        : null,
    ).events,
  ),
  "in cycles": timed(playCycles().events),
  "in cycles, with a dispute and a finding": timed(
    playCycles((task, _repo, nth) => {
      if (task.role === "implementer" && nth === 1) return objects("It wants 4.");
      if (task.role === "writer" && task.cycle?.about === "dispute") return stands("It is right.");
      return task.role === "reviewer" && nth === 1 ? finds({}) : null;
    }).events,
  ),
};

const texts: readonly ((report: Report) => string)[] = [
  (report) => stickyComment(report, links),
  (report) => pullRequestBody(report, links),
  (report) => jobSummary(report, links),
  (report) => redCheck(report, links).summary,
  (report) => redCheck(report, links).text,
  (report) => criticCheck(report, links).text,
  (report) => fileGateCheck(report, links).text,
  (report) => criticReview(report, links)?.body ?? "",
  (report) => (criticReview(report, links)?.comments ?? []).map(({ body }) => body).join("\n\n"),
];

describe.each(Object.entries(runs))("what others wrote in a run %s", (_name, events) => {
  const report = foldReport(withPrefix(events, payload));

  it("does nothing in any text on GitHub", () => {
    const odd = texts.flatMap((text) => {
      const markdown = text(report);
      const found = foreignNodes(markdown, /^https:\/\/(?:github\.com\/acme|example\.test)\//);
      return found.map(({ type, position }) => [
        type,
        markdown.split("\n")[(position?.start.line ?? 1) - 1]?.slice(0, 300),
      ]);
    });
    expect(odd).toEqual([]);
    expect(pullRequestTitle(report)).not.toMatch(/\n|@mia|\[skip ci\]/);
  });

  it("changes no tag of the page", () => {
    const page = (prefix: string) =>
      renderHtml(foldReport(withPrefix(events, prefix)), { diff: "", logs: [] });
    expect(skeleton(page(payload))).toEqual(skeleton(page("plain ")));
    expect(page(payload)).not.toMatch(/<script|<img|href="javascript/i);
  });

  it("is no command in the log", () => {
    expect(finalText(report, links)).not.toMatch(/^\s*::|##\[/m);
  });
});

const skeleton = (text: string) =>
  (text.replace(/<\/?code>/g, "").match(/<\/?[a-z!][^>]*>/gi) ?? []).map((tag) =>
    tag.replace(/"[^"]*"/g, '""'),
  );
