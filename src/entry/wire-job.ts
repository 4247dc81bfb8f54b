import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createWorkspace } from "../adapters/git/workspace.ts";
import { createChecks } from "../adapters/github/checks.ts";
import { createConversation } from "../adapters/github/conversation.ts";
import type { GitHubClient } from "../adapters/github/github-client.ts";
import { createGitHubClient } from "../adapters/github/github-client.ts";
import { createPullRequests } from "../adapters/github/pull-requests.ts";
import type { GitHubRepository } from "../adapters/github/repository.ts";
import { createRepository } from "../adapters/github/repository.ts";
import { ConfigError } from "../domain/config.ts";
import type { JournalEntry } from "../domain/journal-entry.ts";
import type { RunRequest } from "../domain/run-request.ts";
import type { Checks, Conversation, GitHub } from "../ports.ts";
import type { Links } from "../report/links.ts";
import { markerOf } from "../run/publish.ts";
import type { Job } from "./action/job.ts";
import type { AgentChoice } from "./wire-agent.ts";
import { agentSecrets, usesCommandAgent, wireAgent } from "./wire-agent.ts";
import { openJournal } from "./wire-journal.ts";
import type { WiredRun } from "./wire-run.ts";
import { wireRun } from "./wire-run.ts";

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
  /** Frees the issue for the next run. */
  release(issue: number): Promise<void>;
}

/** The App's part in this job's comments: its login, and the comment that it began. */
export interface AppPart {
  readonly bot: string | null;
  readonly sticky: { readonly issue: number; readonly comment: number } | null;
}

export interface JobRun {
  readonly request: RunRequest;
  readonly stateDir: string;
  readonly links: Links;
  readonly taken: number;
  /** Whether an earlier job may have set checks or opened a pull request for this run. */
  readonly isResumed: boolean;
  readonly signal: AbortSignal;
}

export function wireJob(job: Job, app: AppPart): WiredJob {
  const { owner, repo, apiUrl, inputs } = job;
  const client = createGitHubClient({
    baseUrl: apiUrl,
    token: inputs.githubToken,
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
  const shared = { client, conversation, ours };
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
    wire: (run) => wireJobRun(job, shared, run),
    async release(issue) {
      const claim = `refs/tdd-loop/issue-${issue}/claim`;
      const workspace = plainWorkspace(job, issueStateDir(job, issue));
      const isDeleted = await workspace.deleteRef(claim, AbortSignal.timeout(60_000));
      if (!isDeleted) await repository.release(issue);
    },
  };
}

interface Shared {
  readonly client: GitHubClient;
  readonly conversation: Conversation;
  readonly ours: readonly string[];
}

async function wireJobRun(
  job: Job,
  { client, conversation, ours }: Shared,
  run: JobRun,
): Promise<WiredRun> {
  const { request, stateDir, links, signal } = run;
  const { inputs, env, owner, repo } = job;
  const clock = { now: () => Date.now() };
  const there = { client, owner, repo, mayExist: run.isResumed };
  const github: GitHub = {
    conversation,
    checks: createChecks({ ...there, detailsUrl: null }),
    pullRequests: createPullRequests({ ...there, ours }),
    appOwnsFileGate: ours.length > 1,
  };
  const choice: AgentChoice = {
    config: request.config,
    kind: agentKind(inputs.agent),
    command: null,
    replay: inputs.replay === "" ? null : resolve(job.workspace, inputs.replay),
    record: inputs.record === "" ? null : resolve(job.temp, inputs.record),
    model: inputs.model === "" ? null : inputs.model,
    taken: run.taken,
    env,
    cli: { bases: [job.workspace], env: job.cliEnv },
  };
  const agent = await wireAgent(choice);
  return wireRun({
    usesCommandAgent: usesCommandAgent(choice),
    config: request.config,
    issue: request.issue.number,
    stateDir,
    workDir: stateDir,
    remote: remoteOf(job),
    carryFrom: job.workspace,
    hidden: [job.temp],
    agent,
    github,
    approvals: { ask: async () => ({ answer: "waiting", by: "nobody" }) },
    links,
    env,
    secrets: [...job.secrets, ...agentSecrets(choice)],
    clock,
    signal,
  });
}

function remoteOf({ serverUrl, owner, repo, inputs }: Job) {
  return {
    kind: "url",
    url: `${serverUrl}/${owner}/${repo}.git`,
    token: inputs.githubToken,
  } as const;
}

function agentKind(text: string): "claude" | "command" | "replay" | null {
  return text === "claude" || text === "command" || text === "replay" ? text : null;
}

/** Where this job keeps the run: outside the checkout, so that no step publishes it by mistake. */
export function issueStateDir(job: Job, issue: number): string {
  if (job.inputs.stateDir !== "") return resolve(job.inputs.stateDir, `issue-${issue}`);
  return join(job.temp, "tdd-loop", `issue-${issue}`);
}

/** Git alone, for what happens before and after a run. */
function plainWorkspace(job: Job, stateDir: string) {
  return createWorkspace({
    remote: remoteOf(job),
    stateDir,
    carryFrom: null,
    carry: [],
    identity: { name: "tdd-loop", email: "tdd-loop@users.noreply.github.com" },
    clock: { now: () => Date.now() },
    path: job.env["PATH"] ?? "/usr/bin:/bin",
  });
}

/**
 * The journal of the issue's last run: this machine's when it is still here, else the one on the
 * state ref, written down with the commits that it names, so that it goes on from there.
 * @throws ConfigError when the server cannot give it; empty when there is none
 */
export async function restoreJournal(job: Job, issue: number): Promise<readonly JournalEntry[]> {
  const stateDir = issueStateDir(job, issue);
  await mkdir(stateDir, { recursive: true });
  const wiring = { env: job.env, secrets: job.secrets };
  using kept = openJournal(stateDir, wiring);
  const here = await kept.read();
  if (here.length > 0) return here;
  const workspace = plainWorkspace(job, stateDir);
  const signal = AbortSignal.timeout(120_000);
  const found = await workspace.fetchState(issue, signal);
  if (found.kind === "none") return [];
  if (found.kind === "refused") throw new ConfigError(`${found.why} ${found.fix}`);
  for (const name of ["journal.ndjson", "lock.json"]) {
    const text = found.files[name];
    if (text !== undefined) await writeFile(join(stateDir, name), text);
  }
  using restored = openJournal(stateDir, wiring);
  const entries = await restored.read();
  const problem = await workspace.fetchBranches(branchesOf(entries), signal);
  if (problem !== null) throw new ConfigError(`${problem.why} ${problem.fix}`);
  return entries;
}

/** The next run begins with a journal of its own. */
export async function forgetJournal(job: Job, issue: number): Promise<void> {
  for (const name of ["journal.ndjson", "lock.json"]) {
    await rm(join(issueStateDir(job, issue), name), { force: true });
  }
}

/** The branches whose commits a run builds on. */
function branchesOf(entries: readonly JournalEntry[]): string[] {
  return entries.flatMap((entry) => {
    if (entry.type !== "resulted" || entry.result.kind !== "workspace_opened") return [];
    return [entry.result.baseRef, entry.result.branch];
  });
}
