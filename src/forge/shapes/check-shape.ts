import { iso } from "../router.ts";
import type { Annotation, CheckRun, CheckSuite, Issue, Repo, Status, World } from "../world.ts";
import { repoHtml, repoUrl } from "./repo-shape.ts";
import type { Shape } from "./user-shape.ts";
import { appShape, nodeId, userShape } from "./user-shape.ts";

/** Open pull requests whose head is this commit, in GitHub's short form. */
export function pullsOfSha(world: World, repo: Repo, sha: string): Shape[] {
  return [...repo.issues.values()]
    .filter((issue) => issue.state === "open" && issue.pull?.headSha === sha)
    .map((issue) => shortPullShape(world, repo, issue));
}

function shortPullShape(world: World, repo: Repo, issue: Issue): Shape {
  const short = { id: repo.id, url: repoUrl(world, repo), name: repo.name };
  return {
    id: issue.id,
    number: issue.number,
    url: `${repoUrl(world, repo)}/pulls/${issue.number}`,
    head: { ref: issue.pull?.head, sha: issue.pull?.headSha, repo: short },
    base: { ref: issue.pull?.base, sha: issue.pull?.baseSha, repo: short },
  };
}

export function checkRunShape(world: World, repo: Repo, run: CheckRun): Shape {
  const url = `${repoUrl(world, repo)}/check-runs/${run.id}`;
  const html = `${repoHtml(world, repo)}/runs/${run.id}`;
  return {
    id: run.id,
    node_id: nodeId("CR", run.id),
    name: run.name,
    head_sha: run.headSha,
    external_id: run.externalId ?? "",
    url,
    html_url: html,
    details_url: run.detailsUrl ?? html,
    status: run.status,
    conclusion: run.conclusion,
    started_at: iso(run.startedAt),
    completed_at: run.completedAt === null ? null : iso(run.completedAt),
    output: {
      title: run.title,
      summary: run.summary,
      text: run.text,
      annotations_count: run.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: run.suite.id },
    app: appShape(world, run.suite.app),
    pull_requests: pullsOfSha(world, repo, run.headSha),
  };
}

export function annotationShape(world: World, repo: Repo, run: CheckRun, one: Annotation): Shape {
  return { ...one, blob_href: `${repoHtml(world, repo)}/blob/${run.headSha}/${one.path}` };
}

const order = ["failure", "timed_out", "cancelled", "action_required", "stale", "neutral"];

export interface SuiteState {
  readonly status: string;
  readonly conclusion: string | null;
  readonly count: number;
}

/** A suite is as bad as its worst run, and complete when all of them are. */
export function suiteState(repo: Repo, suite: CheckSuite): SuiteState {
  const runs = repo.checkRuns.filter((run) => run.suite === suite);
  if (runs.length === 0) return { status: "queued", conclusion: null, count: 0 };
  if (runs.some((run) => run.status !== "completed")) {
    const started = runs.some((run) => run.status !== "queued");
    return { status: started ? "in_progress" : "queued", conclusion: null, count: runs.length };
  }
  const worst = order.find((kind) => runs.some((run) => run.conclusion === kind));
  return { status: "completed", conclusion: worst ?? "success", count: runs.length };
}

export function checkSuiteShape(world: World, repo: Repo, suite: CheckSuite): Shape {
  const state = suiteState(repo, suite);
  const url = `${repoUrl(world, repo)}/check-suites/${suite.id}`;
  return {
    id: suite.id,
    node_id: nodeId("CS", suite.id),
    head_branch: suite.headBranch,
    head_sha: suite.headSha,
    status: state.status,
    conclusion: state.conclusion,
    url,
    before: suite.before,
    after: suite.headSha,
    pull_requests: pullsOfSha(world, repo, suite.headSha),
    app: appShape(world, suite.app),
    created_at: iso(suite.createdAt),
    updated_at: iso(suite.updatedAt),
    latest_check_runs_count: state.count,
    check_runs_url: `${url}/check-runs`,
  };
}

export function statusShape(world: World, repo: Repo, status: Status): Shape {
  return {
    url: `${repoUrl(world, repo)}/statuses/${status.sha}`,
    avatar_url: `${world.url}/avatars/u/${status.creator.id}`,
    id: status.id,
    node_id: nodeId("SC", status.id),
    state: status.state,
    description: status.description,
    target_url: status.targetUrl,
    context: status.context,
    created_at: iso(status.createdAt),
    updated_at: iso(status.createdAt),
    creator: userShape(world, status.creator),
  };
}
