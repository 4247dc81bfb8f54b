import { z } from "zod";
import { senderOf } from "../access.ts";
import { ApiError, notFound } from "../api-error.ts";
import { placeLine, placePosition } from "../diff-position.ts";
import { emit } from "../events.ts";
import type { FileDiff } from "../git-queries.ts";
import { diffFiles } from "../git-queries.ts";
import { checkBody, emitIssue } from "../issue-actions.ts";
import type { Reply, RepoCall, Route } from "../router.ts";
import { paged, readBody, reply, repoRoute } from "../router.ts";
import {
  forkPoint,
  pullOf,
  reviewCommentShape,
  reviewShape,
  simplePullShape,
} from "../shapes/pull-shape.ts";
import type { Issue, Review, ReviewComment } from "../world.ts";
import { pullIssueOf } from "./pull-routes.ts";

const CommentBody = z.object({
  path: z.string(),
  body: z.string(),
  position: z.number().int().optional(),
  line: z.number().int().optional(),
  side: z.enum(["LEFT", "RIGHT"]).optional(),
  start_line: z.number().int().nullish(),
  start_side: z.enum(["LEFT", "RIGHT"]).nullish(),
});

const ReviewBody = z.object({
  commit_id: z.string().optional(),
  body: z.string().optional(),
  event: z.enum(["APPROVE", "REQUEST_CHANGES", "COMMENT"]).optional(),
  comments: z.array(CommentBody).optional(),
});

const states = {
  APPROVE: "APPROVED",
  REQUEST_CHANGES: "CHANGES_REQUESTED",
  COMMENT: "COMMENTED",
} as const;

/** One comment off the diff refuses the whole review (facts 30). */
function place(
  call: RepoCall,
  files: readonly FileDiff[],
  asked: z.infer<typeof CommentBody>,
): ReviewComment {
  const file = files.find((one) => one.filename === asked.path);
  if (!file) throw new ApiError(422, "Unprocessable Entity", ["Path could not be resolved"]);
  const { world, actor } = call;
  checkBody("PullRequestReviewComment", asked.body);
  const side = asked.side ?? "RIGHT";
  const placed =
    asked.line === undefined
      ? placePosition(file, asked.position ?? 0)
      : placeLine(file, asked.line, side);
  const start = asked.start_line ?? null;
  const isStartIn = start === null || placeLine(file, start, asked.start_side ?? side) !== null;
  if (!placed || !isStartIn) {
    throw new ApiError(422, "Unprocessable Entity", ["Line could not be resolved"]);
  }
  return {
    id: world.nextId(),
    path: asked.path,
    line: placed.line,
    startLine: start,
    side: placed.side,
    hunk: placed.hunk,
    body: asked.body,
    user: senderOf(world, actor),
    reactions: [],
    createdAt: world.now(),
    updatedAt: world.now(),
  };
}

function checkAuthor(call: RepoCall, issue: Issue, event: string | undefined): void {
  if (senderOf(call.world, call.actor) !== issue.user) return;
  if (event === "APPROVE") {
    throw new ApiError(422, "Unprocessable Entity", ["Can not approve your own pull request"]);
  }
  if (event === "REQUEST_CHANGES") {
    throw new ApiError(422, "Unprocessable Entity", [
      "Can not request changes on your own pull request",
    ]);
  }
}

function checkText(body: z.infer<typeof ReviewBody>): void {
  checkBody("PullRequestReview", body.body);
  const isEmpty = (body.body ?? "").trim() === "";
  const hasComments = (body.comments ?? []).length > 0;
  if (body.event === "REQUEST_CHANGES" && isEmpty) {
    throw new ApiError(422, "Unprocessable Entity", ["Review body can't be blank"]);
  }
  if (body.event === "COMMENT" && isEmpty && !hasComments) {
    throw new ApiError(422, "Unprocessable Entity", ["Review body can't be blank"]);
  }
}

function emitReview(call: RepoCall, issue: Issue, review: Review): void {
  const { world, repo, actor } = call;
  const shape = reviewShape(world, repo, issue, review);
  emit(world, repo, actor, {
    name: "pull_request_review",
    action: "submitted",
    payload: {
      review: { ...shape, state: String(shape["state"]).toLowerCase() },
      pull_request: simplePullShape(world, repo, issue),
    },
  });
}

