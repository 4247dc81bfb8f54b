import type { Command } from "../domain/command.ts";
import type { Conclusion } from "../domain/conclusion.ts";
import type { Result } from "../domain/result.ts";
import { pushedRed, writeRunMark } from "../domain/run-mark.ts";
import type { Folded } from "../loop/fold.ts";
import type { GitHub } from "../ports.ts";
import type { CheckText } from "../report/check-texts.ts";
import { criticCheck, fileGateCheck, redCheck } from "../report/check-texts.ts";
import { criticReview } from "../report/critic-review.ts";
import { pullRequestBody, pullRequestTitle } from "../report/pull-request-text.ts";
import type { Report } from "../report/report.ts";
import { foldReport } from "../report/report.ts";
import { stickyComment } from "../report/sticky-comment.ts";
import type { Performing } from "./performing.ts";

type Publish = Extract<Command, { kind: "publish" }>;
interface PullRequest {
  readonly number: number;
  readonly url: string;
}

/**
 * Shows the run on GitHub. Every call is an upsert, so publishing twice changes nothing. When the
 * journal cannot be shared the person is told how the run stands all the same, and then it breaks.
 */
export async function publish(
  command: Publish,
  folded: Folded,
  performing: Performing,
): Promise<Result> {
  const { github, journal } = performing.ports;
  const unshared = await journal.share().then(
    () => null,
    (error: unknown) => ({ error }),
  );
  if (github === null) return { kind: "published", command: command.id, pullRequest: null };
  const report = foldReport(folded.events);
  const pullRequest =
    command.stage === "surface"
      ? await surface(command, { report, folded }, github, performing)
      : null;
  if (command.stage === "red" && command.sha !== null) {
    await setCheck(github, redCheck(report, performing.links), command.sha);
  }
  await tell(report, pullRequest, github, performing);
  if (unshared !== null) throw unshared.error;
  return { kind: "published", command: command.id, pullRequest };
}

/** The sticky comment comes last in a stage, so that what it links to is there. */
async function tell(
  report: Report,
  pullRequest: PullRequest | null,
  { conversation }: GitHub,
  { links }: Performing,
): Promise<void> {
  const { issue } = report;
  const shown = pullRequest === null ? report : { ...report, pullRequest };
  await conversation.upsertComment(issue, markerOf(issue.number), stickyComment(shown, links));
  const label = labelOf(report.conclusion);
  const others = ["tdd:running", "tdd:needs-approval", "tdd:done", "tdd:blocked"];
  if (report.conclusion !== null) {
    await conversation.setLabels(
      issue,
      [label],
      others.filter((other) => other !== label),
    );
  }
}

export function markerOf(issue: number): string {
  return `<!-- tdd-loop:issue-${issue} -->`;
}

function labelOf(conclusion: Conclusion | null): string {
  if (conclusion === null) return "tdd:running";
  if (conclusion.kind === "success") return "tdd:done";
  return conclusion.kind === "action_required" ? "tdd:needs-approval" : "tdd:blocked";
}

interface Shown {
  readonly report: Report;
  readonly folded: Folded;
}

/** Success opens the pull request; any other end leaves the branch as it is, explained. */
async function surface(
  command: Publish,
  { report, folded }: Shown,
  github: GitHub,
  performing: Performing,
): Promise<PullRequest | null> {
  const { sha } = command;
  const { links } = performing;
  if (sha === null) return null;
  const isDone = report.conclusion?.kind === "success";
  const pullRequest = isDone ? await openPullRequest({ report, folded }, github, performing) : null;
  if (!github.appOwnsFileGate) await setCheck(github, fileGateCheck(report, links), sha);
  if (report.reviews.length > 0) await setCheck(github, criticCheck(report, links), sha);
  if (pullRequest === null) return null;
  await postReview(report, pullRequest, sha, github, performing);
  await github.pullRequests.markReady(pullRequest.number);
  return pullRequest;
}

async function openPullRequest(
  { report, folded }: Shown,
  { pullRequests }: GitHub,
  { links }: Performing,
): Promise<PullRequest> {
  const { lock } = report;
  if (lock === null) throw new Error("Bug: a pull request without a lock.");
  const events = folded.events.map(({ event }) => event);
  const red = pushedRed(events, folded.state.request.rules.commits);
  const mark = writeRunMark({ run: lock.lock.runId, plan: lock.digest, red });
  return pullRequests.upsert({
    head: lock.lock.branch,
    base: lock.lock.baseRef.replace(/^(refs\/heads\/|origin\/)/, ""),
    title: pullRequestTitle(report),
    body: `${mark}\n${pullRequestBody(report, links)}`,
    marker: markerOf(report.issue.number),
  });
}

async function postReview(
  report: Report,
  { number }: PullRequest,
  sha: string,
  { pullRequests }: GitHub,
  { links, ports }: Performing,
): Promise<void> {
  const review = criticReview(report, links);
  if (review === null || report.lock === null) return;
  const diff = await ports.workspace.diff(report.lock.lock.baseSha, sha);
  const marker = `<!-- tdd-loop:review-${report.runId} -->`;
  await pullRequests.review({ number, sha, marker, ...review, diff });
}

/** A check that is not decided when the run ends would wait for ever: it is then left out. */
async function setCheck({ checks }: GitHub, check: CheckText, sha: string): Promise<void> {
  if (check.conclusion === null) return;
  await checks.setCheck({ ...check, sha });
}
