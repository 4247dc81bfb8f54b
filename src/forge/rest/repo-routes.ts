import { hasRole, roleOf, senderOf } from "../access.ts";
import { ApiError, notFound } from "../api-error.ts";
import {
  aheadBehind,
  commitInfo,
  diffFiles,
  listRefs,
  mergeBase,
  readCommits,
  resolveCommit,
  resolveRef,
} from "../git-queries.ts";
import type { Reply, RepoCall, Route } from "../router.ts";
import { paged, reply, repoRoute } from "../router.ts";
import { commitShape, diffEntryShape } from "../shapes/commit-shape.ts";
import { fullRepoShape, repoHtml, repoUrl } from "../shapes/repo-shape.ts";
import type { Shape } from "../shapes/user-shape.ts";
import { userShape } from "../shapes/user-shape.ts";
import type { Protection, Repo, World } from "../world.ts";

const legacyRole: Readonly<Record<string, string>> = { maintain: "write", triage: "read" };

/** `permission` knows four levels, `role_name` tells maintain and triage apart. */
function collaboratorPermission(call: RepoCall): Reply {
  const { repo, world } = call;
  const user = world.users.get((call.params["username"] ?? "").toLowerCase());
  if (!user) throw new ApiError(404, `${call.params["username"]} is not a user`);
  const role = roleOf(repo, user.login);
  const may = (least: "read" | "triage" | "write" | "maintain" | "admin") =>
    hasRole(repo, user.login, least);
  return reply(200, {
    permission: legacyRole[role] ?? role,
    role_name: role,
    user: {
      ...userShape(world, user),
      permissions: {
        pull: may("read"),
        triage: may("triage"),
        push: may("write"),
        maintain: may("maintain"),
        admin: may("admin"),
      },
      role_name: role,
    },
  });
}

async function branchCommit(call: RepoCall): Promise<{ name: string; sha: string }> {
  const name = call.params["branch"] ?? "";
  const sha = await resolveRef(call.repo.git, `refs/heads/${name}`);
  if (!sha) throw new ApiError(404, "Branch not found");
  return { name, sha };
}

function checksShape(protection: Protection | undefined): Shape {
  const checks = protection?.requiredChecks ?? [];
  return {
    contexts: checks.map((one) => one.context),
    checks: checks.map((one) => ({ context: one.context, app_id: one.appId })),
  };
}

async function getBranch(call: RepoCall): Promise<Reply> {
  const { world, repo } = call;
  const { name, sha } = await branchCommit(call);
  const protection = repo.protections.get(name);
  const url = `${repoUrl(world, repo)}/branches/${name}`;
  return reply(200, {
    name,
    commit: commitShape(world, repo, await commitInfo(repo.git, sha)),
    _links: { self: url, html: `${repoHtml(world, repo)}/tree/${name}` },
    protected: protection !== undefined,
    protection: {
      enabled: protection !== undefined,
      required_status_checks: {
        enforcement_level: protection ? "non_admins" : "off",
        ...checksShape(protection),
      },
    },
    protection_url: `${url}/protection`,
  });
}

async function listBranches(call: RepoCall): Promise<Reply> {
  const refs = await listRefs(call.repo.git, "refs/heads/");
  const { world, repo } = call;
  return paged(call, [...refs], ([ref, sha]) => {
    const name = ref.slice("refs/heads/".length);
    return {
      name,
      commit: { sha, url: `${repoUrl(world, repo)}/commits/${sha}` },
      protected: repo.protections.has(name),
    };
  });
}

function protectionShape(world: World, repo: Repo, name: string, protection: Protection): Shape {
  const url = `${repoUrl(world, repo)}/branches/${name}/protection`;
  return {
    url,
    required_status_checks: {
      url: `${url}/required_status_checks`,
      strict: protection.strict,
      contexts_url: `${url}/required_status_checks/contexts`,
      ...checksShape(protection),
    },
    enforce_admins: { url: `${url}/enforce_admins`, enabled: protection.enforceAdmins },
    required_linear_history: { enabled: false },
    allow_force_pushes: { enabled: false },
    allow_deletions: { enabled: false },
  };
}

async function getProtection(call: RepoCall): Promise<Reply> {
  const { name } = await branchCommit(call);
  const protection = call.repo.protections.get(name);
  if (!protection) throw new ApiError(404, "Branch not protected");
  return reply(200, protectionShape(call.world, call.repo, name, protection));
}

/** Classic protection stands in for rulesets: the same rules, seen from the branch. */
async function branchRules(call: RepoCall): Promise<Reply> {
  const protection = call.repo.protections.get(call.params["branch"] ?? "");
  if (!protection) return reply(200, []);
  const source = {
    ruleset_source_type: "Repository",
    ruleset_source: `${call.repo.owner.login}/${call.repo.name}`,
    ruleset_id: call.repo.id,
  };
  const parameters = {
    strict_required_status_checks_policy: protection.strict,
    required_status_checks: protection.requiredChecks.map((one) => ({
      context: one.context,
      ...(one.appId === null ? {} : { integration_id: one.appId }),
    })),
  };
  return reply(200, [
    { type: "deletion", ...source },
    { type: "non_fast_forward", ...source },
    { type: "required_status_checks", parameters, ...source },
  ]);
}

