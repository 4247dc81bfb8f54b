import { z } from "zod";
import { requireApp } from "../access.ts";
import { ApiError, notFound, refused } from "../api-error.ts";
import { afterCompletion, emitRun, emitSuite, suiteFor } from "../check-runs.ts";
import { commitInfo, objectType } from "../git-queries.ts";
import { latestRuns } from "../mergeability.ts";
import type { Reply, RepoCall, Route } from "../router.ts";
import { numberParam, paged, readBody, reply, repoRoute } from "../router.ts";
import { annotationShape, checkRunShape, checkSuiteShape } from "../shapes/check-shape.ts";
import { simpleCommitShape } from "../shapes/commit-shape.ts";
import { minimalRepoShape } from "../shapes/repo-shape.ts";
import type { Annotation, CheckRun, CheckSuite } from "../world.ts";
import { shaOf } from "./status-routes.ts";

/** GitHub: 50 annotations a request, 65,535 characters of summary and of text (facts 20). */
const maxAnnotations = 50;
const maxText = 65_535;

const AnnotationBody = z.object({
  path: z.string(),
  start_line: z.number().int(),
  end_line: z.number().int(),
  start_column: z.number().int().optional(),
  end_column: z.number().int().optional(),
  annotation_level: z.enum(["notice", "warning", "failure"]),
  message: z.string(),
  title: z.string().max(255).optional(),
  raw_details: z.string().optional(),
});

const OutputBody = z.object({
  title: z.string().optional(),
  summary: z.string(),
  text: z.string().optional(),
  annotations: z.array(AnnotationBody).optional(),
  images: z.array(z.unknown()).optional(),
});

const Fields = z.object({
  name: z.string().optional(),
  details_url: z.string().optional(),
  external_id: z.string().optional(),
  status: z.enum(["queued", "in_progress", "completed", "waiting", "pending"]).optional(),
  started_at: z.string().optional(),
  conclusion: z
    .enum(["action_required", "cancelled", "failure", "neutral", "success", "skipped", "timed_out"])
    .optional(),
  completed_at: z.string().optional(),
  output: OutputBody.optional(),
  actions: z
    .array(
      z.object({
        label: z.string().max(20),
        description: z.string().max(40),
        identifier: z.string().max(20),
      }),
    )
    .max(3)
    .optional(),
});
type Fields = z.infer<typeof Fields>;
const CreateBody = Fields.extend({ name: z.string(), head_sha: z.string() });

function checkOutput(body: Fields): void {
  const output = body.output;
  if (!output) return;
  if (output.summary.length > maxText) {
    throw refused(
      "CheckRun",
      `Only ${maxText} characters are allowed; ${output.summary.length} were supplied. (summary)`,
    );
  }
  if ((output.text ?? "").length > maxText) {
    throw refused(
      "CheckRun",
      `Only ${maxText} characters are allowed; ${output.text?.length} were supplied. (text)`,
    );
  }
  if ((output.annotations ?? []).length > maxAnnotations) {
    throw new ApiError(
      422,
      `Invalid request.\n\nNo more than ${maxAnnotations} items are allowed; ${output.annotations?.length} were supplied.`,
    );
  }
}

function checkConclusion(body: Fields): void {
  if (body.status === "completed" && body.conclusion === undefined) {
    throw new ApiError(
      422,
      `Invalid request.\n\nNo subschema in "anyOf" matched.\n"conclusion" wasn't supplied.`,
    );
  }
}

function annotation(asked: z.infer<typeof AnnotationBody>): Annotation {
  return {
    ...asked,
    start_column: asked.start_column ?? null,
    end_column: asked.end_column ?? null,
    title: asked.title ?? null,
    raw_details: asked.raw_details ?? null,
  };
}

function applyOutput(run: CheckRun, output: z.infer<typeof OutputBody>): void {
  run.title = output.title ?? run.title;
  run.summary = output.summary;
  run.text = output.text ?? run.text;
  // Annotations are appended by later updates, never replaced.
  run.annotations.push(...(output.annotations ?? []).map(annotation));
}

/** A conclusion completes a run, whatever the status given; another status opens it again. */
function applyState(call: RepoCall, run: CheckRun, body: Fields): void {
  if (body.conclusion !== undefined) {
    run.status = "completed";
    run.conclusion = body.conclusion;
    run.completedAt = body.completed_at ? Date.parse(body.completed_at) : call.world.now();
  } else if (body.status !== undefined) {
    run.status = body.status;
    run.conclusion = null;
    run.completedAt = null;
  }
}

/** Gives whether the run became complete by this. */
function apply(call: RepoCall, run: CheckRun, body: Fields): boolean {
  const wasComplete = run.status === "completed";
  run.name = body.name ?? run.name;
  run.detailsUrl = body.details_url ?? run.detailsUrl;
  run.externalId = body.external_id ?? run.externalId;
  run.actions = body.actions ?? run.actions;
  if (body.started_at !== undefined) run.startedAt = Date.parse(body.started_at);
  if (body.output) applyOutput(run, body.output);
  applyState(call, run, body);
  return run.status === "completed" && !wasComplete;
}

async function branchAt(call: RepoCall, sha: string): Promise<string | null> {
  const text = await call.repo.git.ok([
    "for-each-ref",
    "--points-at",
    sha,
    "--format=%(refname:short)",
    "refs/heads",
  ]);
  return text.split("\n").find(Boolean) ?? null;
}

