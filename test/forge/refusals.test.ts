import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contractProblems } from "./contract-checker.ts";
import type { TestForge } from "./test-forge.ts";
import { at, refusal, repoName, startTestForge } from "./test-forge.ts";

let test: TestForge;
let bot: Awaited<ReturnType<TestForge["asApp"]>>["rest"];
let pull_number: number;
let head_sha: string;
let raw: (route: string, body?: Record<string, unknown>) => Promise<unknown>;

beforeAll(async () => {
  test = await startTestForge();
  const client = await test.asApp();
  bot = client.rest;
  raw = (route, body) => client.request(route, body);
  head_sha = await test.forge.admin.commitFiles(repoName, "topic", { "a.txt": "a\nb\n" }, "ada");
  const pull = await bot.pulls.create({ ...at, title: "T", head: "topic", base: "main" });
  pull_number = pull.data.number;
});
afterAll(async () => {
  expect(contractProblems(test.forge.requests)).toEqual([]);
  await test.close();
});

describe("what GitHub refuses", () => {
  const cases: [string, () => Promise<unknown>, number, string][] = [
    [
      "a ref that exists",
      () => bot.git.createRef({ ...at, ref: "refs/heads/topic", sha: head_sha }),
      422,
      "Reference already exists",
    ],
    [
      "a ref with one slash",
      () => bot.git.createRef({ ...at, ref: "refs/x", sha: head_sha }),
      422,
      "at least two slashes",
    ],
    [
      "a ref to nothing",
      () => bot.git.createRef({ ...at, ref: "refs/x/y", sha: "1".repeat(40) }),
      422,
      "Object does not exist",
    ],
    [
      "a second pull request",
      () => bot.pulls.create({ ...at, title: "T", head: "topic", base: "main" }),
      422,
      "A pull request already exists for acme:topic.",
    ],
    [
      "a pull request without commits",
      () => bot.pulls.create({ ...at, title: "T", head: "main", base: "main" }),
      422,
      "No commits between main and main",
    ],
    [
      "a pull request from nowhere",
      () => bot.pulls.create({ ...at, title: "T", head: "none", base: "main" }),
      422,
      '"field":"head"',
    ],
    [
      "65,537 characters of comment",
      () =>
        bot.issues.createComment({ ...at, issue_number: pull_number, body: "x".repeat(65_537) }),
      422,
      "body is too long (maximum is 65536 characters)",
    ],
    [
      "an empty comment",
      () => bot.issues.createComment({ ...at, issue_number: pull_number, body: "" }),
      422,
      "blank",
    ],
    [
      "a label that exists",
      () => bot.issues.createLabel({ ...at, name: "BUG" }),
      422,
      "already_exists",
    ],
    [
      "a label that is not on the issue",
      () => bot.issues.removeLabel({ ...at, issue_number: pull_number, name: "no" }),
      404,
      "Label does not exist",
    ],
    [
      "approving one's own pull request",
      () => bot.pulls.createReview({ ...at, pull_number, event: "APPROVE" }),
      422,
      "Can not approve your own pull request",
    ],
    [
      "requesting changes on one's own",
      () => bot.pulls.createReview({ ...at, pull_number, event: "REQUEST_CHANGES", body: "no" }),
      422,
      "request changes on your own",
    ],
    [
      "a review with one line off the diff",
      () =>
        bot.pulls.createReview({
          ...at,
          pull_number,
          event: "COMMENT",
          body: "b",
          comments: [
            { path: "a.txt", line: 1, body: "in" },
            { path: "a.txt", line: 9, body: "out" },
          ],
        }),
      422,
      "Line could not be resolved",
    ],
    [
      "a review of a file off the diff",
      () =>
        bot.pulls.createReview({
          ...at,
          pull_number,
          event: "COMMENT",
          body: "b",
          comments: [{ path: "README.md", line: 1, body: "x" }],
        }),
      422,
      "Path could not be resolved",
    ],
    [
      "the author as reviewer",
      () => bot.pulls.requestReviewers({ ...at, pull_number, reviewers: ["tdd-bot[bot]"] }),
      422,
      "pull request author",
    ],
    [
      "51 annotations",
      () =>
        bot.checks.create({
          ...at,
          name: "x",
          head_sha,
          output: {
            title: "t",
            summary: "s",
            annotations: Array.from({ length: 51 }, () => ({
              path: "a",
              start_line: 1,
              end_line: 1,
              annotation_level: "notice" as const,
              message: "m",
            })),
          },
        }),
      422,
      "No more than 50",
    ],
    [
      "65,536 characters of check text",
      () =>
        bot.checks.create({
          ...at,
          name: "x",
          head_sha,
          output: { title: "t", summary: "x".repeat(65_536) },
        }),
      422,
      "65535",
    ],
    [
      "completed without a conclusion",
      () => bot.checks.create({ ...at, name: "x", head_sha, status: "completed" }),
      422,
      "conclusion",
    ],
    [
      "a check on an unknown commit",
      () => bot.checks.create({ ...at, name: "x", head_sha: "2".repeat(40) }),
      422,
      "No commit found",
    ],
    [
      "a fast-forward that is none",
      () => bot.git.updateRef({ ...at, ref: "heads/topic", sha: "3".repeat(40) }),
      422,
      "Object does not exist",
    ],
    [
      "merging with a stale head",
      () => bot.pulls.merge({ ...at, pull_number, sha: "4".repeat(40) }),
      409,
      "Head branch was modified",
    ],
    ["an unknown issue", () => bot.issues.get({ ...at, issue_number: 999 }), 404, "Not Found"],
    [
      "a body of the wrong type",
      () => raw("POST /repos/acme/shop/issues/1/comments", { body: 5 }),
      422,
      "Invalid request",
    ],
    ["a route that is none", () => raw("GET /repos/acme/shop/nothing"), 404, "Not Found"],
  ];
  it.each(cases)("%s", async (_, call, status, text) => {
    const refused = await refusal(call());
    expect(refused).toMatchObject({ status });
    expect(refused.text).toContain(text);
  });

  it("keeps nothing of a refused review", async () => {
    const { data } = await bot.pulls.listReviews({ ...at, pull_number });
    expect(data).toEqual([]);
  });

  it("takes 65,536 characters", async () => {
    const made = await bot.issues.createComment({
      ...at,
      issue_number: pull_number,
      body: "x".repeat(65_536),
    });
    expect(made.status).toBe(201);
  });
});
