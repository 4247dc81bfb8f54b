import type { Actor, App, Installation, Role, Token, User } from "./actor.ts";
import type { Git } from "./git.ts";

/** Everything this GitHub knows, in memory; the git objects are in real bare repositories on disk. */
export interface World {
  readonly dir: string;
  /** Address of the web side, no trailing slash. */
  url: string;
  readonly path: string;
  readonly now: () => number;
  readonly users: Map<string, User>;
  readonly repos: Map<string, Repo>;
  readonly apps: Map<number, App>;
  readonly installations: Map<number, Installation>;
  readonly tokens: Map<string, Token>;
  readonly deliveries: Delivery[];
  readonly runs: WorkflowRun[];
  readonly requests: RequestRecord[];
  readonly violations: string[];
  readonly reports: Map<string, string>;
  /** Work in flight (deliveries, workflow runs): `settled` waits for it. */
  readonly pending: Set<Promise<void>>;
  readonly listeners: ((event: ForgeEvent) => void)[];
  readonly secondaryLimits: boolean;
  readonly content: Map<string, number[]>;
  /** Set by `close`: nothing new starts. */
  closed: boolean;
  nextId(): number;
  /** GitHub Actions: set once the world stands. */
  runner: Runner | null;
}

export interface Runner {
  dispatch(repo: Repo, actor: Actor, asked: Dispatch): Promise<void>;
}

export interface Dispatch {
  readonly workflow: string;
  readonly ref: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

export interface Repo {
  readonly id: number;
  readonly owner: User;
  readonly name: string;
  readonly private: boolean;
  readonly defaultBranch: string;
  readonly git: Git;
  readonly createdAt: number;
  pushedAt: number;
  readonly roles: Map<string, Role>;
  readonly labels: Map<string, Label>;
  readonly issues: Map<number, Issue>;
  readonly checkSuites: CheckSuite[];
  readonly checkRuns: CheckRun[];
  readonly statuses: Status[];
  readonly protections: Map<string, Protection>;
  readonly queue: QueueEntry[];
  readonly secrets: Map<string, string>;
  /** Ref changes happen one after the other. */
  busy: Promise<unknown>;
}

export interface QueueEntry {
  readonly issue: Issue;
  readonly ref: string;
  readonly sha: string;
  readonly baseSha: string;
}

export interface Label {
  readonly id: number;
  name: string;
  color: string;
  description: string | null;
  readonly isDefault: boolean;
}

export interface Protection {
  requiredChecks: { context: string; appId: number | null }[];
  strict: boolean;
  enforceAdmins: boolean;
}

export interface Issue {
  readonly id: number;
  readonly number: number;
  title: string;
  body: string | null;
  state: "open" | "closed";
  stateReason: string | null;
  locked: boolean;
  readonly user: User;
  readonly viaApp: App | null;
  readonly labels: string[];
  readonly assignees: User[];
  readonly comments: Comment[];
  readonly reactions: Reaction[];
  readonly timeline: IssueEvent[];
  readonly createdAt: number;
  updatedAt: number;
  closedAt: number | null;
  readonly pull: Pull | null;
}

export interface Pull {
  head: string;
  headSha: string;
  base: string;
  baseSha: string;
  draft: boolean;
  merged: { at: number; by: User; sha: string } | null;
  readonly requestedReviewers: User[];
  readonly reviews: Review[];
}

export interface Comment {
  readonly id: number;
  body: string;
  readonly user: User;
  readonly viaApp: App | null;
  readonly reactions: Reaction[];
  readonly createdAt: number;
  updatedAt: number;
}

export interface Reaction {
  readonly id: number;
  readonly content: string;
  readonly user: User;
  readonly createdAt: number;
}

export interface IssueEvent {
  readonly id: number;
  readonly event: string;
  readonly actor: User;
  readonly label: string | null;
  readonly viaApp: App | null;
  readonly createdAt: number;
}

export interface Review {
  readonly id: number;
  readonly user: User;
  body: string;
  state: "PENDING" | "COMMENTED" | "APPROVED" | "CHANGES_REQUESTED" | "DISMISSED";
  readonly commitId: string;
  submittedAt: number | null;
  readonly comments: ReviewComment[];
}

export interface ReviewComment {
  readonly id: number;
  readonly path: string;
  readonly line: number;
  readonly startLine: number | null;
  readonly side: "LEFT" | "RIGHT";
  readonly hunk: string;
  body: string;
  readonly user: User;
  readonly reactions: Reaction[];
  readonly createdAt: number;
  updatedAt: number;
}

export interface CheckSuite {
  readonly id: number;
  readonly app: App;
  readonly headSha: string;
  readonly headBranch: string | null;
  readonly before: string | null;
  readonly createdAt: number;
  updatedAt: number;
}

export interface Annotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly start_column: number | null;
  readonly end_column: number | null;
  readonly annotation_level: string;
  readonly message: string;
  readonly title: string | null;
  readonly raw_details: string | null;
}

