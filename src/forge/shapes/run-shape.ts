import type { CommitInfo } from "../git-queries.ts";
import { iso } from "../router.ts";
import type { Job, Repo, WorkflowRun, World } from "../world.ts";
import { pullsOfSha } from "./check-shape.ts";
import { simpleCommitShape } from "./commit-shape.ts";
import { minimalRepoShape, repoHtml, repoUrl } from "./repo-shape.ts";
import type { Shape } from "./user-shape.ts";
import { nodeId, userShape } from "./user-shape.ts";

function runUrls(world: World, repo: Repo, run: WorkflowRun): Shape {
  const url = `${repoUrl(world, repo)}/actions/runs/${run.id}`;
  return {
    url,
    html_url: `${repoHtml(world, repo)}/actions/runs/${run.id}`,
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: `${repoUrl(world, repo)}/check-suites/${run.suite.id}`,
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    workflow_url: `${repoUrl(world, repo)}/actions/workflows/${run.workflowId}`,
    previous_attempt_url: null,
  };
}

export function runShape(world: World, run: WorkflowRun, head: CommitInfo): Shape {
  const { repo } = run;
  return {
    ...runUrls(world, repo, run),
    id: run.id,
    name: run.workflowName,
    node_id: nodeId("WFR", run.id),
    head_branch: run.headBranch,
    head_sha: run.headSha,
    path: run.workflowPath,
    display_title: run.title,
    run_number: run.number,
    event: run.event,
    status: run.status,
    conclusion: run.conclusion,
    workflow_id: run.workflowId,
    check_suite_id: run.suite.id,
    check_suite_node_id: nodeId("CS", run.suite.id),
    pull_requests: run.event === "pull_request" ? pullsOfSha(world, repo, run.headSha) : [],
    created_at: iso(run.createdAt),
    updated_at: iso(run.updatedAt),
    run_started_at: iso(run.createdAt),
    run_attempt: 1,
    referenced_workflows: [],
    actor: userShape(world, run.actor),
    triggering_actor: userShape(world, run.actor),
    head_commit: simpleCommitShape(head),
    repository: minimalRepoShape(world, repo),
    head_repository: minimalRepoShape(world, repo),
  };
}

export function jobShape(world: World, run: WorkflowRun, job: Job): Shape {
  const { repo } = run;
  return {
    id: job.id,
    run_id: run.id,
    workflow_name: run.workflowName,
    head_branch: run.headBranch,
    run_url: `${repoUrl(world, repo)}/actions/runs/${run.id}`,
    run_attempt: 1,
    node_id: nodeId("CR", job.id),
    head_sha: run.headSha,
    url: `${repoUrl(world, repo)}/actions/jobs/${job.id}`,
    html_url: `${repoHtml(world, repo)}/actions/runs/${run.id}/job/${job.id}`,
    status: job.status,
    conclusion: job.conclusion,
    created_at: iso(run.createdAt),
    started_at: iso(job.startedAt),
    completed_at: job.completedAt === null ? null : iso(job.completedAt),
    name: job.name,
    steps: [],
    check_run_url: `${repoUrl(world, repo)}/check-runs/${job.checkRun.id}`,
    labels: ["ubuntu-latest"],
    runner_id: 1,
    runner_name: "forge",
    runner_group_id: 1,
    runner_group_name: "forge",
  };
}

export function workflowShape(
  world: World,
  repo: Repo,
  workflow: { id: number; name: string; path: string },
): Shape {
  const file = workflow.path.slice(workflow.path.lastIndexOf("/") + 1);
  return {
    id: workflow.id,
    node_id: nodeId("W", workflow.id),
    name: workflow.name,
    path: workflow.path,
    state: "active",
    created_at: iso(repo.createdAt),
    updated_at: iso(repo.createdAt),
    url: `${repoUrl(world, repo)}/actions/workflows/${workflow.id}`,
    html_url: `${repoHtml(world, repo)}/blob/${repo.defaultBranch}/${workflow.path}`,
    badge_url: `${repoHtml(world, repo)}/workflows/${file}/badge.svg`,
  };
}
