import type { Actor, App, User } from "../actor.ts";
import { suiteFor } from "../check-runs.ts";
import { emit } from "../events.ts";
import { commitInfo } from "../git-queries.ts";
import { runShape, workflowShape } from "../shapes/run-shape.ts";
import type { CheckRun, Job, WorkflowRun } from "../world.ts";
import type { Concurrency } from "./concurrency.ts";
import { githubContext } from "./environment.ts";
import type { Scope } from "./expression.ts";
import { holds, interpolate } from "./expression.ts";
import type { NeededJob, RunContext } from "./job-context.ts";
import { endJob, runJob } from "./run-job.ts";
import type { JobDefinition } from "./workflow.ts";

export interface NewRun extends Omit<RunContext, "run"> {
  readonly event: string;
  readonly actor: User;
  readonly title: string;
  readonly app: App;
}

function newCheckRun(asked: NewRun, run: WorkflowRun, name: string): CheckRun {
  return {
    id: asked.world.nextId(),
    suite: run.suite,
    name,
    headSha: run.headSha,
    status: "queued",
    conclusion: null,
    startedAt: asked.world.now(),
    completedAt: null,
    detailsUrl: null,
    externalId: null,
    title: null,
    summary: null,
    text: null,
    annotations: [],
    actions: [],
  };
}

function newJob(asked: NewRun, run: WorkflowRun, key: string, definition: JobDefinition): Job {
  const name = definition.name ?? key;
  const checkRun = newCheckRun(asked, run, name);
  asked.repo.checkRuns.push(checkRun);
  checkRun.detailsUrl = `${asked.world.url}/${asked.repo.owner.login}/${asked.repo.name}/actions/runs/${run.id}/job/${checkRun.id}`;
  return {
    id: checkRun.id,
    key,
    name,
    checkRun,
    status: "queued",
    conclusion: null,
    log: "",
    summary: "",
    outputs: {},
    startedAt: asked.world.now(),
    completedAt: null,
    liveLog: null,
    kill: () => undefined,
  };
}

/** A queued run with its jobs and their check runs. */
export function createRun(asked: NewRun): RunContext {
  const { world, repo, workflow, target } = asked;
  const number = world.runs.filter((one) => one.workflowId === workflow.id).length + 1;
  const head = { sha: target.headSha, branch: target.headBranch };
  const run: WorkflowRun = {
    id: world.nextId(),
    number,
    repo,
    workflowId: workflow.id,
    workflowName: workflow.name,
    workflowPath: workflow.path,
    title: asked.title,
    event: asked.event,
    actor: asked.actor,
    headSha: target.headSha,
    headBranch: target.headBranch,
    suite: suiteFor(world, repo, asked.app, head),
    createdAt: world.now(),
    updatedAt: world.now(),
    status: "queued",
    conclusion: null,
    jobs: [],
    cancel: new AbortController(),
  };
  for (const [key, definition] of Object.entries(workflow.file.jobs)) {
    run.jobs.push(newJob(asked, run, key, definition));
  }
  const context = { ...asked, run };
  run.title = displayTitle(context);
  world.runs.unshift(run);
  return context;
}

/** `run-name:`, which sees only the contexts github, inputs and vars; else the event's own title. */
function displayTitle(context: NewRun & RunContext): string {
  const asked = context.workflow.file["run-name"];
  if (asked === undefined) return context.title;
  const named = interpolate(asked, runScope(context, {})).trim();
  return named === "" ? context.title : named;
}

async function say(context: RunContext, action: string): Promise<void> {
  const { world, repo, run, workflow } = context;
  run.updatedAt = world.now();
  const actor: Actor = {
    kind: "installation",
    app: run.suite.app,
    permissions: {},
    repositoryIds: new Set([repo.id]),
    job: true,
  };
  const head = await commitInfo(repo.git, run.headSha);
  emit(world, repo, actor, {
    name: "workflow_run",
    action,
    payload: {
      workflow: workflowShape(world, repo, workflow),
      workflow_run: runShape(world, run, head),
    },
  });
}

