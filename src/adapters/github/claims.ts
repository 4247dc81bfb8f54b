import type { Claimed, ClaimRequest } from "../../domain/repository.ts";
import type { GitHubClient } from "./github-client.ts";
import { createOnce, statusOf, whenVisible } from "./github-client.ts";

interface Place {
  readonly client: GitHubClient;
  readonly owner: string;
  readonly repo: string;
}

/** A commit to hang the claim on; which one does not matter. */
interface Head {
  readonly sha: string;
  readonly tree: string;
}

const TITLE = "tdd-loop: claim of an issue";

/**
 * One run an issue, without a database: creating a git ref is atomic, the second creator gets 422.
 * The ref points to a commit that tells who claimed and when.
 */
export async function claimIssue(
  place: Place,
  asked: ClaimRequest,
  known: Head | null,
): Promise<Claimed> {
  const { octokit, sleep } = place.client;
  const { owner, repo } = place;
  const head = known ?? (await readHead(place, asked.branch));
  const made = await octokit.rest.git.createCommit({
    owner,
    repo,
    message: `${TITLE}\n\n${asked.key}`,
    tree: head.tree,
    parents: [head.sha],
  });
  const ref = `refs/${claimRef(asked.issueNumber)}`;
  const sha = made.data.sha;
  try {
    // A claim that `createOnce` finds after a lost answer may be another's: read it, never assume.
    const holder = await createOnce(
      sleep,
      () => readClaimSha(place, asked.issueNumber),
      async () => (await octokit.rest.git.createRef({ owner, repo, ref, sha })).data.object.sha,
    );
    if (holder === sha) return { kind: "claimed", isNew: true };
  } catch (error) {
    if (statusOf(error) !== 422) throw error;
  }
  return readHolder(place, asked);
}

async function readHead({ client, owner, repo }: Place, ref: string): Promise<Head> {
  const { data } = await client.octokit.rest.repos.getCommit({ owner, repo, ref });
  return { sha: data.sha, tree: data.commit.tree.sha };
}

/** Frees the issue; a claim that is not there is as good. */
export async function releaseIssue(place: Place, issueNumber: number): Promise<void> {
  const { owner, repo, client } = place;
  try {
    await client.octokit.rest.git.deleteRef({ owner, repo, ref: claimRef(issueNumber) });
  } catch (error) {
    const status = statusOf(error);
    if (status !== 404 && status !== 422) throw error;
  }
}

function claimRef(issueNumber: number): string {
  return `tdd-loop/issue-${issueNumber}/claim`;
}

async function readClaimSha(place: Place, issueNumber: number): Promise<string | null> {
  const { owner, repo, client } = place;
  try {
    const ref = claimRef(issueNumber);
    return (await client.octokit.rest.git.getRef({ owner, repo, ref })).data.object.sha;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

/** GitHub said that the ref exists, so a 404 on it is a stale read. */
async function readHolder(place: Place, asked: ClaimRequest): Promise<Claimed> {
  const { owner, repo, client } = place;
  const { octokit, sleep } = client;
  const ref = claimRef(asked.issueNumber);
  const held = await whenVisible(sleep, () => octokit.rest.git.getRef({ owner, repo, ref }));
  const commit_sha = held.data.object.sha;
  const commit = await octokit.rest.git.getCommit({ owner, repo, commit_sha });
  const key = commit.data.message.slice(TITLE.length).trim();
  if (key === asked.key) return { kind: "claimed", isNew: false };
  return { kind: "taken", key, at: Date.parse(commit.data.committer.date) };
}
