import type { Actor } from "./actor.ts";
import { ApiError } from "./api-error.ts";
import { emit, track } from "./events.ts";
import { commitInfo, mergeTrees, resolveRef, zeroSha } from "./git-queries.ts";
import { latestRuns, missingChecks } from "./mergeability.ts";
import { finishMerge } from "./pull-merge.ts";
import { inTurn, refChanged } from "./ref-changes.ts";
import { writeRef } from "./ref-rules.ts";
import { simpleCommitShape } from "./shapes/commit-shape.ts";
import { pullOf } from "./shapes/pull-shape.ts";
import type { Issue, QueueEntry, Repo, World } from "./world.ts";

async function emitGroup(
  world: World,
  repo: Repo,
  at: { actor: Actor; entry: QueueEntry; action: string; reason?: string },
) {
  const { entry } = at;
  const head = await commitInfo(repo.git, entry.sha);
  const merge_group = {
    head_sha: entry.sha,
    head_ref: entry.ref,
    base_ref: `refs/heads/${pullOf(entry.issue).base}`,
    base_sha: entry.baseSha,
    head_commit: simpleCommitShape(head),
  };
  const reason = at.reason === undefined ? {} : { reason: at.reason };
  emit(world, repo, at.actor, {
    name: "merge_group",
    action: at.action,
    payload: { ...reason, merge_group },
  });
}

/** Puts a pull request into the merge queue: a test merge on its own branch, checks asked for it. */
export async function enqueue(
  world: World,
  repo: Repo,
  actor: Actor,
  issue: Issue,
): Promise<QueueEntry> {
  const pull = pullOf(issue);
  const base = await resolveRef(repo.git, `refs/heads/${pull.base}`);
  const tree = base && (await mergeTrees(repo.git, base, pull.headSha));
  if (!base || !tree) throw new ApiError(405, "Pull Request is not mergeable");
  const message = `Merge pull request #${issue.number} from ${repo.owner.login}/${pull.head}`;
  const sha = await repo.git.ok([
    "commit-tree",
    tree,
    "-p",
    base,
    "-p",
    pull.headSha,
    "-m",
    message,
  ]);
  const ref = `refs/heads/gh-readonly-queue/${pull.base}/pr-${issue.number}-${base}`;
  const entry: QueueEntry = { issue, ref, sha, baseSha: base };
  await inTurn(repo, async () => {
    await writeRef(repo, { ref, before: zeroSha, after: sha });
    repo.queue.push(entry);
    await refChanged(world, repo, actor, { ref, before: zeroSha, after: sha });
  });
  await emitGroup(world, repo, { actor, entry, action: "checks_requested" });
  return entry;
}

async function leave(world: World, repo: Repo, actor: Actor, entry: QueueEntry): Promise<void> {
  await repo.git.run(["update-ref", "-d", entry.ref]);
  await refChanged(world, repo, actor, { ref: entry.ref, before: entry.sha, after: zeroSha });
}

/** The group that was tested becomes the base branch itself, so what lands is what passed. */
async function land(world: World, repo: Repo, actor: Actor, entry: QueueEntry): Promise<void> {
  const ref = `refs/heads/${pullOf(entry.issue).base}`;
  const change = { ref, before: entry.baseSha, after: entry.sha };
  await writeRef(repo, change);
  await finishMerge(world, repo, { issue: entry.issue, actor, change });
  await emitGroup(world, repo, { actor, entry, action: "destroyed", reason: "merged" });
  await leave(world, repo, actor, entry);
}

function hasFailed(repo: Repo, entry: QueueEntry): boolean {
  const required = repo.protections.get(pullOf(entry.issue).base)?.requiredChecks ?? [];
  return latestRuns(repo, entry.sha).some(
    (run) =>
      required.some((one) => one.context === run.name) &&
      run.status === "completed" &&
      !["success", "neutral", "skipped"].includes(run.conclusion ?? ""),
  );
}

function advance(world: World, repo: Repo, actor: Actor, entry: QueueEntry): Promise<void> {
  return inTurn(repo, async () => {
    if (!repo.queue.includes(entry)) return;
    const isReady = missingChecks(repo, pullOf(entry.issue).base, entry.sha).length === 0;
    if (!isReady && !hasFailed(repo, entry)) return;
    repo.queue.splice(repo.queue.indexOf(entry), 1);
    if (isReady) return land(world, repo, actor, entry);
    await emitGroup(world, repo, { actor, entry, action: "destroyed", reason: "invalidated" });
    await leave(world, repo, actor, entry);
  });
}

/** Lands or throws out queue entries as their required checks complete. */
export function watchQueues(world: World): void {
  world.listeners.push((event) => {
    const isAbout =
      event.name === "status" || (event.name === "check_run" && event.action === "completed");
    if (!isAbout) return;
    for (const entry of event.repo.queue) {
      const actor: Actor = { kind: "user", user: event.repo.owner, scopes: [] };
      track(world, advance(world, event.repo, actor, entry));
    }
  });
}
