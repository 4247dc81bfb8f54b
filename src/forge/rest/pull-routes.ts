import { z } from "zod";
import { ApiError, invalid, notFound, refused } from "../api-error.ts";
import { aheadBehind, diffFiles, mergeBase, readCommits, resolveRef } from "../git-queries.ts";
import { checkBody, closeIssue, createIssue, emitIssue, reopenIssue } from "../issue-actions.ts";
import { mergePull } from "../pull-merge.ts";
import { inTurn, writePullRefs } from "../ref-changes.ts";
import type { Reply, RepoCall, Route } from "../router.ts";
import { numberParam, paged, readBody, reply, repoRoute } from "../router.ts";
import { commitShape, diffEntryShape } from "../shapes/commit-shape.ts";
import { forkPoint, pullOf, pullShape, simplePullShape } from "../shapes/pull-shape.ts";
import type { Issue } from "../world.ts";
import { editText, requireOwnOr } from "./issue-routes.ts";

export function pullIssueOf(call: RepoCall): Issue {
  const found = call.repo.issues.get(numberParam(call, "pull_number"));
  if (!found?.pull) throw notFound();
  return found;
}

const CreateBody = z.object({
  title: z.string().optional(),
  head: z.string(),
  base: z.string(),
  body: z.string().nullish(),
  draft: z.boolean().optional(),
  issue: z.number().int().optional(),
  maintainer_can_modify: z.boolean().optional(),
});

function branchOf(call: RepoCall, head: string): string {
  const [owner, ref] = head.includes(":") ? head.split(":") : [call.repo.owner.login, head];
  if (owner !== call.repo.owner.login || !ref) throw invalid("PullRequest", "head", "invalid");
  return ref;
}

/** GitHub's 422s for a new pull request, in its order and words. */
async function checkNew(call: RepoCall, head: string, base: string) {
  const { repo } = call;
  const headSha = await resolveRef(repo.git, `refs/heads/${head}`);
  if (!headSha) throw invalid("PullRequest", "head", "invalid");
  const baseSha = await resolveRef(repo.git, `refs/heads/${base}`);
  if (!baseSha) throw invalid("PullRequest", "base", "invalid");
  for (const issue of repo.issues.values()) {
    if (issue.state === "open" && issue.pull?.head === head && issue.pull.base === base) {
      throw refused(
        "PullRequest",
        `A pull request already exists for ${repo.owner.login}:${head}.`,
      );
    }
  }
  if ((await mergeBase(repo.git, baseSha, headSha)) === null) {
    throw refused("PullRequest", `The ${head} branch has no history in common with ${base}`);
  }
  if ((await aheadBehind(repo.git, baseSha, headSha)).ahead === 0) {
    throw refused("PullRequest", `No commits between ${base} and ${head}`);
  }
  return { headSha, baseSha };
}

async function create(call: RepoCall): Promise<Reply> {
  const { world, repo, actor } = call;
  const body = readBody(CreateBody, call);
  if (!body.title) throw invalid("PullRequest", "title", "missing_field");
  checkBody("PullRequest", body.body);
  const title = body.title;
  const head = branchOf(call, body.head);
  return inTurn(repo, async () => {
    const found = await checkNew(call, head, body.base);
    const pull = {
      head,
      base: body.base,
      ...found,
      draft: body.draft ?? false,
      merged: null,
      requestedReviewers: [],
      reviews: [],
    };
    const issue = createIssue(world, repo, actor, { title, body: body.body ?? null, pull });
    await writePullRefs(repo, issue);
    await emitIssue(world, repo, { issue, actor, action: "opened" });
    return reply(201, await pullShape(world, repo, issue));
  });
}

function matches(call: RepoCall, issue: Issue): boolean {
  const { query } = call;
  const state = query.get("state") ?? "open";
  const head = query.get("head");
  const base = query.get("base");
  const label = `${call.repo.owner.login}:${issue.pull?.head}`;
  return (
    (state === "all" || issue.state === state) &&
    (head === null || head === label) &&
    (base === null || base === issue.pull?.base)
  );
}

function list(call: RepoCall): Promise<Reply> {
  const { world, repo } = call;
  const pulls = [...repo.issues.values()].filter((issue) => issue.pull && matches(call, issue));
  pulls.sort((a, b) => b.number - a.number);
  if (call.query.get("direction") === "asc") pulls.reverse();
  return paged(call, pulls, (issue) => simplePullShape(world, repo, issue));
}

async function get(call: RepoCall): Promise<Reply> {
  const issue = pullIssueOf(call);
  const accept = String(call.headers["accept"] ?? "");
  if (accept.includes(".diff") || accept.includes(".patch")) {
    const pull = pullOf(issue);
    const range = [await forkPoint(call.repo, pull), pull.headSha];
    const text = await call.repo.git.bytes(["diff", "-M", ...range]);
    return {
      status: 200,
      body: text,
      headers: { "content-type": "application/vnd.github.diff; charset=utf-8" },
    };
  }
  return reply(200, await pullShape(call.world, call.repo, issue));
}

