import { minimatch } from "minimatch";
import { commitInfo, resolveRef, zeroSha } from "../git-queries.ts";
import type { ForgeEvent, Issue, Repo } from "../world.ts";
import type { Trigger } from "./workflow.ts";
import type { Workflow } from "./workflow-files.ts";
import { workflowsAt } from "./workflow-files.ts";

/** What a run is bound to: which commit's workflow file, and GITHUB_SHA and GITHUB_REF. */
export interface Target {
  readonly sha: string;
  readonly ref: string;
  /** Commit that the run's checks are shown on: a pull request's head, not its test merge. */
  readonly headSha: string;
  readonly headBranch: string;
  readonly headRef: string;
  readonly baseRef: string;
}

const skip = /\[(skip ci|ci skip|no ci|skip actions|actions skip)\]|^skip-checks: ?true$/im;

function shortRef(ref: string): string {
  return ref.replace(/^refs\/(heads|tags)\//, "");
}

function plain(sha: string, ref: string): Target {
  return { sha, ref, headSha: sha, headBranch: shortRef(ref), headRef: "", baseRef: "" };
}

function issueOf(event: ForgeEvent): Issue | null {
  const number = event.payload["number"];
  return typeof number === "number" ? (event.repo.issues.get(number) ?? null) : null;
}

async function pullTarget(event: ForgeEvent): Promise<Target | null> {
  const issue = issueOf(event);
  if (!issue?.pull) return null;
  const ref = `refs/pull/${issue.number}/merge`;
  const sha = await resolveRef(event.repo.git, ref);
  // No test merge, no run: GitHub starts nothing on a conflict (facts 28).
  if (!sha) return null;
  const { headSha, head, base } = issue.pull;
  return { sha, ref, headSha, headBranch: head, headRef: head, baseRef: base };
}

/**
 * Since December 2025 the default branch's workflow runs, whatever the pull request's base; and it runs
 * on conflicts as well (GitHub docs, `pull_request_target`).
 */
async function trustedTarget(event: ForgeEvent): Promise<Target | null> {
  const pull = issueOf(event)?.pull;
  const target = await defaultTarget(event.repo);
  return pull && target ? { ...target, headRef: pull.head, baseRef: pull.base } : null;
}

async function defaultTarget(repo: Repo): Promise<Target | null> {
  const ref = `refs/heads/${repo.defaultBranch}`;
  const sha = await resolveRef(repo.git, ref);
  return sha ? plain(sha, ref) : null;
}

/** Which commit an event's workflows are read from (GitHub docs, events that trigger workflows). */
export async function targetOf(event: ForgeEvent): Promise<Target | null> {
  const { payload, repo } = event;
  switch (event.name) {
    case "push": {
      const after = String(payload["after"]);
      return after === zeroSha ? null : plain(after, String(payload["ref"]));
    }
    case "pull_request":
      return pullTarget(event);
    case "pull_request_target":
      return trustedTarget(event);
    case "merge_group": {
      const group = payload["merge_group"] as { head_sha: string; head_ref: string };
      return plain(group.head_sha, group.head_ref);
    }
    default:
      return defaultTarget(repo);
  }
}

const pullTypes = ["opened", "synchronize", "reopened"] as const;
const defaultTypes: Readonly<Record<string, readonly string[]>> = {
  pull_request: pullTypes,
  pull_request_target: pullTypes,
};

function typeMatches(event: ForgeEvent, trigger: Trigger): boolean {
  const types = trigger.types ?? defaultTypes[event.name];
  return types === undefined || event.action === null || types.includes(event.action);
}

function matchesAny(name: string, patterns: readonly string[]): boolean {
  return patterns.reduce(
    (matched, pattern) =>
      pattern.startsWith("!")
        ? matched && !minimatch(name, pattern.slice(1))
        : matched || minimatch(name, pattern),
    false,
  );
}

function branchMatches(event: ForgeEvent, trigger: Trigger, target: Target): boolean {
  const isTag = target.ref.startsWith("refs/tags/");
  if (isTag)
    return trigger.tags ? matchesAny(shortRef(target.ref), trigger.tags) : !trigger.branches;
  const isPull = event.name.startsWith("pull_request");
  const branch = isPull ? target.baseRef : shortRef(target.ref);
  const { branches, "branches-ignore": ignored } = trigger;
  if (branches && !matchesAny(branch, branches)) return false;
  if (!branches && trigger.tags && event.name === "push") return false;
  return !(ignored && matchesAny(branch, ignored));
}

const filtered = new Set(["push", "pull_request", "pull_request_target", "merge_group"]);

function isTriggered(event: ForgeEvent, workflow: Workflow, target: Target): boolean {
  const trigger = workflow.file.on[event.name];
  if (!trigger || !typeMatches(event, trigger)) return false;
  return !filtered.has(event.name) || branchMatches(event, trigger, target);
}

/** Events that never start workflows by themselves here. */
const silent = new Set(["workflow_dispatch", "workflow_run", "check_suite", "installation"]);

/** GITHUB_TOKEN's own events start nothing, so that workflows cannot start themselves for ever. */
export async function triggered(
  event: ForgeEvent,
): Promise<{ target: Target; workflows: Workflow[] } | null> {
  const isOwn = event.actor.kind === "installation" && event.actor.job;
  if (isOwn || silent.has(event.name)) return null;
  const target = await targetOf(event);
  if (!target) return null;
  const workflows = (await workflowsAt(event.repo, target.sha)).filter((one) =>
    isTriggered(event, one, target),
  );
  if (workflows.length === 0) return null;
  if (event.name === "push" || event.name === "pull_request") {
    const head = await commitInfo(event.repo.git, target.headSha);
    if (skip.test(head.message)) return null;
  }
  return { target, workflows };
}