async function create(call: RepoCall): Promise<Reply> {
  const { world, repo, actor } = call;
  const { app } = requireApp(actor);
  const body = readBody(CreateBody, call);
  checkOutput(body);
  checkConclusion(body);
  if ((await objectType(repo.git, body.head_sha)) !== "commit") {
    throw new ApiError(422, `No commit found for SHA: ${body.head_sha}`);
  }
  const branch = await branchAt(call, body.head_sha);
  const run: CheckRun = {
    id: world.nextId(),
    suite: suiteFor(world, repo, app, { sha: body.head_sha, branch }),
    name: body.name,
    headSha: body.head_sha,
    status: "queued",
    conclusion: null,
    startedAt: world.now(),
    completedAt: null,
    detailsUrl: null,
    externalId: null,
    title: null,
    summary: null,
    text: null,
    annotations: [],
    actions: [],
  };
  repo.checkRuns.push(run);
  const isComplete = apply(call, run, body);
  emitRun(world, repo, { actor, run, action: "created" });
  if (isComplete) await afterCompletion(world, repo, actor, run);
  return reply(201, checkRunShape(world, repo, run));
}

function runOf(call: RepoCall): CheckRun {
  const id = numberParam(call, "check_run_id");
  const found = call.repo.checkRuns.find((run) => run.id === id);
  if (!found) throw notFound();
  return found;
}

async function update(call: RepoCall): Promise<Reply> {
  const { world, repo, actor } = call;
  const { app } = requireApp(actor);
  const run = runOf(call);
  if (run.suite.app !== app)
    throw new ApiError(
      403,
      "Invalid app_id `" +
        app.id +
        "` - check run can only be modified by the GitHub App that created it.",
    );
  const body = readBody(Fields, call);
  checkOutput(body);
  checkConclusion(body);
  if (apply(call, run, body)) await afterCompletion(world, repo, actor, run);
  return reply(200, checkRunShape(world, repo, run));
}

function isAsked(call: RepoCall, run: CheckRun): boolean {
  const { query } = call;
  const name = query.get("check_name");
  const status = query.get("status");
  const app = query.get("app_id");
  return (
    (name === null || run.name === name) &&
    (status === null || run.status === status) &&
    (app === null || String(run.suite.app.id) === app)
  );
}

function listRuns(call: RepoCall, runs: readonly CheckRun[]): Promise<Reply> {
  const found = runs.filter((run) => isAsked(call, run)).reverse();
  const wrap = (page: unknown[]) => ({ total_count: found.length, check_runs: page });
  return paged(call, found, (run) => checkRunShape(call.world, call.repo, run), wrap);
}

async function runsOfRef(call: RepoCall): Promise<Reply> {
  const sha = await shaOf(call);
  const isAll = call.query.get("filter") === "all";
  const all = call.repo.checkRuns.filter((run) => run.headSha === sha);
  return listRuns(call, isAll ? all : latestRuns(call.repo, sha));
}

function suiteOf(call: RepoCall): CheckSuite {
  const id = numberParam(call, "check_suite_id");
  const found = call.repo.checkSuites.find((suite) => suite.id === id);
  if (!found) throw notFound();
  return found;
}

async function suiteShape(call: RepoCall, suite: CheckSuite) {
  const head = await commitInfo(call.repo.git, suite.headSha);
  return {
    ...checkSuiteShape(call.world, call.repo, suite),
    head_commit: simpleCommitShape(head),
    repository: minimalRepoShape(call.world, call.repo),
  };
}

async function suitesOfRef(call: RepoCall): Promise<Reply> {
  const sha = await shaOf(call);
  const suites = call.repo.checkSuites.filter((suite) => suite.headSha === sha);
  const wrap = (page: unknown[]) => ({ total_count: suites.length, check_suites: page });
  return paged(call, suites, (suite) => suiteShape(call, suite), wrap);
}

async function rerequestSuite(call: RepoCall): Promise<Reply> {
  const suite = suiteOf(call);
  const at = { actor: call.actor, suite, action: "rerequested", onlyFor: suite.app };
  await emitSuite(call.world, call.repo, at);
  return reply(201, {});
}

function rerequestRun(call: RepoCall): Reply {
  const run = runOf(call);
  const at = { actor: call.actor, run, action: "rerequested", onlyFor: run.suite.app };
  emitRun(call.world, call.repo, at);
  return reply(201, {});
}

const read = { needs: [["checks", "read"]] } as const;
const write = { needs: [["checks", "write"]] } as const;

export const checkRoutes: readonly Route[] = [
  repoRoute("POST", "/check-runs", write, create),
  repoRoute("GET", "/check-runs/{check_run_id}", read, (call) =>
    reply(200, checkRunShape(call.world, call.repo, runOf(call))),
  ),
  repoRoute("PATCH", "/check-runs/{check_run_id}", write, update),
  repoRoute("GET", "/check-runs/{check_run_id}/annotations", read, (call) => {
    const run = runOf(call);
    return paged(call, run.annotations, (one) => annotationShape(call.world, call.repo, run, one));
  }),
  repoRoute("POST", "/check-runs/{check_run_id}/rerequest", write, rerequestRun),
  repoRoute("GET", "/check-suites/{check_suite_id}", read, async (call) =>
    reply(200, await suiteShape(call, suiteOf(call))),
  ),
  repoRoute("GET", "/check-suites/{check_suite_id}/check-runs", read, (call) => {
    const suite = suiteOf(call);
    return listRuns(
      call,
      call.repo.checkRuns.filter((run) => run.suite === suite),
    );
  }),
  repoRoute("POST", "/check-suites/{check_suite_id}/rerequest", write, rerequestSuite),
  repoRoute("GET", "/commits/{ref*}/check-runs", read, runsOfRef),
  repoRoute("GET", "/commits/{ref*}/check-suites", read, suitesOfRef),
];
