import type { Change } from "../../domain/change.ts";
import type { ComparedTrees } from "../../domain/repository.ts";
import type { GitHubClient } from "./github-client.ts";
import { statusOf } from "./github-client.ts";

interface Place {
  readonly client: GitHubClient;
  readonly owner: string;
  readonly repo: string;
}

interface Asked {
  readonly base: string;
  readonly head: string;
  /** A commit that the head has to contain. */
  readonly red: string | null;
}

/** GitHub's most a page. */
const COMMITS = 100;

/**
 * What a commit changes against its merge base with a branch, from git's own trees, renames off: the
 * API's file lists are cut at 300 or 3,000 without a word (github-facts 31).
 */
export async function compareTrees(place: Place, asked: Asked): Promise<ComparedTrees> {
  try {
    return await compare(place, asked);
  } catch (error) {
    const status = statusOf(error);
    if (status === null) throw error;
    return { kind: "cannot_compare", why: `GitHub answered ${status} when asked to compare.` };
  }
}

async function compare(place: Place, asked: Asked): Promise<ComparedTrees> {
  const { base, head, red } = asked;
  const per_page = red === null ? 1 : COMMITS;
  const { owner, repo, client } = place;
  const { repos } = client.octokit.rest;
  const basehead = `${base}...${head}`;
  const compared = await repos.compareCommitsWithBasehead({ owner, repo, basehead, per_page });
  const mergeBase = compared.data.merge_base_commit;
  // A tree may be asked for by its commit.
  const before = await readTree(place, mergeBase.commit.tree.sha);
  const after = await readTree(place, head);
  if (before === "truncated" || after === "truncated") return tooMany;
  const holdsRed = await contains(place, asked, compared.data);
  const isBehind = compared.data.behind_by > 0;
  const tip = isBehind ? await readTree(place, compared.data.base_commit.commit.tree.sha) : before;
  if (tip === "truncated") return tooMany;
  return {
    kind: "compared",
    mergeBase: mergeBase.sha,
    changes: diffTrees(before, after),
    holdsRed,
    movedToo: movedToo(tip, { before, after }),
  };
}

const tooMany = {
  kind: "cannot_compare",
  why: "The repository has more files than GitHub lists.",
} as const;

interface Sides {
  readonly before: Tree;
  readonly after: Tree;
}

function movedToo(tip: Tree, { before, after }: Sides): string[] {
  const ours = new Set(diffTrees(before, after).map(({ path }) => path));
  return diffTrees(before, tip)
    .map(({ path }) => path)
    .filter((path) => ours.has(path) && !isSame(tip.get(path), after.get(path)));
}

function isSame(one: Entry | undefined, other: Entry | undefined): boolean {
  return one?.mode === other?.mode && one?.blob === other?.blob;
}

interface OwnCommits {
  readonly total_commits: number;
  readonly commits: readonly { readonly sha: string }[];
}

/** The branch's own commits tell; only when they are more than a page is GitHub asked about RED itself. */
async function contains(place: Place, { head, red }: Asked, own: OwnCommits): Promise<boolean> {
  if (red === null || own.commits.some(({ sha }) => sha === red)) return true;
  if (own.total_commits <= own.commits.length) return false;
  const { owner, repo, client } = place;
  const { repos } = client.octokit.rest;
  const asked = { owner, repo, basehead: `${red}...${head}`, per_page: 1 };
  try {
    const { data } = await repos.compareCommitsWithBasehead(asked);
    return data.status === "ahead" || data.status === "identical";
  } catch (error) {
    // The head is there, as it was compared a moment ago: what is not, is RED.
    if (statusOf(error) === 404) return false;
    throw error;
  }
}

interface Entry {
  readonly mode: string;
  readonly blob: string;
}

type Tree = ReadonlyMap<string, Entry>;

async function readTree(place: Place, tree_sha: string): Promise<Tree | "truncated"> {
  const { owner, repo, client } = place;
  const asked = { owner, repo, tree_sha, recursive: "1" };
  const { data } = await client.octokit.rest.git.getTree(asked);
  if (data.truncated) return "truncated";
  const entries = data.tree.filter((entry) => entry.type !== "tree");
  return new Map(entries.map((entry) => [entry.path, { mode: entry.mode, blob: entry.sha }]));
}

function diffTrees(before: Tree, after: Tree): Change[] {
  const deleted = [...before.keys()]
    .filter((path) => !after.has(path))
    .map((path): Change => ({ path, status: "deleted", mode: null, blob: null }));
  const written = [...after].flatMap(([path, entry]): Change[] => {
    const old = before.get(path);
    if (isSame(old, entry)) return [];
    return [{ path, status: old === undefined ? "added" : "modified", ...entry }];
  });
  return [...deleted, ...written].sort((a, b) => (a.path < b.path ? -1 : 1));
}