export type CheckStatus = "queued" | "in_progress" | "completed" | "waiting" | "pending";

export interface CheckRun {
  readonly id: number;
  readonly suite: CheckSuite;
  name: string;
  readonly headSha: string;
  status: CheckStatus;
  conclusion: string | null;
  startedAt: number;
  completedAt: number | null;
  detailsUrl: string | null;
  externalId: string | null;
  title: string | null;
  summary: string | null;
  text: string | null;
  readonly annotations: Annotation[];
  actions: { label: string; description: string; identifier: string }[];
}

export interface Status {
  readonly id: number;
  readonly sha: string;
  readonly state: string;
  readonly context: string;
  readonly description: string | null;
  readonly targetUrl: string | null;
  readonly creator: User;
  readonly createdAt: number;
}

export interface Delivery {
  readonly id: number;
  readonly guid: string;
  readonly app: App;
  readonly event: string;
  readonly action: string | null;
  readonly redelivery: boolean;
  readonly deliveredAt: number;
  readonly installationId: number | null;
  readonly repositoryId: number | null;
  readonly body: string;
  readonly headers: Record<string, string>;
  duration: number;
  status: string;
  statusCode: number;
  response: { headers: Record<string, string>; payload: string };
}

export interface WorkflowRun {
  readonly id: number;
  readonly number: number;
  readonly repo: Repo;
  readonly workflowId: number;
  readonly workflowName: string;
  readonly workflowPath: string;
  title: string;
  readonly event: string;
  readonly actor: User;
  readonly headSha: string;
  readonly headBranch: string;
  readonly suite: CheckSuite;
  readonly createdAt: number;
  updatedAt: number;
  status: "queued" | "in_progress" | "completed";
  conclusion: string | null;
  readonly jobs: Job[];
  readonly cancel: AbortController;
}

export interface Job {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly checkRun: CheckRun;
  status: "queued" | "in_progress" | "completed";
  conclusion: string | null;
  log: string;
  summary: string;
  outputs: Record<string, string>;
  startedAt: number;
  completedAt: number | null;
  /** The log so far while the job runs. */
  liveLog: (() => string) | null;
  /** Kills what the job is running now, group and all. */
  kill: () => void;
}

/** One answered call, for counting and for checking against GitHub's description. */
export interface RequestRecord {
  readonly method: string;
  readonly path: string;
  /** The route as GitHub's OpenAPI description writes it, null for git, web and unknown addresses. */
  readonly route: string | null;
  readonly status: number;
  readonly actor: string;
  readonly requestBody: unknown;
  /** Kept in strict mode only. */
  readonly responseBody: unknown;
}

export interface ForgeEvent {
  readonly name: string;
  readonly action: string | null;
  readonly repo: Repo;
  readonly actor: Actor;
  readonly sender: User;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Set where only one app may hear of it (check suites, re-requests). */
  readonly onlyFor?: App;
}
