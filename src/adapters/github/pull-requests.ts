import type { PullRequestDraft } from "../../domain/shown-on-github.ts";
import type { PullRequests } from "../../ports.ts";
import { capBody } from "./cap-body.ts";
import type { GitHubClient } from "./github-client.ts";
import { createOnce, setWhole, statusOf } from "./github-client.ts";
import { createInTurn } from "./in-turn.ts";
import { postReview } from "./review.ts";

export interface PullRequestsOptions {
  readonly client: GitHubClient;
  readonly owner: string;
  readonly repo: string;
  /** Logins whose reviews are ours. */
  readonly ours: readonly string[];
  /** False when this run is the first of its branch, so that there is nothing to look for first. */
  readonly mayExist?: boolean;
}

interface Found {
  readonly number: number;
  readonly url: string;
  readonly nodeId: string;
  readonly isDraft: boolean;
  readonly title: string;
  readonly body: string;
  readonly base: string;
}

/** GitHub's limit on titles. */
const MAX_TITLE = 256;

/** Pull requests of one repository: one a head branch, one review a marker, never a merge. */
export function createPullRequests(options: PullRequestsOptions): PullRequests {
  const inTurn = createInTurn();
  const known = new Map<number, Found>();
  return {
    upsert: (asked) =>
      inTurn(async () => {
        const pr = clean(asked);
        const earlier = options.mayExist === false ? null : await find(options, pr.head);
        const current = earlier ?? (await openDraft(options, pr));
        const now = await bringUpToDate(options, current, pr);
        known.set(now.number, now);
        return { number: now.number, url: now.url };
      }),
    review: (review) => inTurn(() => postReview(options, review)),
    markReady: (number) =>
      inTurn(async () => {
        const found = known.get(number) ?? (await get(options, number));
        if (found.isDraft) await markReady(options, found);
        known.set(number, { ...found, isDraft: false });
      }),
  };
}

function clean(pr: PullRequestDraft): PullRequestDraft {
  const body = pr.body.includes(pr.marker) ? pr.body : `${pr.marker}\n${pr.body}`;
  const title = pr.title
    .replace(/\s+/g, " ")
    .slice(0, MAX_TITLE)
    .replace(/[\ud800-\udbff]$/, "");
  return { ...pr, title, body: capBody(body) };
}

interface Raw {
  number: number;
  html_url: string;
  node_id: string;
  draft?: boolean | undefined;
  title: string;
  body: string | null;
  base: { ref: string };
}

function read(raw: Raw): Found {
  return {
    number: raw.number,
    url: raw.html_url,
    nodeId: raw.node_id,
    isDraft: raw.draft ?? false,
    title: raw.title,
    body: raw.body ?? "",
    base: raw.base.ref,
  };
}

async function find(options: PullRequestsOptions, head: string): Promise<Found | null> {
  const { owner, repo, client } = options;
  const listed = await client.octokit.rest.pulls.list({
    owner,
    repo,
    head: `${owner}:${head}`,
    state: "open",
  });
  // A server that does not know the filter would list everything.
  const mine = listed.data.find(
    (pr) => pr.head.ref === head && pr.head.repo?.full_name === pr.base.repo.full_name,
  );
  return mine === undefined ? null : read(mine);
}

async function get(options: PullRequestsOptions, number: number): Promise<Found> {
  const { owner, repo, client } = options;
  const answer = await client.octokit.rest.pulls.get({ owner, repo, pull_number: number });
  return read(answer.data);
}

/** Opens a draft; where drafts are not to be had (private repositories of free plans), the real thing. */
async function openDraft(options: PullRequestsOptions, pr: PullRequestDraft): Promise<Found> {
  try {
    return await create(options, pr, true);
  } catch (error) {
    if (statusOf(error) !== 422) throw error;
    const existing = await find(options, pr.head);
    if (existing !== null) return existing;
    if (!saysDraft(error)) throw error;
  }
  return create(options, pr, false);
}

/** GitHub gives no code for this refusal, only "Draft pull requests are not supported". */
function saysDraft(error: unknown): boolean {
  return /draft/i.test(String(error));
}

function create(options: PullRequestsOptions, pr: PullRequestDraft, draft: boolean) {
  const { owner, repo, client } = options;
  const { head, base, title, body } = pr;
  return createOnce(
    client.sleep,
    () => find(options, head),
    async () => {
      const asked = { owner, repo, head, base, title, body, draft };
      return read((await client.octokit.rest.pulls.create(asked)).data);
    },
  );
}

async function bringUpToDate(
  options: PullRequestsOptions,
  found: Found,
  pr: PullRequestDraft,
): Promise<Found> {
  const { base, title, body } = pr;
  // GitHub stores bodies with its own line ends.
  const isSame = found.body.replaceAll("\r\n", "\n") === body.replaceAll("\r\n", "\n");
  if (isSame && found.title === title && found.base === base) return found;
  const { owner, repo, client } = options;
  const change = { owner, repo, pull_number: found.number, title, body };
  const target = found.base === base ? {} : { base };
  await setWhole(client.sleep, () => client.octokit.rest.pulls.update({ ...change, ...target }));
  return { ...found, title, body, base };
}

const MARK_READY = `mutation ($id: ID!) {
  markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft } }
}`;

/** REST cannot do this. A failure counts only if the pull request is still a draft afterwards. */
async function markReady(options: PullRequestsOptions, found: Found): Promise<void> {
  const { client } = options;
  try {
    await setWhole(client.sleep, () => client.octokit.graphql(MARK_READY, { id: found.nodeId }));
  } catch (error) {
    const now = await get(options, found.number);
    if (now.isDraft) {
      const what = `Could not mark pull request #${found.number} ready for review`;
      throw new Error(`${what}. Press "Ready for review" on ${found.url}.`, { cause: error });
    }
  }
}
