import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { InstallationActor } from "../actor.ts";
import { issueToken } from "../authenticate.ts";
import { afterCompletion, emitRun } from "../check-runs.ts";
import type { Job } from "../world.ts";
import { jobScope } from "./environment.ts";
import { interpolate } from "./expression.ts";
import type { JobContext, NeededJob, RunContext } from "./job-context.ts";
import { secretsOf } from "./job-context.ts";
import { createJobLog } from "./job-log.ts";
import { jobPermissions } from "./job-permissions.ts";
import { runStep } from "./step.ts";
import type { JobDefinition } from "./workflow.ts";

/** A job's GITHUB_TOKEN: the github-actions app on this one repository. */
function jobActor(context: RunContext, definition: JobDefinition): InstallationActor {
  return {
    kind: "installation",
    app: context.run.suite.app,
    permissions: jobPermissions(context.workflow.file, definition),
    repositoryIds: new Set([context.repo.id]),
    job: true,
  };
}

async function prepare(
  context: RunContext,
  job: Job,
  definition: JobDefinition,
  needs: JobContext["needs"],
): Promise<JobContext> {
  const actor = jobActor(context, definition);
  const { token } = issueToken(context.world, actor, {
    prefix: "ghs",
    ttlMs: 6 * 3_600_000,
    limit: 1000,
  });
  const dir = join(context.world.dir, "runs", String(context.run.id), job.key);
  const made: JobContext = {
    ...context,
    key: job.key,
    definition,
    log: createJobLog(),
    token,
    permissions: actor.permissions,
    needs,
    workspace: join(dir, "work", context.repo.name, context.repo.name),
    temp: join(dir, "temp"),
    home: join(dir, "home"),
    eventPath: join(dir, "temp", "event.json"),
    env: {},
    extraPath: [],
    steps: {},
    posts: [],
    summary: "",
    state: "running",
    current: null,
    stepState: "running",
  };
  for (const folder of [made.workspace, made.temp, made.home])
    await mkdir(folder, { recursive: true });
  await writeFile(made.eventPath, JSON.stringify(context.payload, null, 2));
  maskSecrets(made);
  return made;
}

const looksSecret = /key|token|secret|password|credential/i;

function maskSecrets(job: JobContext): void {
  const stored = job.repo.secrets;
  for (const [name, value] of Object.entries(secretsOf(job, job.token))) {
    if (stored.has(name) || looksSecret.test(name)) job.log.mask(value);
  }
}

function setEnvironment(job: JobContext): void {
  for (const env of [job.workflow.file.env, job.definition.env]) {
    const scope = jobScope(job, {});
    for (const [name, value] of Object.entries(env ?? {}))
      job.env[name] = interpolate(value, scope);
  }
}

const conclusions: Readonly<Record<JobContext["state"], string>> = {
  running: "success",
  failed: "failure",
  cancelled: "cancelled",
  killed: "failure",
};

function outputsOf(job: JobContext): Record<string, string> {
  const scope = jobScope(job, {});
  return Object.fromEntries(
    Object.entries(job.definition.outputs ?? {}).map(([name, value]) => [
      name,
      interpolate(value, scope),
    ]),
  );
}

function startRecord(context: RunContext, job: Job): void {
  const now = context.world.now();
  job.status = "in_progress";
  job.startedAt = now;
  job.checkRun.status = "in_progress";
  job.checkRun.startedAt = now;
}

/** Ends a job and its check run. `made` is null for a job that was skipped or never started. */
export async function endJob(
  context: RunContext,
  job: Job,
  conclusion: string,
  made: JobContext | null,
) {
  const now = context.world.now();
  job.status = "completed";
  job.conclusion = conclusion;
  job.completedAt = now;
  job.log = made?.log.text() ?? "";
  job.summary = made?.summary ?? "";
  job.checkRun.annotations.push(...(made?.log.annotations() ?? []));
  job.checkRun.status = "completed";
  job.checkRun.conclusion = conclusion;
  job.checkRun.completedAt = now;
  const actor = jobActor(context, context.workflow.file.jobs[job.key] ?? { steps: [] });
  await afterCompletion(context.world, context.repo, actor, job.checkRun);
}

async function runSteps(job: JobContext): Promise<void> {
  setEnvironment(job);
  for (const [at, step] of job.definition.steps.entries()) await runStep(job, step, at);
  for (const post of job.posts.reverse()) if (job.state !== "killed") await post();
}

/** Lets the job be killed or its run be cancelled at any moment, also while it is being prepared. */
function makeStoppable(context: RunContext, job: Job): (made: JobContext) => void {
  const stop: { made: JobContext | null; killed: boolean } = { made: null, killed: false };
  const apply = () => {
    const { made } = stop;
    if (!made) return;
    if (stop.killed) {
      made.state = "killed";
      made.log.say("##[error]The runner has received a shutdown signal.");
      made.current?.kill();
    } else if (context.run.cancel.signal.aborted) {
      made.state = "cancelled";
      made.current?.cancel();
    }
  };
  job.kill = () => {
    stop.killed = true;
    apply();
  };
  context.run.cancel.signal.addEventListener("abort", apply, { once: true });
  return (made) => {
    stop.made = made;
    apply();
  };
}

/** Runs a job's steps one after the other on this machine. */
export async function runJob(
  context: RunContext,
  job: Job,
  definition: JobDefinition,
  needs: Readonly<Record<string, NeededJob>>,
): Promise<void> {
  const bind = makeStoppable(context, job);
  startRecord(context, job);
  const made = await prepare(context, job, definition, needs);
  job.liveLog = () => made.log.text();
  bind(made);
  const actor = jobActor(context, definition);
  emitRun(context.world, context.repo, { actor, run: job.checkRun, action: "created" });
  try {
    await runSteps(made);
    job.outputs = outputsOf(made);
  } catch (cause) {
    made.log.say(`##[error]${cause instanceof Error ? cause.message : String(cause)}`);
    made.state = "failed";
  }
  job.liveLog = null;
  context.world.tokens.delete(made.token);
  await endJob(context, job, conclusions[made.state], made);
}
