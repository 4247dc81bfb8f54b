import { describe, expect, it } from "vitest";
import type { Event } from "../../src/domain/event.ts";
import { criticCheck, fileGateCheck, redCheck } from "../../src/report/check-texts.ts";
import { criticReview } from "../../src/report/critic-review.ts";
import { jobSummary } from "../../src/report/job-summary.ts";
import { noLinks } from "../../src/report/links.ts";
import { pullRequestBody, pullRequestTitle } from "../../src/report/pull-request-text.ts";
import type { Report } from "../../src/report/report.ts";
import { foldReport } from "../../src/report/report.ts";
import { stickyComment } from "../../src/report/sticky-comment.ts";
import { foreignNodes } from "./foreign-nodes.ts";
import { payload, withPrefix } from "./hostile.ts";
import { doneLoop, stuckLoop } from "./sample-loop.ts";
import { blockedRun, parts, sampleRun, timed } from "./sample-run.ts";

const links = {
  repository: "https://github.com/acme/words",
  job: "https://github.com/acme/words/actions/runs/1",
  report: "https://github.com/acme/words/actions/runs/1#artifacts",
};
const done = foldReport(sampleRun);
const blocked = foldReport(blockedRun);
const asked = foldReport(
  timed([
    ...parts.opening.slice(0, 2),
    { type: "approval.requested", question: "May it change src/a.js?", command: "/tdd approve" },
  ]),
);

const texts: Readonly<Record<string, (report: Report) => string>> = {
  "the comment": (report) => stickyComment(report, links),
  "the pull request": (report) => pullRequestBody(report, links),
  "the job summary": (report) => jobSummary(report, links),
  "the summary of tdd/red": (report) => redCheck(report, links).summary,
  "the text of tdd/red": (report) => redCheck(report, links).text,
  "the text of tdd/critic": (report) => criticCheck(report, links).text,
  "the text of file-gate": (report) => fileGateCheck(report, links).text,
  "the summary of file-gate": (report) => fileGateCheck(report, links).summary,
  "the review": (report) => criticReview(report, links)?.body ?? "",
  "the review's comments": (report) =>
    (criticReview(report, links)?.comments ?? []).map((comment) => comment.body).join("\n\n"),
};

describe("the sticky comment", () => {
  it("ticks what is done and shows time, money, commits and links", () => {
    const text = stickyComment(done, links);
    expect(text).toContain("### ✅ tdd-loop: Done");
    expect(text).toMatch(
      /- \[x\] \*\*RED\*\* — 3 new tests seen to fail for the right reason · \[`1f0c9a7`\]/,
    );
    expect(text).toContain("```mermaid");
    expect(text).toContain("[Pull request](https://github.test/acme/words/pull/12)");
  });

  it("says what was tried, what failed, the one decision and the exact command when blocked", () => {
    const text = stickyComment(blocked, links);
    expect(text).toContain("### ⛔ tdd-loop: Blocked (debug exhausted)");
    expect(text).toContain("implementer: lower-case, then join");
    expect(text).toContain("Expected 'creme-brulee'");
    expect(text).toContain("Is 'ß' to become 'ss'");
    expect(text).toContain("```text\n/tdd retry\n```");
    expect(text).toMatch(/- \[ \] \*\*GREEN\*\* — ⛔ stopped here/);
  });

  it("asks a person while the run waits", () => {
    const text = stickyComment(asked, noLinks);
    expect(text).toContain("✋ tdd-loop: Waiting for a person");
    expect(text).toContain("```text\n/tdd approve\n```");
  });
});

describe("the pull request", () => {
  it("has the issue's title on one line of at most 120 characters", () => {
    const title = (text: string) => pullRequestTitle({ ...done, title: text });
    expect(title("Add slugify")).toBe("Add slugify");
    expect(title(`Merge pull request #1\n${"x".repeat(300)}`)).toBe("Merge pull request 1");
    expect([...title("😀 x".repeat(200))]).toHaveLength(120);
    expect(title("fix it [skip ci]")).toBe("fix it");
  });

  it("lists what code found in the change, and what the proof refused", () => {
    const fact = {
      rule: "reads_tests",
      path: "src/a.js",
      line: 3,
      what: "names a path of the tests",
    };
    const body = pullRequestBody({ ...done, facts: [fact], trial: null }, links);

    expect(body).toContain("src/a.js:3 names a path of the tests");
    expect(body).toContain("| **Proof** | not taken |");
  });

  it("shows the whole evidence", () => {
    expect(pullRequestBody(done, links)).toMatchSnapshot();
  });

  it("closes no issue when the run had none", () => {
    const local = { ...done, issue: { owner: "", repo: "", number: 0 } };
    expect(pullRequestBody(local, noLinks)).not.toContain("Fixes #");
  });

  it("says it when tests that passed before fail now", () => {
    const report = { ...done, proof: { ...done.proof, regressions: ["old | test"] } };
    expect(pullRequestBody(report, links)).toContain("⚠️ 1 test that passed at baseline fails");
  });
});