async function create(call: RepoCall): Promise<Reply> {
  const { world, repo } = call;
  const issue = pullIssueOf(call);
  const pull = pullOf(issue);
  const body = readBody(ReviewBody, call);
  checkAuthor(call, issue, body.event);
  checkText(body);
  const files = body.comments?.length
    ? await diffFiles(repo.git, await forkPoint(repo, pull), pull.headSha)
    : [];
  const review: Review = {
    id: world.nextId(),
    user: senderOf(world, call.actor),
    body: body.body ?? "",
    state: body.event ? states[body.event] : "PENDING",
    commitId: body.commit_id ?? pull.headSha,
    submittedAt: body.event ? world.now() : null,
    comments: (body.comments ?? []).map((one) => place(call, files, one)),
  };
  pull.reviews.push(review);
  if (body.event) emitReview(call, issue, review);
  return reply(200, reviewShape(world, repo, issue, review));
}

function reviewOf(call: RepoCall): { issue: Issue; review: Review } {
  const issue = pullIssueOf(call);
  const review = pullOf(issue).reviews.find((one) => String(one.id) === call.params["review_id"]);
  if (!review) throw notFound();
  return { issue, review };
}

const SubmitBody = ReviewBody.pick({ body: true, event: true }).required({ event: true });

function submit(call: RepoCall): Reply {
  const { issue, review } = reviewOf(call);
  const body = readBody(SubmitBody, call);
  checkAuthor(call, issue, body.event);
  if (body.body !== undefined) review.body = body.body;
  review.state = states[body.event];
  review.submittedAt = call.world.now();
  emitReview(call, issue, review);
  return reply(200, reviewShape(call.world, call.repo, issue, review));
}

function updateReview(call: RepoCall): Reply {
  const { issue, review } = reviewOf(call);
  const { body } = readBody(z.object({ body: z.string() }), call);
  checkBody("PullRequestReview", body);
  review.body = body;
  return reply(200, reviewShape(call.world, call.repo, issue, review));
}

function listComments(call: RepoCall): Promise<Reply> {
  const issue = pullIssueOf(call);
  const all = pullOf(issue).reviews.flatMap((review) =>
    review.comments.map((comment) => ({ review, comment })),
  );
  return paged(call, all, ({ review, comment }) =>
    reviewCommentShape(call.world, call.repo, { issue, review }, comment),
  );
}

const ReviewersBody = z.object({
  reviewers: z.array(z.string()).optional(),
  team_reviewers: z.array(z.string()).optional(),
});

async function requestReviewers(call: RepoCall): Promise<Reply> {
  const { world, repo, actor } = call;
  const issue = pullIssueOf(call);
  const pull = pullOf(issue);
  for (const login of readBody(ReviewersBody, call).reviewers ?? []) {
    const user = world.users.get(login.toLowerCase());
    if (user === issue.user) {
      throw new ApiError(422, "Review cannot be requested from pull request author.");
    }
    if (!user || !repo.roles.has(login.toLowerCase())) {
      throw new ApiError(
        422,
        "Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the repository.",
      );
    }
    if (pull.requestedReviewers.includes(user)) continue;
    pull.requestedReviewers.push(user);
    const extra = { requested_reviewer: { login: user.login, id: user.id } };
    await emitIssue(world, repo, { issue, actor, action: "review_requested", extra });
  }
  return reply(201, simplePullShape(world, repo, issue));
}

const read = { needs: [["pull_requests", "read"]] } as const;
const write = { needs: [["pull_requests", "write"]] } as const;

export const reviewRoutes: readonly Route[] = [
  repoRoute("POST", "/pulls/{pull_number}/reviews", { ...write, role: "read" }, create),
  repoRoute("GET", "/pulls/{pull_number}/reviews", read, (call) => {
    const issue = pullIssueOf(call);
    return paged(call, pullOf(issue).reviews, (one) =>
      reviewShape(call.world, call.repo, issue, one),
    );
  }),
  repoRoute("GET", "/pulls/{pull_number}/reviews/{review_id}", read, (call) => {
    const { issue, review } = reviewOf(call);
    return reply(200, reviewShape(call.world, call.repo, issue, review));
  }),
  repoRoute("PUT", "/pulls/{pull_number}/reviews/{review_id}", write, updateReview),
  repoRoute("POST", "/pulls/{pull_number}/reviews/{review_id}/events", write, submit),
  repoRoute("GET", "/pulls/{pull_number}/reviews/{review_id}/comments", read, (call) => {
    const { issue, review } = reviewOf(call);
    return paged(call, review.comments, (one) => {
      const shape = reviewCommentShape(call.world, call.repo, { issue, review }, one);
      return { ...shape, position: one.line, original_position: one.line };
    });
  }),
  repoRoute("GET", "/pulls/{pull_number}/comments", read, listComments),
  repoRoute("POST", "/pulls/{pull_number}/requested_reviewers", write, requestReviewers),
];
