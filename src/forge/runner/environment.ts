import { dirname } from "node:path";
import { gitEnvironment } from "../git.ts";
import type { Scope } from "./expression.ts";
import type { JobContext, RunContext } from "./job-context.ts";
import { secretsOf } from "./job-context.ts";

/** The `github` context, as far as it can be known before a job has a token. */
export function githubContext(context: RunContext, token: string): Record<string, unknown> {
  const { repo, run, target, world } = context;
  return {
    token,
    repository: `${repo.owner.login}/${repo.name}`,
    repository_owner: repo.owner.login,
    repository_id: String(repo.id),
    event_name: run.event,
    event: context.payload,
    sha: target.sha,
    ref: target.ref,
    ref_name: target.ref.replace(/^refs\/(heads|tags|pull)\//, ""),
    ref_type: target.ref.startsWith("refs/tags/") ? "tag" : "branch",
    head_ref: target.headRef,
    base_ref: target.baseRef,
    actor: run.actor.login,
    actor_id: String(run.actor.id),
    triggering_actor: run.actor.login,
    run_id: String(run.id),
    run_number: String(run.number),
    run_attempt: "1",
    workflow: run.workflowName,
    workflow_ref: `${repo.owner.login}/${repo.name}/${run.workflowPath}@${target.ref}`,
    server_url: world.url,
    api_url: `${world.url}/api/v3`,
    graphql_url: `${world.url}/api/graphql`,
  };
}

export function jobScope(job: JobContext, env: Readonly<Record<string, string>>): Scope {
  return {
    contexts: {
      github: { ...githubContext(job, job.token), job: job.key, workspace: job.workspace },
      inputs: job.inputs,
      secrets: secretsOf(job, job.token),
      env: { ...job.env, ...env },
      vars: {},
      needs: job.needs,
      steps: job.steps,
      job: { status: job.state === "running" ? "success" : job.state },
      runner: { os: "Linux", arch: "X64", temp: job.temp, name: "forge", tool_cache: job.temp },
      strategy: {},
      matrix: {},
    },
    status: {
      success: () => job.state === "running",
      failure: () => job.state === "failed",
      cancelled: () => job.state === "cancelled",
    },
  };
}

function githubVariables(job: JobContext): Record<string, string> {
  const context = githubContext(job, "");
  const variables: Record<string, string> = {};
  for (const [key, value] of Object.entries(context)) {
    if (typeof value === "string" && key !== "token")
      variables[`GITHUB_${key.toUpperCase()}`] = value;
  }
  return variables;
}

/** A step's environment: the machine's, the job's, GitHub's own. GITHUB_TOKEN is not in it. */
export function stepEnvironment(
  job: JobContext,
  env: Readonly<Record<string, string>>,
): Record<string, string> {
  const { PATH = "" } = gitEnvironment(job.world.path);
  const node = job.options.node === undefined ? [] : [dirname(job.options.node)];
  return {
    LANG: "C.UTF-8",
    HOME: job.home,
    USER: "runner",
    ...job.options.env,
    ...job.env,
    ...env,
    PATH: [...job.extraPath, ...node, PATH].join(":"),
    CI: "true",
    ...githubVariables(job),
    GITHUB_ACTIONS: "true",
    GITHUB_JOB: job.key,
    GITHUB_WORKSPACE: job.workspace,
    GITHUB_EVENT_PATH: job.eventPath,
    GITHUB_RETENTION_DAYS: "90",
    RUNNER_OS: "Linux",
    RUNNER_ARCH: "X64",
    RUNNER_NAME: "forge",
    RUNNER_ENVIRONMENT: job.definition["runs-on"]?.includes("self-hosted")
      ? "self-hosted"
      : "github-hosted",
    RUNNER_TEMP: job.temp,
    RUNNER_TOOL_CACHE: job.temp,
  };
}
