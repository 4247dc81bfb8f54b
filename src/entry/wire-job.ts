import { mkdir, writeFile } from "node:fs/promises";
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
import type { JournalEntry } from "../domain/journal-entry.ts";
import type { RunRequest } from "../domain/run-request.ts";
import type { Checks, Conversation, GitHub } from "../ports.ts";
import type { Links } from "../report/links.ts";
import type { Job } from "./action/job.ts";
import { wireAgent } from "./wire-agent.ts";
import type { WiredRun } from "./wire-run.ts";
import { openJournal, wireRun } from "./wire-run.ts";

/** GitHub as this job may use it, and how its run is put together. */
export interface WiredJob {
  readonly job: Job;
  readonly repository: GitHubRepository;
  readonly conversation: Conversation;
  readonly checks: Checks;
  defaultBranch(): Promise<string>;
  /** For what ends before there is a run: the sticky comment says it. */
  tellIssue(number: number, text: string): Promise<void>;
  /** One comment of ours that answers a command, written anew for the next one. */
  answer(number: number, text: string): Promise<void>;
  wire(run: JobRun): Promise<WiredRun>;
  requestCount(): number;
}

export interface JobRun {
  readonly request: RunRequest;
  readonly stateDir: string;
  readonly links: Links;
  readonly taken: number;
  readonly appOwnsFileGate: boolean;
  readonly bot: string | null;
  readonly signal: AbortSignal;
}

export function wireJob(job: Job): WiredJob {
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
  const conversation = createConversation({ client, ours: ["github-actions[bot]"] });
  return {
    job,
    repository,
    conversation,
    checks,
    requestCount: () => client.requestCount(),
    async defaultBranch() {
      return (await client.octokit.rest.repos.get({ owner, repo })).data.default_branch;
    },
    async tellIssue(number, text) {
      const marker = `<!-- tdd-loop:issue-${number} -->`;
      const body = `### tdd-loop: not started\n\n\`\`\`\`text\n${text.replaceAll("`", "'")}\n\`\`\`\``;
      await conversation.upsertComment({ owner, repo, number }, marker, body);
    },
    async answer(number, text) {
      const marker = `<!-- tdd-loop:answer-${number} -->`;
      await conversation.upsertComment({ owner, repo, number }, marker, text);
    },
    wire: (run) => wireJobRun(job, client, checks, run),
  };
}

async function wireJobRun(
  job: Job,
  client: GitHubClient,
  checks: Checks,
  run: JobRun,
): Promise<WiredRun> {
  const { request, stateDir, links, signal } = run;
  const { inputs, env, owner, repo } = job;
  const clock = { now: () => Date.now() };
  const ours = ["github-actions[bot]", ...(run.bot === null ? [] : [run.bot])];
  const github: GitHub = {
    conversation: createConversation({ client, ours }),
    checks,
    pullRequests: createPullRequests({ client, owner, repo, ours }),
    appOwnsFileGate: run.appOwnsFileGate,
  };
  const agent = await wireAgent({
    config: request.config,
    kind: agentKind(inputs.agent),
    command: null,
    replay: inputs.replay === "" ? null : resolve(job.workspace, inputs.replay),
    record: inputs.record === "" ? null : resolve(job.temp, inputs.record),
    model: inputs.model === "" ? null : inputs.model,
    taken: run.taken,
    env,
    clock,
  });
  return wireRun({
    config: request.config,
    issue: request.issue.number,
    stateDir,
    remote: remoteOf(job),
    carryFrom: job.workspace,
    agent,
    github,
    approvals: { ask: async () => ({ answer: "waiting", by: "nobody" }) },
    links,
    env,
    secrets: job.secrets,
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

/**
 * The journal of the issue's last run: this machine's when it is still here, else the one on the
 * state ref, written down so that it goes on from there. Empty when there is none.
 */
export async function restoreJournal(
  job: Job,
  issue: number,
  _wired: WiredJob,
): Promise<readonly JournalEntry[]> {
  const stateDir = issueStateDir(job, issue);
  await mkdir(stateDir, { recursive: true });
  const wiring = { env: job.env, secrets: job.secrets };
  using kept = openJournal(stateDir, wiring);
  const here = await kept.read();
  if (here.length > 0) return here;
  const workspace = createWorkspace({
    remote: remoteOf(job),
    stateDir,
    carryFrom: null,
    carry: [],
    identity: { name: "tdd-loop", email: "tdd-loop@users.noreply.github.com" },
    clock: { now: () => Date.now() },
    path: job.env["PATH"] ?? "/usr/bin:/bin",
  });
  const found = await workspace.fetchState(issue, AbortSignal.timeout(120_000));
  if (found.kind !== "found") return [];
  for (const name of ["journal.ndjson", "lock.json"]) {
    const text = found.files[name];
    if (text !== undefined) await writeFile(join(stateDir, name), text);
  }
  using restored = openJournal(stateDir, wiring);
  return restored.read();
}
