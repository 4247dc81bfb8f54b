import type { IssueRef } from "../../domain/issue-ref.ts";
import type { Permission } from "../../domain/permission.ts";
import type {
  Claimed,
  ClaimRequest,
  ComparedTrees,
  Dispatched,
  DispatchRequest,
  LiveRun,
  PullRequestRefs,
  ReactionTarget,
} from "../../domain/repository.ts";
import type { Checks, Conversation } from "../../ports.ts";

/** What the App does on one repository, with a token for that repository alone. */
export interface Host {
  readonly owner: string;
  readonly repo: string;
  readonly conversation: AppConversation;
  readonly checks: Checks;
  readonly repository: RepositoryHost;
}

export interface AppConversation extends Conversation {
  /** The event says that the issue has no comment, so there is none of ours to look for. */
  expectNone(issue: IssueRef): void;
  commentId(issue: IssueRef, marker: string): number | null;
}

export interface RepositoryHost {
  /** One request instead of several for what is asked next. */
  lookAhead(ahead: LookAhead): Promise<void>;
  readConfigText(): Promise<string | null>;
  permissionOf(login: string): Promise<Permission | "unknown">;
  appIdOf(login: string): Promise<number | null>;
  claim(asked: ClaimRequest): Promise<Claimed>;
  release(issueNumber: number): Promise<void>;
  dispatch(asked: DispatchRequest): Promise<Dispatched>;
  liveRuns(workflow: string, issueNumber: number): Promise<readonly LiveRun[]>;
  cancelRun(id: number): Promise<void>;
  /** Whether a run of the issue that was made at `since` or later has ended. Milliseconds. */
  hasEndedSince(workflow: string, issueNumber: number, since: number): Promise<boolean>;
  react(target: ReactionTarget, content: "eyes" | "confused"): Promise<void>;
  readRefFile(ref: string, path: string): Promise<string | null>;
  compare(base: string, head: string, red: string | null): Promise<ComparedTrees>;
  readPullRequest(number: number): Promise<PullRequestRefs>;
  /** Open pull requests whose head is exactly this commit. */
  pullRequestsOf(sha: string): Promise<readonly PullRequestRefs[]>;
}

export interface LookAhead {
  readonly config?: string;
  readonly login?: string;
  readonly commit?: string;
  readonly refFile?: { readonly ref: string; readonly path: string };
}

/** Which repository, and the installation through which the App may touch it. */
export interface Site {
  readonly installationId: number;
  readonly owner: string;
  readonly repo: string;
}

export type Connect = (site: Site) => Promise<Host>;

/** One JSON line an entry; a body of a webhook never gets here. */
export interface Log {
  info(message: string, fields?: LogFields): void;
  error(message: string, error: unknown, fields?: LogFields): void;
}

export type LogFields = Readonly<Record<string, string | number>>;