describe("the checks", () => {
  const gate = (verdict: Extract<Event, { type: "gate.judged" }>["verdict"]) =>
    fileGateCheck(
      foldReport(timed([...parts.opening, { type: "gate.judged", phase: "green", verdict }])),
      links,
    );
  const failing: Extract<Event, { type: "gate.judged" }>["verdict"] = {
    kind: "fail",
    gate: "file-gate",
    code: "OUTSIDE_ALLOWLIST",
    reason: "src/b.js is not listed",
    fix: "Revert src/b.js.",
    paths: ["src/b.js"],
  };

  it("end file-gate in success or failure, never neutral", () => {
    expect(gate({ kind: "pass" }).conclusion).toBe("success");
    expect(gate(failing)).toMatchObject({ conclusion: "failure", title: "OUTSIDE_ALLOWLIST" });
    expect(gate(failing).summary).toMatch(/src\/b\.js[\s\S]*Revert src\/b\.js\./);
    expect(gate({ kind: "cannot_judge", gate: "file-gate", why: "git broke" })).toMatchObject({
      conclusion: "failure",
      title: "Could not be judged; this is not a violation",
    });
    expect(fileGateCheck(asked, links).conclusion).toBeNull();
  });

  it("judge RED by its verdict and show its output", () => {
    const check = redCheck(done, links);
    expect(check).toMatchObject({ name: "tdd/red", conclusion: "success" });
    expect(check.text).toContain("TypeError: slugify is not a function");
    const wrong =
      done.proof.red === null
        ? null
        : { ...done.proof.red, verdict: "wrong_reason" as const, fix: "Fix the import." };
    const bad = redCheck({ ...done, proof: { ...done.proof, red: wrong } }, links);
    expect(bad.conclusion).toBe("failure");
    expect(bad.summary).toContain("Fix the import.");
  });

  it("leave the critic neutral unless it ends the run", () => {
    const reviews = done.reviews.slice(0, 1);
    const blockedBy = (reason: "critic_exhausted" | "scope") =>
      criticCheck(
        {
          ...done,
          reviews,
          conclusion: { kind: "blocked", reason, tried: [], failed: "", decision: "", command: "" },
        },
        links,
      ).conclusion;
    expect(criticCheck(done, links).conclusion).toBe("success");
    expect(criticCheck({ ...done, reviews }, links).conclusion).toBe("neutral");
    expect(blockedBy("scope")).toBe("neutral");
    expect(blockedBy("critic_exhausted")).toBe("failure");
    expect(criticCheck(blocked, links).conclusion).toBeNull();
  });
});

describe("the critic's review", () => {
  it("anchors findings that have a line and keeps the others in the body", () => {
    const review = criticReview({ ...done, reviews: done.reviews.slice(0, 1) }, links);
    expect(review?.comments).toMatchObject([{ path: "src/slugify.js", line: 4 }]);
    expect(review?.comments[0]?.body).toContain("`tmp` says nothing.");
    expect(review?.body).toMatch(/NEEDS WORK[\s\S]*README\.md[\s\S]*asks for a line/);
    expect(criticReview(blocked, links)).toBeNull();
  });

  it.each([
    ["  const plain = a;", "```suggestion\n  const plain = a;\n```"],
    ["say(`a`) // ```", "````suggestion\nsay(`a`) // ```\n````"],
    ["// see https://attacker.invalid", "Replace the line by:"],
  ])("offers %j in place of its line", (replacement, block) => {
    const [finding] = done.reviews[0]?.review.findings ?? [];
    if (finding === undefined) throw new Error("no finding");
    const review = { verdict: "NEEDS_WORK", summary: "", findings: [{ ...finding, replacement }] };
    const reviews = [{ round: 1, review }] as Report["reviews"];
    expect(criticReview({ ...done, reviews }, links)?.comments[0]?.body).toContain(block);
  });

  it.each(["../../etc/passwd", "/etc/passwd", "a\nb", ""])("never anchors at %j", (file) => {
    const finding = {
      kind: "drift",
      file,
      line: 1,
      problem: "p",
      suggestion: "",
      replacement: null,
    } as const;
    const review = { verdict: "NEEDS_WORK", summary: "", findings: [finding] } as const;
    const reviews = [{ round: 1, review: { ...review, findings: [...review.findings] } }];
    expect(criticReview({ ...done, reviews }, links)?.comments).toEqual([]);
  });
});

describe.each(Object.keys(texts))("%s", (name) => {
  const text = texts[name] ?? (() => "");

  it.each([
    ["a run that is done", sampleRun],
    ["a blocked run", blockedRun],
    ["a run by a loop spec", doneLoop],
    ["a blocked run by a loop spec", stuckLoop],
  ])("lets no text from outside do anything, in %s", (_name, events) => {
    const odd = foreignNodes(text(foldReport(withPrefix(events, payload))), ourLinks);
    expect(odd).toEqual([]);
  });

  it("keeps its limit with a megabyte in every field", () => {
    const long = foldReport(withPrefix(sampleRun, "```\n😀@x ".repeat(5_000)));
    const limit = name === "the job summary" ? 300_000 : 65_000;
    for (const part of [text(long)]) {
      expect(part.isWellFormed()).toBe(true);
      if (name !== "the review's comments") expect(part.length).toBeLessThanOrEqual(limit);
    }
  });
});

const ourLinks = /^https:\/\/github\.(com|test)\/acme\//;
