import { z } from "zod";
import { hasRole } from "../access.ts";
import { ApiError, notFound } from "../api-error.ts";
import {
  addComment,
  addLabel,
  checkBody,
  closeIssue,
  createIssue,
  emitComment,
  emitIssue,
  hasLabel,
  reopenIssue,
} from "../issue-actions.ts";
import type { Reply, RepoCall, Route } from "../router.ts";
import { numberParam, paged, readBody, reply, repoRoute } from "../router.ts";
import { commentShape, issueEventShape, issueShape } from "../shapes/issue-shape.ts";
import type { Comment, Issue } from "../world.ts";

export function issueOf(call: RepoCall): Issue {
  const found = call.repo.issues.get(numberParam(call, "issue_number"));
  if (!found) throw notFound();
  return found;
}

/** The issue's comment that a path names, in whichever issue it stands. */
export function commentOf(call: RepoCall): { issue: Issue; comment: Comment } {
  const id = numberParam(call, "comment_id");
  for (const issue of call.repo.issues.values()) {
    const comment = issue.comments.find((one) => one.id === id);
    if (comment) return { issue, comment };
  }
  throw notFound();
}

/** People without a role edit only what is their own; apps are judged by permission alone. */
export function requireOwnOr(call: RepoCall, author: { login: string }): void {
  const { actor, repo } = call;
  if (actor.kind !== "user" || actor.user.login === author.login) return;
  if (!hasRole(repo, actor.user.login, "triage")) {
    throw new ApiError(403, "Must have admin rights to Repository.");
  }
}

const LabelNames = z.array(z.union([z.string(), z.object({ name: z.string() })]));

export function labelNames(labels: z.infer<typeof LabelNames>): string[] {
  return labels.map((label) => (typeof label === "string" ? label : label.name));
}

const CreateBody = z.object({
  title: z.union([z.string(), z.number()]),
  body: z.string().nullish(),
  labels: LabelNames.optional(),
  assignees: z.array(z.string()).optional(),
});

async function create(call: RepoCall): Promise<Reply> {
  const { world, repo, actor } = call;
  const body = readBody(CreateBody, call);
  const issue = createIssue(world, repo, actor, {
    title: String(body.title),
    body: body.body ?? null,
  });
  // People without triage have their labels dropped silently.
  const mayLabel = actor.kind !== "user" || hasRole(repo, actor.user.login, "triage");
  await emitIssue(world, repo, { issue, actor, action: "opened" });
  for (const name of mayLabel ? labelNames(body.labels ?? []) : []) {
    await addLabel(world, repo, { issue, actor, name });
  }
  return reply(201, issueShape(world, repo, issue));
}

function matches(call: RepoCall, issue: Issue): boolean {
  const { query } = call;
  const state = query.get("state") ?? "open";
  const labels = (query.get("labels") ?? "").split(",").filter(Boolean);
  const creator = query.get("creator");
  const since = query.get("since");
  return (
    (state === "all" || issue.state === state) &&
    labels.every((name) => hasLabel(issue, name)) &&
    (creator === null || issue.user.login === creator) &&
    (since === null || issue.updatedAt >= Date.parse(since))
  );
}

function list(call: RepoCall): Promise<Reply> {
  const { world, repo } = call;
  const found = [...repo.issues.values()].filter((issue) => matches(call, issue));
  const byUpdate = call.query.get("sort") === "updated";
  found.sort((a, b) => (byUpdate ? b.updatedAt - a.updatedAt : b.number - a.number));
  if (call.query.get("direction") === "asc") found.reverse();
  return paged(call, found, (issue) => issueShape(world, repo, issue));
}

const UpdateBody = z.object({
  title: z.union([z.string(), z.number()]).nullish(),
  body: z.string().nullish(),
  state: z.enum(["open", "closed"]).optional(),
  state_reason: z.enum(["completed", "not_planned", "duplicate", "reopened"]).nullish(),
  labels: LabelNames.optional(),
});

/** Title and body; one `edited` event that says what they were. */
export async function editText(
  call: RepoCall,
  issue: Issue,
  asked: { title?: string | undefined; body?: string | null | undefined },
): Promise<void> {
  const changes: Record<string, { from: string | null }> = {};
  if (asked.title !== undefined && asked.title !== issue.title) {
    changes["title"] = { from: issue.title };
    issue.title = asked.title;
  }
  if (asked.body !== undefined && asked.body !== issue.body) {
    checkBody(issue.pull ? "PullRequest" : "Issue", asked.body);
    changes["body"] = { from: issue.body };
    issue.body = asked.body;
  }
  if (Object.keys(changes).length === 0) return;
  issue.updatedAt = call.world.now();
  const { world, repo, actor } = call;
  await emitIssue(world, repo, { issue, actor, action: "edited", extra: { changes } });
}

