import { setTimeout as sleep } from "node:timers/promises";
import { createChecks } from "../adapters/github/checks.ts";
import { createConversation } from "../adapters/github/conversation.ts";
import { createGitHubClient } from "../adapters/github/github-client.ts";
import type { GitHubRepository } from "../adapters/github/repository.ts";
import { createRepository } from "../adapters/github/repository.ts";
import type { Checks, Conversation } from "../ports.ts";
import { markerOf } from "../run/publish.ts";
import type { AwayRun } from "./action/action-ended.ts";
import type { Job } from "./action/job.ts";
import type { JobGitHub, JobRun } from "./wire-job-request.ts";
import { issueStateDir } from "./wire-job-request.ts";
import type { WiredRun } from "./wire-run.ts";
import type { WiredTasks } from "./wire-tasks.ts";

/** GitHub as this job may use it, and how its run is put together. */
export interface WiredJob {
  readonly job: Job;
  readonly repository: GitHubRepository;
  readonly conversation: Conversation;
  readonly checks: Checks;
  /** For what ends before there is a run: the sticky comment says it. */
  tellIssue(number: number, text: string): Promise<void>;
  /** One comment of ours that answers a command, written anew for the next one. */
  answer(number: number, text: string): Promise<void>;
  wire(run: JobRun): Promise<WiredRun>;
  /** Records and jobs of a run's tasks. */
  tasks(run: AwayRun): Promise<WiredTasks>;
  /** Frees the issue for the next run. */
  release(issue: number): Promise<void>;
}

/** The App's part in this job's comments: its login, and the comment that it began. */
export interface AppPart {
  readonly bot: string | null;
  readonly sticky: { readonly issue: number; readonly comment: number } | null;
}

/**
 * GitHub alone: most events are decided by a request or two. What works a run is loaded by then.
 */
export function wireJob(job: Job, app: AppPart): WiredJob {
  const { owner, repo, apiUrl, inputs, early } = job;
  const client = createGitHubClient({
    baseUrl: apiUrl,
    token: inputs.githubToken,
    ...(early ? { early } : {}),
    sleep: async (ms) => {
      await sleep(ms);
    },
  });
  const repository = createRepository({ client, owner, repo });
  const checks = createChecks({ client, owner, repo, detailsUrl: null });
  const ours = ["github-actions[bot]", ...(app.bot === null ? [] : [app.bot])];
  const conversation = createConversation({ client, ours });
  if (app.sticky !== null) {
    const { issue: number, comment } = app.sticky;
    conversation.expect({ owner, repo, number }, markerOf(number), comment);
  }
  const shared: JobGitHub = { client, conversation, ours };
  return {
    job,
    repository,
    conversation,
    checks,
    async tellIssue(number, text) {
      await conversation.upsertComment({ owner, repo, number }, markerOf(number), text);
    },
    async answer(number, text) {
      const marker = `<!-- tdd-loop:answer-${number} -->`;
      await conversation.upsertComment({ owner, repo, number }, marker, text);
    },
    async tasks(run) {
      const { wireTasks } = await import("./wire-tasks.ts");
      const comment = conversation.commentId(
        { owner, repo, number: run.issue },
        markerOf(run.issue),
      );
      return wireTasks({ job, client, ...run }, { bot: app.bot, stickyComment: comment });
    },
    wire: async (run) => (await import("./wire-job-run.ts")).wireJobRun(job, shared, run),
    async release(issue) {
      const claim = `refs/tdd-loop/issue-${issue}/claim`;
      const { plainWorkspace } = await import("./wire-job-run.ts");
      const workspace = plainWorkspace(job, issueStateDir(job, issue));
      const isDeleted = await workspace.deleteRef(claim, AbortSignal.timeout(60_000));
      if (!isDeleted) await repository.release(issue);
    },
  };
}
