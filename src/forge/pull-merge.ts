import { senderOf } from "./access.ts";
import type { Actor, User } from "./actor.ts";
import { ApiError } from "./api-error.ts";
import { commitInfo, isAncestor, mergeTrees, readCommits, resolveRef } from "./git-queries.ts";
import { closeIssue } from "./issue-actions.ts";
import { mergeability } from "./mergeability.ts";
import { inTurn, refChanged } from "./ref-changes.ts";
import { writeRef } from "./ref-rules.ts";
import { pullOf } from "./shapes/pull-shape.ts";
import type { Issue, Repo, World } from "./world.ts";

export type MergeMethod = "merge" | "squash" | "rebase";

export interface MergeRequest {
  readonly method: MergeMethod;
  readonly title: string | null;
  readonly message: string | null;
  readonly sha: string | null;
}

function asUser(user: User): Record<string, string> {
  const email = `${user.id}+${user.login}@users.noreply.github.com`;
  return { GIT_AUTHOR_NAME: user.login, GIT_AUTHOR_EMAIL: email };
}

/** Replays the head's commits onto the base; one that merges with a conflict cannot be rebased. */
async function rebase(repo: Repo, base: string, head: string): Promise<string> {
  const { git } = repo;
  if (await isAncestor(git, base, head)) return head;
  let tip = base;
  for (const commit of await readCommits(git, ["--reverse", "--no-merges", `${base}..${head}`])) {
    const tree = await mergeTrees(git, tip, commit.sha);
    if (tree === null) throw new ApiError(405, "This branch can't be rebased");
    const { name, email, date } = commit.author;
    const env = { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: date };
    tip = await git.ok(["commit-tree", tree, "-p", tip], { input: commit.message, env });
  }
  return tip;
}

async function mergedCommit(
  repo: Repo,
  issue: Issue,
  at: { base: string; tree: string; user: User; asked: MergeRequest },
): Promise<string> {
  const pull = pullOf(issue);
  const { base, tree, user, asked } = at;
  if (asked.method === "rebase") return rebase(repo, base, pull.headSha);
  const isSquash = asked.method === "squash";
  const title = isSquash
    ? `${issue.title} (#${issue.number})`
    : `Merge pull request #${issue.number} from ${repo.owner.login}/${pull.head}`;
  const message = asked.message ?? (isSquash ? "" : issue.title);
  const parents = isSquash ? ["-p", base] : ["-p", base, "-p", pull.headSha];
  const input = `${asked.title ?? title}\n\n${message}`.trimEnd();
  return repo.git.ok(["commit-tree", tree, ...parents], { input, env: asUser(user) });
}

function refuseReason(state: string, missing: readonly string[]): string | null {
  if (state === "clean" || state === "unstable") return null;
  if (state === "blocked") {
    return missing.length === 1
      ? `Required status check "${missing[0]}" is expected.`
      : `${missing.length} of ${missing.length} required status checks are expected.`;
  }
  if (state === "draft") return "Pull Request is still a draft";
  if (state === "behind") return "Head branch is out of date with the base branch";
  return "Pull Request is not mergeable";
}

/** Merges for real, or refuses with 405 (rules) or 409 (head moved). Gives the new base commit. */
export function mergePull(
  world: World,
  repo: Repo,
  at: { issue: Issue; actor: Actor; asked: MergeRequest },
): Promise<string> {
  const { issue, actor, asked } = at;
  const pull = pullOf(issue);
  return inTurn(repo, async () => {
    if (asked.sha !== null && asked.sha !== pull.headSha) {
      throw new ApiError(409, "Head branch was modified. Review and try the merge again.");
    }
    const found = await mergeability(repo, issue);
    const reason = refuseReason(found.state, found.missing);
    if (reason !== null || found.tree === null) {
      throw new ApiError(405, reason ?? "Pull Request is not mergeable");
    }
    const ref = `refs/heads/${pull.base}`;
    const base = (await resolveRef(repo.git, ref)) ?? pull.baseSha;
    const user = senderOf(world, actor);
    const sha = await mergedCommit(repo, issue, { base, tree: found.tree, user, asked });
    await writeRef(repo, { ref, before: base, after: sha });
    await finishMerge(world, repo, { issue, actor, change: { ref, before: base, after: sha } });
    return sha;
  });
}

/** What follows once the base has the pull request's commits: events, and the issues it closes. */
export async function finishMerge(
  world: World,
  repo: Repo,
  at: { issue: Issue; actor: Actor; change: { ref: string; before: string; after: string } },
): Promise<void> {
  const { issue, actor, change } = at;
  const pull = pullOf(issue);
  pull.baseSha = change.before;
  pull.merged = { at: world.now(), by: senderOf(world, actor), sha: change.after };
  await closeIssue(world, repo, { issue, actor, reason: null });
  await refChanged(world, repo, actor, change);
  if (pull.base === repo.defaultBranch) await closeMentioned(world, repo, issue, actor);
}

/** "Fixes #N" in the body or in a commit closes issue N on a merge into the default branch. */
async function closeMentioned(world: World, repo: Repo, issue: Issue, actor: Actor): Promise<void> {
  const head = await commitInfo(repo.git, pullOf(issue).headSha);
  const text = `${issue.body ?? ""}\n${head.message}`;
  for (const match of text.matchAll(/\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+#(\d+)/gi)) {
    const closed = repo.issues.get(Number(match[1]));
    if (closed && !closed.pull) {
      await closeIssue(world, repo, { issue: closed, actor, reason: "completed" });
    }
  }
}