async function commitOf(call: RepoCall, name: string): Promise<string> {
  const sha = await resolveCommit(call.repo.git, name);
  if (!sha) throw new ApiError(422, `No commit found for SHA: ${name}`);
  return sha;
}

async function getCommit(call: RepoCall): Promise<Reply> {
  const { world, repo } = call;
  const sha = await commitOf(call, call.params["ref"] ?? "");
  const accept = String(call.headers["accept"] ?? "");
  if (accept.includes(".sha")) return reply(200, sha);
  const commit = await commitInfo(repo.git, sha);
  const files = await diffFiles(repo.git, commit.parents[0] ?? emptyTree, sha);
  const additions = files.reduce((sum, file) => sum + file.additions, 0);
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0);
  return reply(200, {
    ...commitShape(world, repo, commit),
    stats: { total: additions + deletions, additions, deletions },
    files: files.slice(0, 300).map((file) => diffEntryShape(world, repo, sha, file)),
  });
}

const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

async function listCommits(call: RepoCall): Promise<Reply> {
  const { world, repo } = call;
  const start = await resolveCommit(repo.git, call.query.get("sha") ?? repo.defaultBranch);
  if (!start) throw notFound();
  const path = call.query.get("path");
  const commits = await readCommits(repo.git, path ? [start, "--", path] : [start]);
  return paged(call, commits, (commit) => commitShape(world, repo, commit));
}

function distanceWord(ahead: number, behind: number): string {
  if (ahead === 0 && behind === 0) return "identical";
  if (behind === 0) return "ahead";
  return ahead === 0 ? "behind" : "diverged";
}

/** "base...head"; at most 250 commits and 300 files, as GitHub (facts 31). */
async function compare(call: RepoCall): Promise<Reply> {
  const { world, repo } = call;
  const [baseName, headName] = (call.params["basehead"] ?? "").split("...");
  const side = (name = "") => resolveCommit(repo.git, name.replace(/^[^:]+:/, ""));
  const [base, head] = await Promise.all([side(baseName), side(headName)]);
  if (!base || !head) throw notFound();
  const fork = await mergeBase(repo.git, base, head);
  if (!fork) throw new ApiError(404, `No common ancestor between ${baseName} and ${headName}.`);
  const [distance, commits, files] = await Promise.all([
    aheadBehind(repo.git, base, head),
    readCommits(repo.git, ["--reverse", `${base}..${head}`]),
    diffFiles(repo.git, fork, head),
  ]);
  const html = `${repoHtml(world, repo)}/compare/${baseName}...${headName}`;
  return reply(200, {
    url: `${repoUrl(world, repo)}/compare/${baseName}...${headName}`,
    html_url: html,
    permalink_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    base_commit: commitShape(world, repo, await commitInfo(repo.git, base)),
    merge_base_commit: commitShape(world, repo, await commitInfo(repo.git, fork)),
    status: distanceWord(distance.ahead, distance.behind),
    ahead_by: distance.ahead,
    behind_by: distance.behind,
    total_commits: commits.length,
    commits: commits.slice(0, 250).map((commit) => commitShape(world, repo, commit)),
    files: files.slice(0, 300).map((file) => diffEntryShape(world, repo, head, file)),
  });
}

const contents = { needs: [["contents", "read"]] } as const;
const metadata = { needs: [["metadata", "read"]] } as const;

export const repoRoutes: readonly Route[] = [
  repoRoute("GET", "", metadata, (call) => {
    const viewer = call.actor.kind === "anonymous" ? null : senderOf(call.world, call.actor);
    return reply(200, fullRepoShape(call.world, call.repo, viewer));
  }),
  repoRoute(
    "GET",
    "/collaborators/{username}/permission",
    { ...metadata, role: "write" },
    collaboratorPermission,
  ),
  repoRoute("GET", "/branches", contents, listBranches),
  repoRoute(
    "GET",
    "/branches/{branch*}/protection",
    { needs: [["administration", "read"]], role: "admin" },
    getProtection,
  ),
  repoRoute("GET", "/rules/branches/{branch*}", metadata, branchRules),
  repoRoute("GET", "/branches/{branch*}", contents, getBranch),
  repoRoute("GET", "/compare/{basehead*}", contents, compare),
  repoRoute("GET", "/commits", contents, listCommits),
];

/** Goes last: its pattern would also take the longer addresses under a commit. */
export const commitRoute: Route = repoRoute("GET", "/commits/{ref*}", contents, getCommit);
