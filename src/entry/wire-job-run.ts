import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createWorkspace } from "../adapters/git/workspace.ts";
import { createChecks } from "../adapters/github/checks.ts";
import { createPullRequests } from "../adapters/github/pull-requests.ts";
import { ConfigError } from "../domain/config.ts";
import type { JournalEntry } from "../domain/journal-entry.ts";
import type { GitHub } from "../ports.ts";
import type { Job } from "./action/job.ts";
import type { AgentChoice } from "./wire-agent.ts";
import { agentSecrets, usesCommandAgent, wireAgent } from "./wire-agent.ts";
import type { JobGitHub, JobRun } from "./wire-job-request.ts";
import { issueStateDir } from "./wire-job-request.ts";
import { openJournal } from "./wire-journal.ts";
import type { WiredRun } from "./wire-run.ts";
import { wireRun } from "./wire-run.ts";

/** Puts a job's run together: git, agent, sandbox, journal, and GitHub as it is held already. */
export async function wireJobRun(
  job: Job,
  { client, conversation, ours }: JobGitHub,
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
    ...(run.stateSha === undefined ? {} : { stateSha: run.stateSha }),
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

/** Git alone, for what happens before and after a run. */
export function plainWorkspace(job: Job, stateDir: string) {
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
  return (await restoreRun(job, issue)).entries;
}

/** A journal, and the version of the state ref that it was on; null where it is this machine's own. */
export interface RestoredRun {
  readonly entries: readonly JournalEntry[];
  readonly stateSha: string | null;
}

/** The same, with where it was found. */
export async function restoreRun(job: Job, issue: number): Promise<RestoredRun> {
  const stateDir = issueStateDir(job, issue);
  await mkdir(stateDir, { recursive: true });
  const wiring = { env: job.env, secrets: job.secrets };
  using kept = openJournal(stateDir, wiring);
  const here = await kept.read();
  if (here.length > 0) return { entries: here, stateSha: null };
  const workspace = plainWorkspace(job, stateDir);
  const signal = AbortSignal.timeout(120_000);
  const found = await workspace.fetchState(issue, signal);
  if (found.kind === "none") return { entries: [], stateSha: null };
  if (found.kind === "refused") throw new ConfigError(`${found.why} ${found.fix}`);
  for (const name of ["journal.ndjson", "lock.json"]) {
    const text = found.files[name];
    if (text !== undefined) await writeFile(join(stateDir, name), text);
  }
  using restored = openJournal(stateDir, wiring);
  const entries = await restored.read();
  const problem = await workspace.fetchBranches(branchesOf(entries), signal);
  if (problem !== null) throw new ConfigError(`${problem.why} ${problem.fix}`);
  return { entries, stateSha: found.sha };
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
