import type { User } from "../actor.ts";
import type { CommitInfo, FileDiff, Person } from "../git-queries.ts";
import type { Repo, World } from "../world.ts";
import { repoHtml, repoUrl } from "./repo-shape.ts";
import type { Shape } from "./user-shape.ts";
import { nodeId, userShape } from "./user-shape.ts";

const unsigned: Shape = {
  verified: false,
  reason: "unsigned",
  signature: null,
  payload: null,
  verified_at: null,
};

/** GitHub links a commit to an account by its address: `ID+LOGIN@users.noreply.github.com`. */
export function userOfPerson(world: World, person: Person): User | null {
  const match = /^(?:\d+\+)?([^@]+)@users\.noreply\.github\.com$/.exec(person.email);
  return world.users.get((match?.[1] ?? "").toLowerCase()) ?? null;
}

export function gitCommitShape(world: World, repo: Repo, commit: CommitInfo): Shape {
  const url = repoUrl(world, repo);
  return {
    sha: commit.sha,
    node_id: nodeId("C", commit.sha),
    url: `${url}/git/commits/${commit.sha}`,
    html_url: `${repoHtml(world, repo)}/commit/${commit.sha}`,
    author: commit.author,
    committer: commit.committer,
    tree: { sha: commit.tree, url: `${url}/git/trees/${commit.tree}` },
    message: commit.message,
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${url}/git/commits/${sha}`,
      html_url: `${repoHtml(world, repo)}/commit/${sha}`,
    })),
    verification: unsigned,
  };
}

export function commitShape(world: World, repo: Repo, commit: CommitInfo): Shape {
  const url = `${repoUrl(world, repo)}/commits/${commit.sha}`;
  const html = `${repoHtml(world, repo)}/commit/`;
  const author = userOfPerson(world, commit.author);
  const committer = userOfPerson(world, commit.committer);
  return {
    sha: commit.sha,
    node_id: nodeId("C", commit.sha),
    commit: {
      author: commit.author,
      committer: commit.committer,
      message: commit.message,
      tree: { sha: commit.tree, url: `${repoUrl(world, repo)}/git/trees/${commit.tree}` },
      url: `${repoUrl(world, repo)}/git/commits/${commit.sha}`,
      comment_count: 0,
      verification: unsigned,
    },
    url,
    html_url: html + commit.sha,
    comments_url: `${url}/comments`,
    author: author && userShape(world, author),
    committer: committer && userShape(world, committer),
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${repoUrl(world, repo)}/commits/${sha}`,
      html_url: html + sha,
    })),
  };
}

export function diffEntryShape(world: World, repo: Repo, sha: string, file: FileDiff): Shape {
  const path = file.filename.split("/").map(encodeURIComponent).join("/");
  const html = repoHtml(world, repo);
  return {
    sha: file.blob,
    filename: file.filename,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${html}/blob/${sha}/${path}`,
    raw_url: `${html}/raw/${sha}/${path}`,
    contents_url: `${repoUrl(world, repo)}/contents/${path}?ref=${sha}`,
    ...(file.patch === null ? {} : { patch: file.patch }),
    ...(file.previous === null ? {} : { previous_filename: file.previous }),
  };
}

/** A commit as webhooks and workflow runs carry it. */
export function simpleCommitShape(commit: CommitInfo): Shape {
  return {
    id: commit.sha,
    tree_id: commit.tree,
    message: commit.message,
    timestamp: commit.committer.date,
    author: { name: commit.author.name, email: commit.author.email },
    committer: { name: commit.committer.name, email: commit.committer.email },
  };
}
