import { z } from "zod";
import { ApiError, notFound } from "../api-error.ts";
import { commitInfo } from "../git-queries.ts";
import type { Reply, RepoCall, Route } from "../router.ts";
import { numberParam, paged, readBody, reply, repoRoute } from "../router.ts";
import { findWorkflow, workflowsAt } from "../runner/workflow-files.ts";
import { jobShape, runShape, workflowShape } from "../shapes/run-shape.ts";
import type { Job, WorkflowRun } from "../world.ts";

const DispatchBody = z.object({
  ref: z.string(),
  inputs: z.record(z.string(), z.unknown()).optional(),
  return_run_details: z.boolean().optional(),
});

async function dispatch(call: RepoCall): Promise<Reply> {
  const body = readBody(DispatchBody, call);
  const { world, repo, actor } = call;
  if (!world.runner) throw new ApiError(403, "Actions are disabled for this repository.");
  const workflow = call.params["workflow_id"] ?? "";
  await world.runner.dispatch(repo, actor, { workflow, ref: body.ref, inputs: body.inputs ?? {} });
  return reply(204);
}

function shape(call: RepoCall, run: WorkflowRun) {
  return commitInfo(call.repo.git, run.headSha).then((head) => runShape(call.world, run, head));
}

function runOf(call: RepoCall): WorkflowRun {
  const id = numberParam(call, "run_id");
  const found = call.world.runs.find((run) => run.id === id && run.repo === call.repo);
  if (!found) throw notFound();
  return found;
}

function isAsked(call: RepoCall, run: WorkflowRun): boolean {
  const { query } = call;
  const is = (name: string, value: string) => (query.get(name) ?? value) === value;
  const status = query.get("status");
  return (
    run.repo === call.repo &&
    is("branch", run.headBranch) &&
    is("event", run.event) &&
    is("head_sha", run.headSha) &&
    is("actor", run.actor.login) &&
    (status === null || status === run.status || status === run.conclusion)
  );
}

function listRuns(call: RepoCall, runs: readonly WorkflowRun[]): Promise<Reply> {
  const found = runs.filter((run) => isAsked(call, run));
  const wrap = (page: unknown[]) => ({ total_count: found.length, workflow_runs: page });
  return paged(call, found, (run) => shape(call, run), wrap);
}

async function workflowOf(call: RepoCall) {
  const all = await workflowsAt(call.repo, call.repo.defaultBranch);
  const found = findWorkflow(all, call.params["workflow_id"] ?? "");
  if (!found) throw notFound();
  return found;
}

function cancel(call: RepoCall): Reply {
  const run = runOf(call);
  if (run.status === "completed")
    throw new ApiError(409, "Cannot cancel a workflow run that is completed.");
  run.cancel.abort();
  return reply(202, {});
}

function jobOf(call: RepoCall): { run: WorkflowRun; job: Job } {
  const id = numberParam(call, "job_id");
  for (const run of call.world.runs) {
    const job = run.repo === call.repo ? run.jobs.find((one) => one.id === id) : undefined;
    if (job) return { run, job };
  }
  throw notFound();
}

const read = { needs: [["actions", "read"]] } as const;
const write = { needs: [["actions", "write"]] } as const;

export const actionsRoutes: readonly Route[] = [
  repoRoute("GET", "/actions/workflows", read, async (call) => {
    const all = await workflowsAt(call.repo, call.repo.defaultBranch);
    const wrap = (page: unknown[]) => ({ total_count: all.length, workflows: page });
    return paged(call, all, (one) => workflowShape(call.world, call.repo, one), wrap);
  }),
  repoRoute("GET", "/actions/workflows/{workflow_id}", read, async (call) =>
    reply(200, workflowShape(call.world, call.repo, await workflowOf(call))),
  ),
  repoRoute("POST", "/actions/workflows/{workflow_id}/dispatches", write, dispatch),
  repoRoute("GET", "/actions/workflows/{workflow_id}/runs", read, async (call) => {
    const { id } = await workflowOf(call);
    return listRuns(
      call,
      call.world.runs.filter((run) => run.workflowId === id),
    );
  }),
  repoRoute("GET", "/actions/runs", read, (call) => listRuns(call, call.world.runs)),
  repoRoute("GET", "/actions/runs/{run_id}", read, async (call) =>
    reply(200, await shape(call, runOf(call))),
  ),
  repoRoute("POST", "/actions/runs/{run_id}/cancel", write, cancel),
  repoRoute("GET", "/actions/runs/{run_id}/jobs", read, (call) => {
    const run = runOf(call);
    const wrap = (page: unknown[]) => ({ total_count: run.jobs.length, jobs: page });
    return paged(call, run.jobs, (job) => jobShape(call.world, run, job), wrap);
  }),
  repoRoute("GET", "/actions/jobs/{job_id}", read, (call) => {
    const { run, job } = jobOf(call);
    return reply(200, jobShape(call.world, run, job));
  }),
  repoRoute("GET", "/actions/jobs/{job_id}/logs", read, (call) => reply(200, jobOf(call).job.log)),
];
