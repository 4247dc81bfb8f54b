import { aheadBehind, diffFiles, mergeBase } from "../git-queries.ts";
import { mergeability } from "../mergeability.ts";
import { iso } from "../router.ts";
import type { Issue, Pull, Repo, Review, ReviewComment, World } from "../world.ts";
import { association, issueShape, reactionRollup } from "./issue-shape.ts";
import { repoHtml, repoShape, repoUrl } from "./repo-shape.ts";
import type { Shape } from "./user-shape.ts";
import { nodeId, userShape } from "./user-shape.ts";

/** The pull request of an issue that is known to be one. */
export function pullOf(issue: Issue): Pull {
  if (!issue.pull) throw new Error(`#${issue.number} is not a pull request`);
  return issue.pull;
}

function pullUrls(world: World, repo: Repo, issue: Issue): Shape {
  const url = `${repoUrl(world, repo)}/pulls/${issue.number}`;
  const html = `${repoHtml(world, repo)}/pull/${issue.number}`;
  const issueUrl = `${repoUrl(world, repo)}/issues/${issue.number}`;
  const flat = {
    comments: `${issueUrl}/comments`,
    commits: `${url}/commits`,
    statuses: `${repoUrl(world, repo)}/statuses/${pullOf(issue).headSha}`,
    review_comments: `${url}/comments`,
    review_comment: `${repoUrl(world, repo)}/pulls/comments{/number}`,
  };
  const links = { self: url, html, issue: issueUrl, ...flat };
  return {
    url,
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    issue_url: issueUrl,
    ...Object.fromEntries(Object.entries(flat).map(([key, href]) => [`${key}_url`, href])),
    _links: Object.fromEntries(Object.entries(links).map(([key, href]) => [key, { href }])),
  };
}

/** A pull request as lists carry it. */
export function simplePullShape(world: World, repo: Repo, issue: Issue): Shape {
  const pull = pullOf(issue);
  const { comments: _comments, reactions: _reactions, ...common } = issueShape(world, repo, issue);
  const side = (ref: string, sha: string) => ({
    label: `${repo.owner.login}:${ref}`,
    ref,
    sha,
    user: userShape(world, repo.owner),
    repo: repoShape(world, repo),
  });
  for (const key of [
    "repository_url",
    "labels_url",
    "events_url",
    "timeline_url",
    "pull_request",
    "state_reason",
    "performed_via_github_app",
  ]) {
    delete common[key];
  }
  return {
    ...common,
    ...pullUrls(world, repo, issue),
    merged_at: pull.merged ? iso(pull.merged.at) : null,
    merge_commit_sha: pull.merged?.sha ?? null,
    requested_reviewers: pull.requestedReviewers.map((user) => userShape(world, user)),
    requested_teams: [],
    head: side(pull.head, pull.headSha),
    base: side(pull.base, pull.baseSha),
    auto_merge: null,
    draft: pull.draft,
  };
}

/** A pull request as it is read alone: with its diff counts and whether it can be merged. */
export async function pullShape(world: World, repo: Repo, issue: Issue): Promise<Shape> {
  const pull = pullOf(issue);
  const [state, files, distance] = await Promise.all([
    mergeability(repo, issue),
    diffFiles(
      repo.git,
      pull.baseSha === pull.headSha ? pull.baseSha : await forkPoint(repo, pull),
      pull.headSha,
    ),
    aheadBehind(repo.git, pull.baseSha, pull.headSha),
  ]);
  return {
    ...simplePullShape(world, repo, issue),
    merged: pull.merged !== null,
    mergeable: state.mergeable,
    rebaseable: state.mergeable,
    mergeable_state: state.state,
    merged_by: pull.merged ? userShape(world, pull.merged.by) : null,
    comments: issue.comments.length,
    review_comments: pull.reviews.reduce((sum, review) => sum + review.comments.length, 0),
    maintainer_can_modify: false,
    commits: distance.ahead,
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    changed_files: files.length,
  };
}

/** Where the head left the base: GitHub diffs from there ("three dots"). */
export async function forkPoint(repo: Repo, pull: Pull): Promise<string> {
  return (await mergeBase(repo.git, pull.baseSha, pull.headSha)) ?? pull.baseSha;
}

export function reviewShape(world: World, repo: Repo, issue: Issue, review: Review): Shape {
  const url = `${repoUrl(world, repo)}/pulls/${issue.number}`;
  const html = `${repoHtml(world, repo)}/pull/${issue.number}#pullrequestreview-${review.id}`;
  return {
    id: review.id,
    node_id: nodeId("PRR", review.id),
    user: userShape(world, review.user),
    body: review.body,
    state: review.state,
    html_url: html,
    pull_request_url: url,
    author_association: association(repo, review.user),
    _links: { html: { href: html }, pull_request: { href: url } },
    ...(review.submittedAt === null ? {} : { submitted_at: iso(review.submittedAt) }),
    commit_id: review.commitId,
  };
}

export function reviewCommentShape(
  world: World,
  repo: Repo,
  at: { issue: Issue; review: Review },
  comment: ReviewComment,
): Shape {
  const url = `${repoUrl(world, repo)}/pulls/comments/${comment.id}`;
  const pull = `${repoUrl(world, repo)}/pulls/${at.issue.number}`;
  const html = `${repoHtml(world, repo)}/pull/${at.issue.number}#discussion_r${comment.id}`;
  return {
    url,
    pull_request_review_id: at.review.id,
    id: comment.id,
    node_id: nodeId("PRRC", comment.id),
    diff_hunk: comment.hunk,
    path: comment.path,
    commit_id: at.review.commitId,
    original_commit_id: at.review.commitId,
    user: userShape(world, comment.user),
    body: comment.body,
    created_at: iso(comment.createdAt),
    updated_at: iso(comment.updatedAt),
    html_url: html,
    pull_request_url: pull,
    author_association: association(repo, comment.user),
    _links: { self: { href: url }, html: { href: html }, pull_request: { href: pull } },
    start_line: comment.startLine,
    original_start_line: comment.startLine,
    start_side: comment.startLine === null ? null : comment.side,
    line: comment.line,
    original_line: comment.line,
    side: comment.side,
    subject_type: "line",
    reactions: reactionRollup(url, comment.reactions),
  };
}
