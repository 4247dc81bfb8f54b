import { hasRole } from "../access.ts";
import type { User } from "../actor.ts";
import { iso } from "../router.ts";
import type { Repo, World } from "../world.ts";
import type { Shape } from "./user-shape.ts";
import { apiUrl, nodeId, userShape } from "./user-shape.ts";

export function repoUrl(world: World, repo: Repo): string {
  return `${apiUrl(world)}/repos/${repo.owner.login}/${repo.name}`;
}

export function repoHtml(world: World, repo: Repo): string {
  return `${world.url}/${repo.owner.login}/${repo.name}`;
}

const templates: Readonly<Record<string, string>> = {
  archive_url: "/{archive_format}{/ref}",
  assignees_url: "/assignees{/user}",
  blobs_url: "/git/blobs{/sha}",
  branches_url: "/branches{/branch}",
  collaborators_url: "/collaborators{/collaborator}",
  comments_url: "/comments{/number}",
  commits_url: "/commits{/sha}",
  compare_url: "/compare/{base}...{head}",
  contents_url: "/contents/{+path}",
  contributors_url: "/contributors",
  deployments_url: "/deployments",
  downloads_url: "/downloads",
  events_url: "/events",
  forks_url: "/forks",
  git_commits_url: "/git/commits{/sha}",
  git_refs_url: "/git/refs{/sha}",
  git_tags_url: "/git/tags{/sha}",
  hooks_url: "/hooks",
  issue_comment_url: "/issues/comments{/number}",
  issue_events_url: "/issues/events{/number}",
  issues_url: "/issues{/number}",
  keys_url: "/keys{/key_id}",
  labels_url: "/labels{/name}",
  languages_url: "/languages",
  merges_url: "/merges",
  milestones_url: "/milestones{/number}",
  notifications_url: "/notifications{?since,all,participating}",
  pulls_url: "/pulls{/number}",
  releases_url: "/releases{/id}",
  stargazers_url: "/stargazers",
  statuses_url: "/statuses/{sha}",
  subscribers_url: "/subscribers",
  subscription_url: "/subscription",
  tags_url: "/tags",
  teams_url: "/teams",
  trees_url: "/git/trees{/sha}",
};

/** GitHub's "minimal repository", as it stands inside workflow runs and check suites. */
export function minimalRepoShape(world: World, repo: Repo): Shape {
  const url = repoUrl(world, repo);
  return {
    id: repo.id,
    node_id: nodeId("R", repo.id),
    name: repo.name,
    full_name: `${repo.owner.login}/${repo.name}`,
    private: repo.private,
    owner: userShape(world, repo.owner),
    html_url: repoHtml(world, repo),
    description: null,
    fork: false,
    url,
    ...Object.fromEntries(Object.entries(templates).map(([key, tail]) => [key, url + tail])),
  };
}

const settings: Shape = {
  homepage: null,
  size: 0,
  stargazers_count: 0,
  watchers_count: 0,
  language: null,
  has_issues: true,
  has_projects: false,
  has_downloads: true,
  has_wiki: false,
  has_pages: false,
  has_discussions: false,
  forks_count: 0,
  mirror_url: null,
  archived: false,
  disabled: false,
  license: null,
  allow_forking: true,
  is_template: false,
  web_commit_signoff_required: false,
  topics: [],
  custom_properties: {},
  forks: 0,
  watchers: 0,
};

export function repoShape(world: World, repo: Repo): Shape {
  const html = repoHtml(world, repo);
  const open = [...repo.issues.values()].filter((issue) => issue.state === "open").length;
  return {
    ...minimalRepoShape(world, repo),
    ...settings,
    created_at: iso(repo.createdAt),
    updated_at: iso(repo.pushedAt),
    pushed_at: iso(repo.pushedAt),
    git_url: `git:${html.slice(html.indexOf("//"))}.git`,
    ssh_url: `git@${new URL(world.url).hostname}:${repo.owner.login}/${repo.name}.git`,
    clone_url: `${html}.git`,
    svn_url: html,
    open_issues_count: open,
    open_issues: open,
    visibility: repo.private ? "private" : "public",
    default_branch: repo.defaultBranch,
  };
}

export function fullRepoShape(world: World, repo: Repo, viewer: User | null): Shape {
  const may = (role: "read" | "triage" | "write" | "maintain" | "admin") =>
    viewer !== null && hasRole(repo, viewer.login, role);
  return {
    ...repoShape(world, repo),
    permissions: {
      admin: may("admin"),
      maintain: may("maintain"),
      push: may("write"),
      triage: may("triage"),
      pull: may("read"),
    },
    allow_squash_merge: true,
    allow_merge_commit: true,
    allow_rebase_merge: true,
    allow_auto_merge: false,
    delete_branch_on_merge: false,
    network_count: 0,
    subscribers_count: 0,
  };
}
