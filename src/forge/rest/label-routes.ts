import { z } from "zod";
import { ApiError, invalid, notFound } from "../api-error.ts";
import { addLabel, hasLabel, react, removeLabel } from "../issue-actions.ts";
import type { Reply, RepoCall, Route } from "../router.ts";
import { paged, readBody, reply, repoRoute } from "../router.ts";
import { labelShape, reactionShape } from "../shapes/issue-shape.ts";
import type { Issue, Reaction } from "../world.ts";
import { commentOf, issueOf, labelNames } from "./issue-routes.ts";

const Names = z.array(z.union([z.string(), z.object({ name: z.string() })]));
const LabelsBody = z.union([Names, z.object({ labels: Names.optional() })]);

function askedNames(call: RepoCall): string[] {
  const body = readBody(LabelsBody, call);
  return labelNames(Array.isArray(body) ? body : (body.labels ?? []));
}

function labelsReply(call: RepoCall, issue: Issue): Reply {
  const shapes = issue.labels.map((name) => labelShape(call.world, call.repo, name));
  return reply(200, shapes);
}

async function addLabels(call: RepoCall): Promise<Reply> {
  const issue = issueOf(call);
  for (const name of askedNames(call)) {
    if (name.trim() === "" || name.length > 50) throw invalid("Label", "name", "invalid");
    await addLabel(call.world, call.repo, { issue, actor: call.actor, name });
  }
  return labelsReply(call, issue);
}

async function setLabels(call: RepoCall): Promise<Reply> {
  const issue = issueOf(call);
  const names = askedNames(call);
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  for (const name of issue.labels.filter((one) => !wanted.has(one.toLowerCase()))) {
    await removeLabel(call.world, call.repo, { issue, actor: call.actor, name });
  }
  for (const name of names)
    await addLabel(call.world, call.repo, { issue, actor: call.actor, name });
  return labelsReply(call, issue);
}

async function removeOne(call: RepoCall): Promise<Reply> {
  const issue = issueOf(call);
  const name = call.params["name"] ?? "";
  if (!hasLabel(issue, name)) throw new ApiError(404, "Label does not exist");
  await removeLabel(call.world, call.repo, { issue, actor: call.actor, name });
  return labelsReply(call, issue);
}

async function removeAll(call: RepoCall): Promise<Reply> {
  const issue = issueOf(call);
  for (const name of [...issue.labels]) {
    await removeLabel(call.world, call.repo, { issue, actor: call.actor, name });
  }
  return reply(204);
}

const LabelBody = z.object({
  name: z.string(),
  color: z
    .string()
    .regex(/^[0-9a-fA-F]{6}$/)
    .optional(),
  description: z.string().nullish(),
});

function createLabel(call: RepoCall): Reply {
  const { world, repo } = call;
  const parsed = LabelBody.safeParse(call.body ?? {});
  if (!parsed.success) throw invalid("Label", String(parsed.error.issues[0]?.path[0]), "invalid");
  const { name, color, description } = parsed.data;
  if (repo.labels.has(name.toLowerCase())) throw invalid("Label", "name", "already_exists");
  repo.labels.set(name.toLowerCase(), {
    id: world.nextId(),
    name,
    color: color ?? "ededed",
    description: description ?? null,
    isDefault: false,
  });
  return reply(201, labelShape(world, repo, name));
}

function getLabel(call: RepoCall): Reply {
  const name = call.params["name"] ?? "";
  if (!call.repo.labels.has(name.toLowerCase())) throw notFound();
  return reply(200, labelShape(call.world, call.repo, name));
}

const UpdateLabel = LabelBody.partial().extend({ new_name: z.string().optional() });

function updateLabel(call: RepoCall): Reply {
  const { repo } = call;
  const label = repo.labels.get((call.params["name"] ?? "").toLowerCase());
  if (!label) throw notFound();
  const body = readBody(UpdateLabel, call);
  if (body.color !== undefined) label.color = body.color;
  if (body.description !== undefined) label.description = body.description;
  if (body.new_name !== undefined) {
    repo.labels.delete(label.name.toLowerCase());
    label.name = body.new_name;
    repo.labels.set(label.name.toLowerCase(), label);
  }
  return reply(200, labelShape(call.world, repo, label.name));
}

const ReactionBody = z.object({
  content: z.enum(["+1", "-1", "laugh", "confused", "heart", "hooray", "rocket", "eyes"]),
});

function addReaction(call: RepoCall, reactions: Reaction[]): Reply {
  const { content } = readBody(ReactionBody, call);
  const { reaction, isNew } = react(call.world, call.actor, reactions, content);
  return reply(isNew ? 201 : 200, reactionShape(call.world, reaction));
}

function listReactions(call: RepoCall, reactions: readonly Reaction[]): Promise<Reply> {
  const content = call.query.get("content");
  const found = reactions.filter((one) => content === null || one.content === content);
  return paged(call, found, (one) => reactionShape(call.world, one));
}

function deleteReaction(call: RepoCall, reactions: Reaction[]): Reply {
  const at = reactions.findIndex((one) => String(one.id) === call.params["reaction_id"]);
  if (at < 0) throw notFound();
  reactions.splice(at, 1);
  return reply(204);
}

const either = [
  ["issues", "write"],
  ["pull_requests", "write"],
] as const;
const read = {
  needs: [
    ["issues", "read"],
    ["pull_requests", "read"],
  ],
} as const;
const triage = { needs: either, role: "triage" } as const;
const speak = { needs: either, role: "read" } as const;

export const labelRoutes: readonly Route[] = [
  repoRoute("GET", "/issues/{issue_number}/labels", read, (call) =>
    paged(call, issueOf(call).labels, (name) => labelShape(call.world, call.repo, name)),
  ),
  repoRoute("POST", "/issues/{issue_number}/labels", triage, addLabels),
  repoRoute("PUT", "/issues/{issue_number}/labels", triage, setLabels),
  repoRoute("DELETE", "/issues/{issue_number}/labels", triage, removeAll),
  repoRoute("DELETE", "/issues/{issue_number}/labels/{name}", triage, removeOne),
  repoRoute("GET", "/labels", read, (call) =>
    paged(call, [...call.repo.labels.values()], (one) =>
      labelShape(call.world, call.repo, one.name),
    ),
  ),
  repoRoute("POST", "/labels", { needs: either }, createLabel),
  repoRoute("GET", "/labels/{name}", read, getLabel),
  repoRoute("PATCH", "/labels/{name}", { needs: either }, updateLabel),
  repoRoute("GET", "/issues/{issue_number}/reactions", read, (call) =>
    listReactions(call, issueOf(call).reactions),
  ),
  repoRoute("POST", "/issues/{issue_number}/reactions", speak, (call) =>
    addReaction(call, issueOf(call).reactions),
  ),
  repoRoute("DELETE", "/issues/{issue_number}/reactions/{reaction_id}", speak, (call) =>
    deleteReaction(call, issueOf(call).reactions),
  ),
  repoRoute("GET", "/issues/comments/{comment_id}/reactions", read, (call) =>
    listReactions(call, commentOf(call).comment.reactions),
  ),
  repoRoute("POST", "/issues/comments/{comment_id}/reactions", speak, (call) =>
    addReaction(call, commentOf(call).comment.reactions),
  ),
  repoRoute("DELETE", "/issues/comments/{comment_id}/reactions/{reaction_id}", speak, (call) =>
    deleteReaction(call, commentOf(call).comment.reactions),
  ),
];
