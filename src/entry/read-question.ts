import type { PullRequestRefs } from "../domain/repository.ts";
import { readRunMark } from "../domain/run-mark.ts";
import { FILE_GATE } from "./file-gate-check.ts";
import { CheckRunEvent, MergeGroupEvent, PullRequestEvent } from "./payloads.ts";

/** A commit that `file-gate` has to be set on, and what the event knows of it. */
export interface CommitQuestion {
  /** The commit that gets the check. */
  readonly sha: string;
  /** The branch it is the head of, as the event says; empty when it does not. */
  readonly branch: string;
  /** Pull requests that the event itself names. */
  readonly pullRequests: readonly PullRequestRefs[];
  /** Numbers of pull requests to read first, as a merge group names them. */
  readonly numbers: readonly number[];
}

/** Whatever changes the head or, with `edited`, the base. Being ready for review changes neither. */
const PULL_REQUEST_ACTIONS = ["opened", "reopened", "synchronize", "edited"];

/** Which commit an event wants judged, null when none. */
export function readQuestion(eventName: string, payload: unknown): CommitQuestion | null {
  switch (eventName) {
    case "pull_request":
    case "pull_request_target":
      return readPullRequest(payload);
    case "merge_group":
      return readMergeGroup(payload);
    case "check_run":
      return readRerequest(payload);
    default:
      return null;
  }
}

function readPullRequest(payload: unknown): CommitQuestion | null {
  const event = PullRequestEvent.safeParse(payload);
  if (!event.success || !PULL_REQUEST_ACTIONS.includes(event.data.action)) return null;
  const { number, head, base, body } = event.data.pull_request;
  const pr: PullRequestRefs = {
    number,
    headRef: head.ref,
    headSha: head.sha,
    baseRef: base.ref,
    isFork: head.repo?.id !== base.repo.id,
    run: readRunMark(body ?? ""),
  };
  return { sha: head.sha, branch: head.ref, pullRequests: [pr], numbers: [] };
}

function readMergeGroup(payload: unknown): CommitQuestion | null {
  const event = MergeGroupEvent.safeParse(payload);
  if (!event.success || event.data.action !== "checks_requested") return null;
  const { head_sha, head_ref } = event.data.merge_group;
  const branch = head_ref.replace(/^refs\/heads\//, "");
  return { sha: head_sha, branch, pullRequests: [], numbers: queued(branch) };
}

function readRerequest(payload: unknown): CommitQuestion | null {
  const event = CheckRunEvent.safeParse(payload);
  if (!event.success || event.data.action !== "rerequested") return null;
  const { name, head_sha, check_suite } = event.data.check_run;
  if (name !== FILE_GATE) return null;
  const branch = check_suite?.head_branch ?? "";
  return { sha: head_sha, branch, pullRequests: [], numbers: queued(branch) };
}

/**
 * The merge queue's branch names its pull request: `gh-readonly-queue/main/pr-12-<base sha>`. Those
 * before it in the queue have groups and checks of their own.
 */
function queued(branch: string): number[] {
  const number = /^gh-readonly-queue\/.+\/pr-(\d+)-[0-9a-f]{40}$/.exec(branch)?.[1];
  return number === undefined ? [] : [Number(number)];
}
