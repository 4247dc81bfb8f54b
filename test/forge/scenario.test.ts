import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contractProblems } from "./contract-checker.ts";
import type { TestForge } from "./test-forge.ts";
import { at, git, repoName, startTestForge, withToken } from "./test-forge.ts";

let test: TestForge;
beforeAll(async () => {
  test = await startTestForge();
});
afterAll(() => test.close());

async function cloneWithBranch(branch: string): Promise<string> {
  const work = join(test.dir, `work-${branch.replaceAll("/", "-")}`);
  await mkdir(work);
  await git(work, "clone", "--quiet", withToken(test.forge, await test.appToken()), ".");
  await git(work, "checkout", "--quiet", "-b", branch);
  await writeFile(join(work, "src/price.js"), "export const price = 2;\nexport const tax = 3;\n");
  await git(work, "commit", "--quiet", "-am", "red: failing tests");
  await git(work, "push", "--quiet", "origin", branch);
  return work;
}

describe("an issue becomes a pull request", () => {
  it("goes from the label to the merge as on GitHub, every answer as GitHub describes it", async () => {
    const { forge } = test;
    const { number: issue_number } = await forge.admin.createIssue(repoName, {
      title: "Add tax",
      body: "- [ ] tax is 3",
      user: "ada",
    });
    await forge.admin.addLabel(repoName, issue_number, "tdd", "ada");
    const bot = (await test.asApp()).rest;
    const issue = { ...at, issue_number };
    await bot.reactions.createForIssue({ ...issue, content: "eyes" });
    await bot.issues.removeLabel({ ...issue, name: "tdd" });
    await bot.issues.addLabels({ ...issue, labels: ["tdd:running"] });
    const comment = await bot.issues.createComment({ ...issue, body: "Working…" });
    await bot.issues.updateComment({ ...at, comment_id: comment.data.id, body: "Red" });
    await bot.issues.listComments(issue);
    await bot.issues.get(issue);
    await bot.issues.listEventsForTimeline(issue);
    await bot.repos.getCollaboratorPermissionLevel({ ...at, username: "ada" });
    const work = await cloneWithBranch("tdd/add-tax");
    const sha = await git(work, "rev-parse", "HEAD");
    await bot.git.createRef({ ...at, ref: "refs/tdd-loop/run-1", sha });
    await bot.git.listMatchingRefs({ ...at, ref: "tdd-loop/" });
    await bot.git.getRef({ ...at, ref: "heads/tdd/add-tax" });
    const pull = await bot.pulls.create({
      ...at,
      title: "Add tax",
      head: "tdd/add-tax",
      base: "main",
      body: `Fixes #${issue_number}`,
      draft: true,
    });
    const pull_number = pull.data.number;
    expect(pull.data.mergeable_state).toBe("draft");
    expect(pull.data.head.sha).toBe(sha);
    const check = await bot.checks.create({
      ...at,
      name: "file-gate",
      head_sha: sha,
      status: "in_progress",
    });
    await bot.checks.update({
      ...at,
      check_run_id: check.data.id,
      status: "completed",
      conclusion: "success",
      output: {
        title: "Fine",
        summary: "All in scope",
        annotations: [
          {
            path: "src/price.js",
            start_line: 1,
            end_line: 1,
            annotation_level: "notice",
            message: "ok",
          },
        ],
      },
    });
    await bot.checks.listForRef({ ...at, ref: "tdd/add-tax" });
    await bot.checks.listAnnotations({ ...at, check_run_id: check.data.id });
    await bot.checks.listSuitesForRef({ ...at, ref: sha });
    await bot.pulls.createReview({
      ...at,
      pull_number,
      event: "COMMENT",
      body: "One thing",
      comments: [{ path: "src/price.js", line: 2, body: "Name it" }],
    });
    await bot.pulls.listReviews({ ...at, pull_number });
    await bot.pulls.listReviewComments({ ...at, pull_number });
    await bot.pulls.listFiles({ ...at, pull_number });
    await bot.pulls.listCommits({ ...at, pull_number });
    await bot.pulls.list({ ...at, head: "acme:tdd/add-tax", state: "all" });
    await bot.repos.listPullRequestsAssociatedWithCommit({ ...at, commit_sha: sha });
    await bot.repos.compareCommitsWithBasehead({ ...at, basehead: "main...tdd/add-tax" });
    await bot.repos.getBranch({ ...at, branch: "tdd/add-tax" });
    await bot.repos.getCommit({ ...at, ref: sha });
    await bot.repos.getContent({ ...at, path: "src/price.js", ref: "tdd/add-tax" });
    await bot.repos.getContent({ ...at, path: "src" });
    await bot.git.getTree({ ...at, tree_sha: sha, recursive: "true" });
    await bot.repos.get(at);
    await bot.rateLimit.get();
    await (await test.asApp()).graphql(
      "mutation($id: ID!) { markPullRequestReadyForReview(input: {pullRequestId: $id}) { pullRequest { isDraft } } }",
      { id: pull.data.node_id },
    );
    const ready = await bot.pulls.get({ ...at, pull_number });
    expect(ready.data).toMatchObject({ draft: false, mergeable_state: "clean", commits: 1 });
    await test.asUser("ada").rest.pulls.merge({ ...at, pull_number });
    const closed = await bot.issues.get(issue);
    expect(closed.data.state).toBe("closed");
    await forge.settled();
    expect(contractProblems(forge.requests)).toEqual([]);
    expect(forge.violations).toEqual([]);
  });
});
