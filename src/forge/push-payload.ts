import { senderOf } from "./access.ts";
import type { Actor } from "./actor.ts";
import type { CommitInfo } from "./git-queries.ts";
import { commitInfo, diffFiles, isAncestor, readCommits, zeroSha } from "./git-queries.ts";
import { simpleCommitShape } from "./shapes/commit-shape.ts";
import { repoHtml } from "./shapes/repo-shape.ts";
import type { Repo, World } from "./world.ts";

const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

async function pushedCommit(world: World, repo: Repo, commit: CommitInfo) {
  const files = await diffFiles(repo.git, commit.parents[0] ?? emptyTree, commit.sha);
  const named = (status: string) =>
    files.filter((file) => file.status === status).map((file) => file.filename);
  return {
    ...simpleCommitShape(commit),
    distinct: true,
    url: `${repoHtml(world, repo)}/commit/${commit.sha}`,
    added: named("added"),
    removed: named("removed"),
    modified: named("modified"),
  };
}

async function commitsOf(repo: Repo, change: { before: string; after: string }) {
  if (change.after === zeroSha) return [];
  const known =
    change.before === zeroSha
      ? [change.after, `^${repo.defaultBranch}`]
      : [`${change.before}..${change.after}`];
  // The default branch itself may be what was just created.
  const newest = await readCommits(repo.git, ["-20", ...known]).catch(() => []);
  return newest.reverse();
}

/** The body of a push event; at most 20 commits are spelled out here (GitHub: 2,048). */
export async function pushPayload(
  world: World,
  repo: Repo,
  actor: Actor,
  change: { ref: string; before: string; after: string },
): Promise<Record<string, unknown>> {
  const created = change.before === zeroSha;
  const deleted = change.after === zeroSha;
  const commits = await commitsOf(repo, change);
  const rewinds =
    !created && !deleted && !(await isAncestor(repo.git, change.before, change.after));
  const sender = senderOf(world, actor);
  const head = deleted ? null : await commitInfo(repo.git, change.after);
  return {
    ref: change.ref,
    before: change.before,
    after: change.after,
    created,
    deleted,
    forced: rewinds,
    base_ref: null,
    compare: `${repoHtml(world, repo)}/compare/${change.before.slice(0, 12)}...${change.after.slice(0, 12)}`,
    commits: await Promise.all(commits.map((commit) => pushedCommit(world, repo, commit))),
    head_commit: head && (await pushedCommit(world, repo, head)),
    pusher: { name: sender.login, email: `${sender.login}@users.noreply.github.com` },
  };
}