async function update(call: RepoCall): Promise<Reply> {
  const { world, repo, actor } = call;
  const issue = issueOf(call);
  requireOwnOr(call, issue.user);
  const body = readBody(UpdateBody, call);
  const title = body.title === undefined || body.title === null ? undefined : String(body.title);
  await editText(call, issue, { title, body: body.body });
  if (body.state === "closed") {
    await closeIssue(world, repo, { issue, actor, reason: body.state_reason ?? null });
  }
  if (body.state === "open") await reopenIssue(world, repo, issue, actor);
  for (const name of labelNames(body.labels ?? []))
    await addLabel(world, repo, { issue, actor, name });
  return reply(200, issueShape(world, repo, issue));
}

const CommentBody = z.object({ body: z.string() });

function createComment(call: RepoCall): Reply {
  const { world, repo, actor } = call;
  const { body } = readBody(CommentBody, call);
  const issue = issueOf(call);
  if (issue.locked) throw new ApiError(403, "Unable to create comment because issue is locked.");
  const comment = addComment(world, repo, { issue, actor, body });
  return reply(201, commentShape(world, repo, issue, comment));
}

function updateComment(call: RepoCall): Reply {
  const { world, repo, actor } = call;
  const { issue, comment } = commentOf(call);
  requireOwnOr(call, comment.user);
  const { body } = readBody(CommentBody, call);
  checkBody("IssueComment", body);
  const before = comment.body;
  comment.body = body;
  comment.updatedAt = world.now();
  emitComment(world, repo, { issue, comment, actor, action: "edited", before });
  return reply(200, commentShape(world, repo, issue, comment));
}

function deleteComment(call: RepoCall): Reply {
  const { world, repo, actor } = call;
  const { issue, comment } = commentOf(call);
  requireOwnOr(call, comment.user);
  issue.comments.splice(issue.comments.indexOf(comment), 1);
  emitComment(world, repo, { issue, comment, actor, action: "deleted" });
  return reply(204);
}

function listComments(call: RepoCall): Promise<Reply> {
  const issue = issueOf(call);
  const since = Date.parse(call.query.get("since") ?? "1970-01-01T00:00:00Z");
  const comments = issue.comments.filter((one) => one.updatedAt >= since);
  return paged(call, comments, (one) => commentShape(call.world, call.repo, issue, one));
}

/** Comments, labels and state changes in the order in which they happened. */
function timeline(call: RepoCall): Promise<Reply> {
  const { world, repo } = call;
  const issue = issueOf(call);
  const entries = [
    ...issue.timeline.map((event) => ({
      at: event.createdAt,
      shape: issueEventShape(world, repo, event),
    })),
    ...issue.comments.map((comment) => ({
      at: comment.createdAt,
      shape: {
        ...commentShape(world, repo, issue, comment),
        event: "commented",
        actor: commentShape(world, repo, issue, comment)["user"],
      },
    })),
  ];
  entries.sort((a, b) => a.at - b.at);
  return paged(call, entries, (entry) => entry.shape);
}

const read = {
  needs: [
    ["issues", "read"],
    ["pull_requests", "read"],
  ],
} as const;
const write = {
  needs: [
    ["issues", "write"],
    ["pull_requests", "write"],
  ],
} as const;
/** Anyone who can read a repository may open issues and comment. */
const speak = { ...write, role: "read" } as const;

export const issueRoutes: readonly Route[] = [
  repoRoute("POST", "/issues", { needs: [["issues", "write"]], role: "read" }, create),
  repoRoute("GET", "/issues", read, list),
  repoRoute("GET", "/issues/comments/{comment_id}", read, (call) => {
    const { issue, comment } = commentOf(call);
    return reply(200, commentShape(call.world, call.repo, issue, comment));
  }),
  repoRoute("PATCH", "/issues/comments/{comment_id}", speak, updateComment),
  repoRoute("DELETE", "/issues/comments/{comment_id}", speak, deleteComment),
  repoRoute("GET", "/issues/{issue_number}", read, (call) =>
    reply(200, issueShape(call.world, call.repo, issueOf(call))),
  ),
  repoRoute("PATCH", "/issues/{issue_number}", speak, update),
  repoRoute("GET", "/issues/{issue_number}/comments", read, listComments),
  repoRoute("POST", "/issues/{issue_number}/comments", speak, createComment),
  repoRoute("GET", "/issues/{issue_number}/timeline", read, timeline),
  repoRoute("GET", "/issues/{issue_number}/events", read, (call) =>
    paged(call, issueOf(call).timeline, (event) => issueEventShape(call.world, call.repo, event)),
  ),
];