function runScope(context: RunContext, needs: Readonly<Record<string, NeededJob>>): Scope {
  const results = Object.values(needs).map((one) => one.result);
  const isCancelled = context.run.cancel.signal.aborted;
  return {
    contexts: { github: githubContext(context, ""), inputs: context.inputs, needs, vars: {} },
    status: {
      success: () => !isCancelled && results.every((one) => one === "success"),
      failure: () => results.includes("failure"),
      cancelled: () => isCancelled,
    },
  };
}

type Decision = "run" | "skip" | "broken";

function decide(condition: string | null, scope: Scope): Decision {
  try {
    return holds(condition, scope) ? "run" : "skip";
  } catch {
    // An expression that cannot be read fails its job, as on GitHub.
    return "broken";
  }
}

/** A skipped job ends as skipped (which satisfies a required check), without steps. */
async function runOne(context: RunContext, job: Job, done: ReadonlyMap<string, Promise<void>>) {
  const definition = context.workflow.file.jobs[job.key] ?? { steps: [] };
  const wanted = definition.needs ?? [];
  await Promise.all(wanted.map((key) => done.get(key)));
  const needs = Object.fromEntries(
    context.run.jobs
      .filter((one) => wanted.includes(one.key))
      .map((one) => [one.key, { result: one.conclusion ?? "skipped", outputs: one.outputs }]),
  );
  const { world } = context;
  switch (world.closed ? "skip" : decide(definition.if ?? null, runScope(context, needs))) {
    case "run":
      return runJob(context, job, definition, needs);
    case "broken":
      return endJob(context, job, "failure", null);
    case "skip":
      return endJob(
        context,
        job,
        context.run.cancel.signal.aborted ? "cancelled" : "skipped",
        null,
      );
  }
}

function order(context: RunContext): Job[] {
  const left = [...context.run.jobs];
  const sorted: Job[] = [];
  const isReady = (job: Job) =>
    (context.workflow.file.jobs[job.key]?.needs ?? []).every((key) =>
      sorted.some((one) => one.key === key),
    );
  for (let at = left.findIndex(isReady); at >= 0; at = left.findIndex(isReady)) {
    sorted.push(...left.splice(at, 1));
  }
  if (left.length > 0)
    throw new Error(`Jobs need each other: ${left.map((job) => job.key).join(", ")}`);
  return sorted;
}

async function runJobs(context: RunContext): Promise<void> {
  const done = new Map<string, Promise<void>>();
  for (const job of order(context)) done.set(job.key, runOne(context, job, done));
  await Promise.all(done.values());
}

function conclude(run: WorkflowRun): string {
  const results = run.jobs.map((job) => job.conclusion);
  if (run.cancel.signal.aborted) return "cancelled";
  if (results.includes("failure")) return "failure";
  if (results.includes("cancelled")) return "cancelled";
  return results.every((one) => one === "skipped") ? "skipped" : "success";
}

async function perform(context: RunContext): Promise<void> {
  const { run } = context;
  run.status = "in_progress";
  await say(context, "in_progress");
  await runJobs(context);
}

/** Executes a run from its place in the concurrency group to its `completed` event. */
export async function executeRun(context: RunContext, concurrency: Concurrency): Promise<void> {
  const { run, workflow } = context;
  await say(context, "requested");
  const asked = workflow.file.concurrency;
  const scope = runScope(context, {});
  const group = asked ? `${context.repo.id} ${interpolate(asked.group, scope)}` : null;
  const cancelsOthers = interpolate(asked?.cancel ?? "false", scope) === "true";
  const entrant = { cancelsOthers, cancel: () => run.cancel.abort() };
  const withdraw = () => group !== null && concurrency.withdraw(group, entrant);
  run.cancel.signal.addEventListener("abort", withdraw, { once: true });
  const turn = group === null ? "go" : await concurrency.enter(group, entrant);
  if (turn === "cancelled") run.cancel.abort();
  if (run.cancel.signal.aborted) {
    for (const job of run.jobs) await endJob(context, job, "cancelled", null);
  } else await perform(context);
  run.status = "completed";
  run.conclusion = conclude(run);
  if (group !== null) concurrency.leave(group, entrant);
  await say(context, "completed");
}
