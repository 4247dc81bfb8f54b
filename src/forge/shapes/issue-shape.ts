import { roleOf } from "../access.ts";
import type { User } from "../actor.ts";
import { iso } from "../router.ts";
import type { Comment, Issue, IssueEvent, Reaction, Repo, World } from "../world.ts";
import { repoHtml, repoUrl } from "./repo-shape.ts";
import type { Shape } from "./user-shape.ts";
import { appShape, nodeId, userShape } from "./user-shape.ts";

export function association(repo: Repo, user: User): string {
  if (user.login === repo.owner.login) return "OWNER";
  const role = roleOf(repo, user.login);
  if (repo.roles.has(user.login.toLowerCase()) && role !== "none") return "COLLABORATOR";
  return "NONE";
}

export function labelShape(world: World, repo: Repo, name: string): Shape {
  const label = repo.labels.get(name.toLowerCase());
  return {
    id: label?.id ?? 0,
    node_id: nodeId("LA", label?.id ?? name),
    url: `${repoUrl(world, repo)}/labels/${encodeURIComponent(label?.name ?? name)}`,
    name: label?.name ?? name,
    color: label?.color ?? "ededed",
    default: label?.isDefault ?? false,
    description: label?.description ?? null,
  };
}

const kinds = ["+1", "-1", "laugh", "confused", "heart", "hooray", "rocket", "eyes"];

export function reactionRollup(url: string, reactions: readonly Reaction[]): Shape {
  const count = (kind: string) => reactions.filter((one) => one.content === kind).length;
  return {
    url: `${url}/reactions`,
    total_count: reactions.length,
    ...Object.fromEntries(kinds.map((kind) => [kind, count(kind)])),
  };
}

export function reactionShape(world: World, reaction: Reaction): Shape {
  return {
    id: reaction.id,
    node_id: nodeId("REA", reaction.id),
    user: userShape(world, reaction.user),
    content: reaction.content,
    created_at: iso(reaction.createdAt),
  };
}

function pullLinks(world: World, repo: Repo, issue: Issue): Shape {
  const html = `${repoHtml(world, repo)}/pull/${issue.number}`;
  return {
    url: `${repoUrl(world, repo)}/pulls/${issue.number}`,
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    merged_at: issue.pull?.merged ? iso(issue.pull.merged.at) : null,
  };
}

function issueUrls(world: World, repo: Repo, issue: Issue): Shape {
  const url = `${repoUrl(world, repo)}/issues/${issue.number}`;
  return {
    url,
    repository_url: repoUrl(world, repo),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    timeline_url: `${url}/timeline`,
    html_url: `${repoHtml(world, repo)}/${issue.pull ? "pull" : "issues"}/${issue.number}`,
    reactions: reactionRollup(url, issue.reactions),
  };
}

export function issueShape(world: World, repo: Repo, issue: Issue): Shape {
  const assignees = issue.assignees.map((user) => userShape(world, user));
  return {
    ...issueUrls(world, repo, issue),
    id: issue.id,
    node_id: nodeId(issue.pull ? "PR" : "I", issue.id),
    number: issue.number,
    title: issue.title,
    user: userShape(world, issue.user),
    labels: issue.labels.map((name) => labelShape(world, repo, name)),
    state: issue.state,
    state_reason: issue.stateReason,
    locked: issue.locked,
    assignee: assignees[0] ?? null,
    assignees,
    milestone: null,
    comments: issue.comments.length,
    created_at: iso(issue.createdAt),
    updated_at: iso(issue.updatedAt),
    closed_at: issue.closedAt === null ? null : iso(issue.closedAt),
    author_association: association(repo, issue.user),
    active_lock_reason: null,
    body: issue.body,
    performed_via_github_app: issue.viaApp ? appShape(world, issue.viaApp) : null,
    ...(issue.pull ? { draft: issue.pull.draft, pull_request: pullLinks(world, repo, issue) } : {}),
  };
}

export function commentShape(world: World, repo: Repo, issue: Issue, comment: Comment): Shape {
  const url = `${repoUrl(world, repo)}/issues/comments/${comment.id}`;
  const page = `${repoHtml(world, repo)}/${issue.pull ? "pull" : "issues"}/${issue.number}`;
  return {
    url,
    html_url: `${page}#issuecomment-${comment.id}`,
    issue_url: `${repoUrl(world, repo)}/issues/${issue.number}`,
    id: comment.id,
    node_id: nodeId("IC", comment.id),
    user: userShape(world, comment.user),
    created_at: iso(comment.createdAt),
    updated_at: iso(comment.updatedAt),
    author_association: association(repo, comment.user),
    body: comment.body,
    reactions: reactionRollup(url, comment.reactions),
    performed_via_github_app: comment.viaApp ? appShape(world, comment.viaApp) : null,
  };
}

export function issueEventShape(world: World, repo: Repo, event: IssueEvent): Shape {
  const label = event.label === null ? {} : { label: labelShape(world, repo, event.label) };
  return {
    id: event.id,
    node_id: nodeId("IE", event.id),
    url: `${repoUrl(world, repo)}/issues/events/${event.id}`,
    actor: userShape(world, event.actor),
    event: event.event,
    commit_id: null,
    commit_url: null,
    created_at: iso(event.createdAt),
    performed_via_github_app: event.viaApp ? appShape(world, event.viaApp) : null,
    ...label,
  };
}
