import { z } from "zod";
import { senderOf } from "../access.ts";
import { ApiError } from "../api-error.ts";
import { emit } from "../events.ts";
import { objectType, resolveCommit, resolveRef } from "../git-queries.ts";
import { latestStatuses } from "../mergeability.ts";
import type { Reply, RepoCall, Route } from "../router.ts";
import { readBody, reply, repoRoute } from "../router.ts";
import { statusShape } from "../shapes/check-shape.ts";
import { minimalRepoShape, repoUrl } from "../shapes/repo-shape.ts";
import type { Status } from "../world.ts";

/** The commit that `{ref}` of a path names; GitHub's 422 when none. */
export async function shaOf(call: RepoCall): Promise<string> {
  const ref = call.params["ref"] ?? "";
  const sha =
    (await resolveCommit(call.repo.git, ref)) ?? (await resolveRef(call.repo.git, `refs/${ref}`));
  if (!sha) throw new ApiError(422, `No commit found for SHA: ${ref}`);
  return sha;
}

const StatusBody = z.object({
  state: z.enum(["error", "failure", "pending", "success"]),
  target_url: z.string().nullish(),
  description: z.string().max(140).nullish(),
  context: z.string().default("default"),
});

async function createStatus(call: RepoCall): Promise<Reply> {
  const { world, repo, actor } = call;
  const body = readBody(StatusBody, call);
  const sha = call.params["sha"] ?? "";
  if ((await objectType(repo.git, sha)) !== "commit")
    throw new ApiError(422, `No commit found for SHA: ${sha}`);
  const status: Status = {
    id: world.nextId(),
    sha,
    state: body.state,
    context: body.context,
    description: body.description ?? null,
    targetUrl: body.target_url ?? null,
    creator: senderOf(world, actor),
    createdAt: world.now(),
  };
  repo.statuses.push(status);
  const made = statusShape(world, repo, status);
  emit(world, repo, actor, {
    name: "status",
    payload: { ...made, sha, name: `${repo.owner.login}/${repo.name}` },
  });
  return reply(201, made);
}

async function combinedStatus(call: RepoCall): Promise<Reply> {
  const { world, repo } = call;
  const sha = await shaOf(call);
  const statuses = latestStatuses(repo, sha);
  const has = (kind: string) => statuses.some((one) => one.state === kind);
  const bad = has("failure") || has("error") ? "failure" : null;
  const state = bad ?? (has("pending") || statuses.length === 0 ? "pending" : "success");
  return reply(200, {
    state,
    statuses: statuses.map((one) => statusShape(world, repo, one)),
    sha,
    total_count: statuses.length,
    repository: minimalRepoShape(world, repo),
    commit_url: `${repoUrl(world, repo)}/commits/${sha}`,
    url: `${repoUrl(world, repo)}/commits/${sha}/status`,
  });
}

export const statusRoutes: readonly Route[] = [
  repoRoute("POST", "/statuses/{sha}", { needs: [["statuses", "write"]] }, createStatus),
  repoRoute(
    "GET",
    "/commits/{ref*}/status",
    {
      needs: [
        ["statuses", "read"],
        ["contents", "read"],
      ],
    },
    combinedStatus,
  ),
];
