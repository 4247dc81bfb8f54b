import type { IssueRef } from "../../domain/issue-ref.ts";
import type { Conversation } from "../../ports.ts";
import { capBody } from "./cap-body.ts";
import type { GitHubClient } from "./github-client.ts";
import { createOnce, setWhole, statusOf, whenVisible } from "./github-client.ts";
import { createInTurn } from "./in-turn.ts";

/** Colours and words of the labels that the loop puts on issues. */
const LABELS: Readonly<Record<string, { color: string; description: string }>> = {
  "tdd:running": { color: "1d76db", description: "tdd-loop is working on this issue" },
  "tdd:needs-approval": { color: "fbca04", description: "tdd-loop waits for a person's decision" },
  "tdd:done": { color: "0e8a16", description: "tdd-loop opened a pull request with proof" },
  "tdd:blocked": { color: "d93f0b", description: "tdd-loop stopped and says what it needs" },
};

export interface ConversationOptions {
  readonly client: GitHubClient;
  /** Logins whose comments are ours, e.g. `tdd-loop[bot]`: a marker in anyone else's is ignored. */
  readonly ours: readonly string[];
}

/** A conversation that can be told what is known already, to save looking for it. */
export interface GitHubConversation extends Conversation {
  /** The issue had no comment when the event was sent; only a comment that we make can be ours. */
  expectNone(issue: IssueRef): void;
  /** The comment with this marker, made by us earlier. */
  expect(issue: IssueRef, marker: string, commentId: number): void;
  /** Number of the comment with this marker, null when it was not met yet. */
  commentId(issue: IssueRef, marker: string): number | null;
}

interface Known {
  readonly id: number;
  /** Null when it was not read. */
  readonly body: string | null;
  /** Made by this process a moment ago: a 404 on it is GitHub lagging, not a deletion. */
  readonly isFresh: boolean;
}

interface Place {
  readonly owner: string;
  readonly repo: string;
  readonly issue_number: number;
}

/** The issue's conversation on GitHub. One request an update once the comment is known. */
export function createConversation(options: ConversationOptions): GitHubConversation {
  const inTurn = createInTurn();
  const known = new Map<string, Known>();
  const empty = new Set<string>();
  return {
    upsertComment: (issue, marker, body) =>
      inTurn(async () => {
        const key = keyOf(issue, marker);
        const text = capBody(body.startsWith(marker) ? body : `${marker}\n${body}`);
        const isFirst = empty.has(keyOf(issue, ""));
        const old = known.get(key) ?? (isFirst ? null : await find(options, issue, marker));
        if (old?.body === text) return;
        known.set(key, await write({ options, issue, marker, text, old }));
      }),
    setLabels: (issue, add, remove) =>
      inTurn(() => setLabels(options.client, issue, { add, remove })),
    expectNone: (issue) => void empty.add(keyOf(issue, "")),
    expect: (issue, marker, id) =>
      void known.set(keyOf(issue, marker), { id, body: null, isFresh: false }),
    commentId: (issue, marker) => known.get(keyOf(issue, marker))?.id ?? null,
  };
}

function keyOf(issue: IssueRef, marker: string): string {
  return `${issue.owner}/${issue.repo}#${issue.number}:${marker}`;
}

function placeOf(issue: IssueRef): Place {
  return { owner: issue.owner, repo: issue.repo, issue_number: issue.number };
}

interface Write {
  readonly options: ConversationOptions;
  readonly issue: IssueRef;
  readonly marker: string;
  readonly text: string;
  readonly old: Known | null;
}

async function write({ options, issue, marker, text, old }: Write): Promise<Known> {
  const { client } = options;
  const place = placeOf(issue);
  if (old !== null && (await update(client, place, old, text))) return { ...old, body: text };
  return createOnce(
    client.sleep,
    () => find(options, issue, marker),
    async () => {
      const made = await client.octokit.rest.issues.createComment({ ...place, body: text });
      return { id: made.data.id, body: text, isFresh: true };
    },
  );
}

/** False when the comment is gone: somebody deleted it, so a new one has to be made. */
async function update(
  client: GitHubClient,
  place: Place,
  old: Known,
  body: string,
): Promise<boolean> {
  const { owner, repo } = place;
  const call = () =>
    client.octokit.rest.issues.updateComment({ owner, repo, comment_id: old.id, body });
  const patch = () => setWhole(client.sleep, call);
  try {
    await (old.isFresh ? whenVisible(client.sleep, patch) : patch());
    return true;
  } catch (error) {
    if (statusOf(error) === 404 || statusOf(error) === 410) return false;
    throw error;
  }
}

async function find(
  options: ConversationOptions,
  issue: IssueRef,
  marker: string,
): Promise<Known | null> {
  const { octokit } = options.client;
  const pages = octokit.paginate.iterator(octokit.rest.issues.listComments, {
    ...placeOf(issue),
    per_page: 100,
  });
  for await (const page of pages) {
    const mine = page.data.find(
      (comment) =>
        options.ours.includes(comment.user?.login ?? "") &&
        (comment.body ?? "").trimStart().startsWith(marker),
    );
    if (mine !== undefined) return { id: mine.id, body: mine.body ?? "", isFresh: false };
  }
  return null;
}

interface LabelChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** GitHub makes a label that it does not know, in grey: ours get their colour then, once and for all. */
async function setLabels(
  client: GitHubClient,
  issue: IssueRef,
  change: LabelChange,
): Promise<void> {
  const place = placeOf(issue);
  const { rest } = client.octokit;
  const answer = await setWhole(client.sleep, () =>
    change.add.length > 0
      ? rest.issues.addLabels({ ...place, labels: [...change.add] })
      : rest.issues.listLabelsOnIssue({ ...place, per_page: 100 }),
  );
  const worn = new Set(answer.data.map((label) => label.name.toLowerCase()));
  for (const name of change.remove) {
    if (worn.has(name.toLowerCase())) await removeLabel(client, place, name);
  }
  for (const name of change.add) {
    const now = answer.data.find((label) => label.name.toLowerCase() === name.toLowerCase());
    if (now?.color === GREY && !now.description) await paintLabel(client, place, name);
  }
}

const GREY = "ededed";

/** A colour is a courtesy: without the right to give it, grey is as good. */
async function paintLabel(client: GitHubClient, { owner, repo }: Place, name: string) {
  const looks = LABELS[name];
  if (looks === undefined) return;
  try {
    await client.octokit.rest.issues.updateLabel({ owner, repo, name, ...looks });
  } catch (error) {
    if (statusOf(error) === null) throw error;
  }
}

async function removeLabel(client: GitHubClient, place: Place, name: string): Promise<void> {
  try {
    await setWhole(client.sleep, () => client.octokit.rest.issues.removeLabel({ ...place, name }));
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
  }
}
