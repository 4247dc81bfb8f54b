import { senderOf } from "./access.ts";
import type { Actor, App } from "./actor.ts";
import { refused } from "./api-error.ts";
import { emit } from "./events.ts";
import { commentShape, issueShape, labelShape } from "./shapes/issue-shape.ts";
import { pullShape } from "./shapes/pull-shape.ts";
import type { Comment, Issue, Label, Pull, Reaction, Repo, World } from "./world.ts";

/** GitHub refuses longer bodies of issues, comments, reviews and pull requests. */
const maxBody = 65_536;

export function checkBody(resource: string, body: string | null | undefined): void {
  if (body && [...body].length > maxBody) {
    throw refused(resource, `body is too long (maximum is ${maxBody} characters)`);
  }
}

export function appOf(actor: Actor): App | null {
  return actor.kind === "installation" ? actor.app : null;
}

/** One event of an issue, or of the pull request that it is. */
export async function emitIssue(
  world: World,
  repo: Repo,
  at: { issue: Issue; actor: Actor; action: string; extra?: Record<string, unknown> },
): Promise<void> {
  const { issue, actor, action, extra } = at;
  const payload = issue.pull
    ? { number: issue.number, pull_request: await pullShape(world, repo, issue) }
    : { issue: issueShape(world, repo, issue) };
  emit(world, repo, actor, {
    name: issue.pull ? "pull_request" : "issues",
    action,
    payload: { ...payload, ...extra },
  });
}

export interface NewIssue {
  readonly title: string;
  readonly body: string | null;
  readonly pull?: Pull;
}

export function createIssue(world: World, repo: Repo, actor: Actor, asked: NewIssue): Issue {
  if (asked.title.trim() === "") throw refused("Issue", "title can't be blank");
  checkBody("Issue", asked.body);
  const now = world.now();
  const issue: Issue = {
    id: world.nextId(),
    number: Math.max(0, ...repo.issues.keys()) + 1,
    title: asked.title,
    body: asked.body,
    state: "open",
    stateReason: null,
    locked: false,
    user: senderOf(world, actor),
    viaApp: appOf(actor),
    labels: [],
    assignees: [],
    comments: [],
    reactions: [],
    timeline: [],
    createdAt: now,
    updatedAt: now,
    closedAt: null,
    pull: asked.pull ?? null,
  };
  repo.issues.set(issue.number, issue);
  return issue;
}

function note(
  world: World,
  issue: Issue,
  actor: Actor,
  event: string,
  label: string | null = null,
) {
  const now = world.now();
  issue.updatedAt = now;
  issue.timeline.push({
    id: world.nextId(),
    event,
    actor: senderOf(world, actor),
    label,
    viaApp: appOf(actor),
    createdAt: now,
  });
}

export async function closeIssue(
  world: World,
  repo: Repo,
  at: { issue: Issue; actor: Actor; reason: string | null },
): Promise<void> {
  const { issue, actor } = at;
  if (issue.state === "closed") return;
  issue.state = "closed";
  issue.stateReason = issue.pull ? null : (at.reason ?? "completed");
  issue.closedAt = world.now();
  note(world, issue, actor, issue.pull?.merged ? "merged" : "closed");
  await emitIssue(world, repo, { issue, actor, action: "closed" });
}

export async function reopenIssue(world: World, repo: Repo, issue: Issue, actor: Actor) {
  if (issue.state === "open") return;
  if (issue.pull?.merged) throw refused("PullRequest", "A merged pull request cannot be reopened.");
  issue.state = "open";
  issue.stateReason = issue.pull ? null : "reopened";
  issue.closedAt = null;
  note(world, issue, actor, "reopened");
  await emitIssue(world, repo, { issue, actor, action: "reopened" });
}

/** A label of the repository; made on the fly when an issue first gets it, as GitHub does. */
export function ensureLabel(world: World, repo: Repo, name: string): Label {
  const found = repo.labels.get(name.toLowerCase());
  if (found) return found;
  const made: Label = {
    id: world.nextId(),
    name,
    color: "ededed",
    description: null,
    isDefault: false,
  };
  repo.labels.set(name.toLowerCase(), made);
  return made;
}

export function hasLabel(issue: Issue, name: string): boolean {
  return issue.labels.some((one) => one.toLowerCase() === name.toLowerCase());
}

export async function addLabel(
  world: World,
  repo: Repo,
  at: { issue: Issue; actor: Actor; name: string },
): Promise<void> {
  if (hasLabel(at.issue, at.name)) return;
  const label = ensureLabel(world, repo, at.name);
  at.issue.labels.push(label.name);
  note(world, at.issue, at.actor, "labeled", label.name);
  const extra = { label: labelShape(world, repo, label.name) };
  await emitIssue(world, repo, { ...at, action: "labeled", extra });
}

export async function removeLabel(
  world: World,
  repo: Repo,
  at: { issue: Issue; actor: Actor; name: string },
): Promise<void> {
  const index = at.issue.labels.findIndex((one) => one.toLowerCase() === at.name.toLowerCase());
  if (index < 0) return;
  const [name = at.name] = at.issue.labels.splice(index, 1);
  note(world, at.issue, at.actor, "unlabeled", name);
  const extra = { label: labelShape(world, repo, name) };
  await emitIssue(world, repo, { ...at, action: "unlabeled", extra });
}

export function emitComment(
  world: World,
  repo: Repo,
  at: { issue: Issue; comment: Comment; actor: Actor; action: string; before?: string },
): void {
  emit(world, repo, at.actor, {
    name: "issue_comment",
    action: at.action,
    payload: {
      issue: issueShape(world, repo, at.issue),
      comment: commentShape(world, repo, at.issue, at.comment),
      ...(at.before === undefined ? {} : { changes: { body: { from: at.before } } }),
    },
  });
}

export function addComment(
  world: World,
  repo: Repo,
  at: { issue: Issue; actor: Actor; body: string },
): Comment {
  if (at.body.trim() === "") throw refused("IssueComment", "Body can't be blank");
  checkBody("IssueComment", at.body);
  const now = world.now();
  const comment: Comment = {
    id: world.nextId(),
    body: at.body,
    user: senderOf(world, at.actor),
    viaApp: appOf(at.actor),
    reactions: [],
    createdAt: now,
    updatedAt: now,
  };
  at.issue.comments.push(comment);
  at.issue.updatedAt = now;
  emitComment(world, repo, { ...at, comment, action: "created" });
  return comment;
}

/** The same person's same reaction counts once; `isNew` says which it was (201 or 200). */
export function react(
  world: World,
  actor: Actor,
  reactions: Reaction[],
  content: string,
): { reaction: Reaction; isNew: boolean } {
  const user = senderOf(world, actor);
  const old = reactions.find((one) => one.user === user && one.content === content);
  if (old) return { reaction: old, isNew: false };
  const reaction = { id: world.nextId(), content, user, createdAt: world.now() };
  reactions.push(reaction);
  return { reaction, isNew: true };
}
