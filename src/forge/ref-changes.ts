import { allows, senderOf } from "./access.ts";
import type { Actor } from "./actor.ts";
import { emitSuite, suiteFor } from "./check-runs.ts";
import { emit } from "./events.ts";
import { isAncestor, mergeTrees, resolveRef, zeroSha } from "./git-queries.ts";
import { closeIssue } from "./issue-actions.ts";
import { pushPayload } from "./push-payload.ts";
import { pullShape } from "./shapes/pull-shape.ts";
import type { Issue, Repo, World } from "./world.ts";

export interface RefChange {
  readonly ref: string;
  readonly before: string;
  readonly after: string;
}

/** Runs one ref-changing piece of work at a time in a repository. */
export function inTurn<T>(repo: Repo, work: () => Promise<T>): Promise<T> {
  const result = repo.busy.then(work);
  repo.busy = result.catch(() => undefined);
  return result;
}

function openPulls(repo: Repo): Issue[] {
  return [...repo.issues.values()].filter((issue) => issue.state === "open" && issue.pull);
}

/** Keeps refs/pull/N/head and refs/pull/N/merge as GitHub does; no merge ref on a conflict. */
export async function writePullRefs(repo: Repo, issue: Issue): Promise<void> {
  const { git } = repo;
  const pull = issue.pull;
  if (!pull) return;
  await git.ok(["update-ref", `refs/pull/${issue.number}/head`, pull.headSha]);
  const base = (await resolveRef(git, `refs/heads/${pull.base}`)) ?? pull.baseSha;
  const tree = await mergeTrees(git, base, pull.headSha);
  const ref = `refs/pull/${issue.number}/merge`;
  if (tree === null) {
    await git.run(["update-ref", "-d", ref]);
    return;
  }
  const message = `Merge ${pull.headSha} into ${base}`;
  const commit = ["commit-tree", tree, "-p", base, "-p", pull.headSha, "-m", message];
  await git.ok(["update-ref", ref, await git.ok(commit)]);
}

async function headMoved(
  world: World,
  repo: Repo,
  at: { actor: Actor; issue: Issue; change: RefChange },
): Promise<void> {
  const { issue, change, actor } = at;
  if (!issue.pull) return;
  issue.pull.headSha = change.after;
  issue.updatedAt = world.now();
  await writePullRefs(repo, issue);
  emit(world, repo, actor, {
    name: "pull_request",
    action: "synchronize",
    payload: {
      number: issue.number,
      before: change.before,
      after: change.after,
      pull_request: await pullShape(world, repo, issue),
    },
  });
}

/** A base that now contains the head has merged the pull request, whoever pushed it. */
async function baseMoved(
  world: World,
  repo: Repo,
  at: { actor: Actor; issue: Issue; change: RefChange },
): Promise<void> {
  const { issue, change, actor } = at;
  const pull = issue.pull;
  if (!pull || pull.merged) return;
  const isMerged = await isAncestor(repo.git, pull.headSha, change.after);
  if (isMerged && pull.headSha !== pull.baseSha) {
    pull.merged = { at: world.now(), by: senderOf(world, actor), sha: change.after };
    await closeIssue(world, repo, { issue, actor, reason: null });
    return;
  }
  pull.baseSha = change.after;
  await writePullRefs(repo, issue);
}

async function updatePulls(world: World, repo: Repo, actor: Actor, change: RefChange) {
  const branch = change.ref.slice("refs/heads/".length);
  for (const issue of openPulls(repo)) {
    if (issue.pull?.head === branch) {
      if (change.after === zeroSha) await closeIssue(world, repo, { issue, actor, reason: null });
      else await headMoved(world, repo, { actor, issue, change });
    } else if (issue.pull?.base === branch && change.after !== zeroSha) {
      await baseMoved(world, repo, { actor, issue, change });
    }
  }
}

async function requestSuites(world: World, repo: Repo, actor: Actor, change: RefChange) {
  const branch = change.ref.slice("refs/heads/".length);
  for (const { app, repositoryIds } of world.installations.values()) {
    if (!repositoryIds.has(repo.id) || !allows(app.permissions, ["checks", "write"])) continue;
    const known = repo.checkSuites.some((one) => one.app === app && one.headSha === change.after);
    if (known) continue;
    const head = { sha: change.after, branch, before: change.before };
    const suite = suiteFor(world, repo, app, head);
    await emitSuite(world, repo, { actor, suite, action: "requested", onlyFor: app });
  }
}

function emitCreateOrDelete(world: World, repo: Repo, actor: Actor, change: RefChange): void {
  const isBranch = change.ref.startsWith("refs/heads/");
  const common = {
    ref: change.ref.replace(/^refs\/(heads|tags)\//, ""),
    ref_type: isBranch ? "branch" : "tag",
    pusher_type: "user",
  };
  if (change.before === zeroSha) {
    const payload = { ...common, master_branch: repo.defaultBranch, description: null };
    emit(world, repo, actor, { name: "create", payload });
  }
  if (change.after === zeroSha) emit(world, repo, actor, { name: "delete", payload: common });
}

/**
 * Everything that follows from a ref that has already moved: create, delete and push events,
 * check suites, pull requests. Refs outside branches and tags make no events, as on GitHub.
 */
export async function refChanged(
  world: World,
  repo: Repo,
  actor: Actor,
  change: RefChange,
): Promise<void> {
  if (change.before === change.after) return;
  if (!/^refs\/(heads|tags)\//.test(change.ref)) return;
  repo.pushedAt = world.now();
  emitCreateOrDelete(world, repo, actor, change);
  emit(world, repo, actor, {
    name: "push",
    payload: await pushPayload(world, repo, actor, change),
  });
  if (!change.ref.startsWith("refs/heads/")) return;
  if (change.after !== zeroSha) await requestSuites(world, repo, actor, change);
  await updatePulls(world, repo, actor, change);
}
