import { join, resolve } from "node:path";
import type { GitHubClient } from "../adapters/github/github-client.ts";
import type { RunRequest } from "../domain/run-request.ts";
import type { Conversation } from "../ports.ts";
import type { Links } from "../report/links.ts";
import type { Job } from "./action/job.ts";

/** A run as its job asks for it. */
export interface JobRun {
  readonly request: RunRequest;
  readonly stateDir: string;
  readonly links: Links;
  readonly taken: number;
  /** Whether an earlier job may have set checks or opened a pull request for this run. */
  readonly isResumed: boolean;
  /** The version of the state ref that the run goes on from; absent: whatever is there. */
  readonly stateSha?: string | null;
  readonly signal: AbortSignal;
}

/** What the job already holds of GitHub when the run is put together. */
export interface JobGitHub {
  readonly client: GitHubClient;
  readonly conversation: Conversation;
  readonly ours: readonly string[];
}

/** Where this job keeps the run: outside the checkout, so that no step publishes it by mistake. */
export function issueStateDir(job: Job, issue: number): string {
  if (job.inputs.stateDir !== "") return resolve(job.inputs.stateDir, `issue-${issue}`);
  return join(job.temp, "tdd-loop", `issue-${issue}`);
}