const UpdateBody = z.object({
  title: z.string().optional(),
  body: z.string().nullish(),
  state: z.enum(["open", "closed"]).optional(),
  base: z.string().optional(),
  maintainer_can_modify: z.boolean().optional(),
});

async function changeBase(call: RepoCall, issue: Issue, base: string): Promise<void> {
  const pull = pullOf(issue);
  const baseSha = await resolveRef(call.repo.git, `refs/heads/${base}`);
  if (!baseSha) throw invalid("PullRequest", "base", "invalid");
  if (pull.base === base) return;
  const changes = { base: { ref: { from: pull.base }, sha: { from: pull.baseSha } } };
  pull.base = base;
  pull.baseSha = baseSha;
  await writePullRefs(call.repo, issue);
  const { world, repo, actor } = call;
  await emitIssue(world, repo, { issue, actor, action: "edited", extra: { changes } });
}

async function update(call: RepoCall): Promise<Reply> {
  const { world, repo, actor } = call;
  const issue = pullIssueOf(call);
  requireOwnOr(call, issue.user);
  const body = readBody(UpdateBody, call);
  await editText(call, issue, { title: body.title, body: body.body });
  if (body.base !== undefined) await changeBase(call, issue, body.base);
  if (body.state === "closed") await closeIssue(world, repo, { issue, actor, reason: null });
  if (body.state === "open") await reopenIssue(world, repo, issue, actor);
  return reply(200, await pullShape(world, repo, issue));
}

/** GitHub lists at most 3,000 files of a pull request. */
async function files(call: RepoCall): Promise<Reply> {
  const { world, repo } = call;
  const pull = pullOf(pullIssueOf(call));
  const all = await diffFiles(repo.git, await forkPoint(repo, pull), pull.headSha);
  return paged(call, all.slice(0, 3000), (file) => diffEntryShape(world, repo, pull.headSha, file));
}

/** At most 250 commits, oldest first. */
async function commits(call: RepoCall): Promise<Reply> {
  const { world, repo } = call;
  const pull = pullOf(pullIssueOf(call));
  const all = await readCommits(repo.git, ["--reverse", `${pull.baseSha}..${pull.headSha}`]);
  return paged(call, all.slice(0, 250), (commit) => commitShape(world, repo, commit));
}

const MergeBody = z.object({
  commit_title: z.string().optional(),
  commit_message: z.string().optional(),
  sha: z.string().optional(),
  merge_method: z.enum(["merge", "squash", "rebase"]).default("merge"),
});

async function merge(call: RepoCall): Promise<Reply> {
  const { world, repo, actor } = call;
  const issue = pullIssueOf(call);
  const body = readBody(MergeBody, call);
  if (issue.state === "closed") throw new ApiError(405, "Pull Request is not mergeable");
  const asked = {
    method: body.merge_method,
    title: body.commit_title ?? null,
    message: body.commit_message ?? null,
    sha: body.sha ?? null,
  };
  const sha = await mergePull(world, repo, { issue, actor, asked });
  return reply(200, { sha, merged: true, message: "Pull Request successfully merged" });
}

async function pullsOfCommit(call: RepoCall): Promise<Reply> {
  const { world, repo } = call;
  const sha = call.params["commit_sha"] ?? "";
  const pulls = [...repo.issues.values()].filter((issue) => issue.pull);
  const containing = [];
  for (const issue of pulls) {
    const pull = pullOf(issue);
    const inside = await repo.git.ok(["rev-list", `${pull.baseSha}..${pull.headSha}`]);
    if (pull.headSha === sha || inside.split("\n").includes(sha)) containing.push(issue);
  }
  return paged(call, containing, (issue) => simplePullShape(world, repo, issue));
}

const read = { needs: [["pull_requests", "read"]] } as const;
const write = { needs: [["pull_requests", "write"]] } as const;

export const pullRoutes: readonly Route[] = [
  repoRoute("POST", "/pulls", write, create),
  repoRoute("GET", "/pulls", read, list),
  repoRoute("GET", "/pulls/{pull_number}", read, get),
  repoRoute("PATCH", "/pulls/{pull_number}", { ...write, role: "read" }, update),
  repoRoute("GET", "/pulls/{pull_number}/files", read, files),
  repoRoute("GET", "/pulls/{pull_number}/commits", read, commits),
  repoRoute("GET", "/pulls/{pull_number}/merge", read, (call) => {
    if (!pullOf(pullIssueOf(call)).merged) throw notFound();
    return reply(204);
  }),
  repoRoute("PUT", "/pulls/{pull_number}/merge", { needs: [["contents", "write"]] }, merge),
  repoRoute("GET", "/commits/{commit_sha}/pulls", read, pullsOfCommit),
];
