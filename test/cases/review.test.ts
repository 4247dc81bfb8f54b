import { describe, expect, it } from "vitest";
import { criticReview } from "../../src/report/critic-review.ts";
import { foldReport } from "../../src/report/report.ts";
import { sampleRun } from "../report/sample-run.ts";

const done = foldReport(sampleRun);
const links = { repository: null, job: null, report: null };

function reviewOf(files: readonly string[]) {
  const finding = { kind: "quality" as const, line: 3, problem: "x", suggestion: "" };
  const findings = files.map((file) => ({ ...finding, file }));
  const review = { verdict: "needs_work" as const, summary: "", criteria: [], findings };
  const told = { ...done.reviews[0], round: 1, review } as never;
  return criticReview({ ...done, reviews: [told] }, links);
}

describe("cases of comments on lines", () => {
  it.each(["../../x", "/etc/passwd", "src/../../x", "src/\u0000x"])(
    "L19: %j is outside the repository, so that no comment is put there",
    (path) => {
      expect(reviewOf([path])?.comments).toEqual([]);
    },
  );

  it("L19: ten thousand findings are one review of at most fifty comments, within GitHub's size", () => {
    const review = reviewOf(Array.from({ length: 10_000 }, (_, nth) => `src/${nth}.js`));

    expect(review?.comments.length).toBeGreaterThan(0);
    expect(review?.comments.length).toBeLessThanOrEqual(50);
    expect(review?.body.length).toBeLessThan(65_536);
  });
});
