import { z } from "zod";
import { Permission } from "../../domain/permission.ts";
import type { IssueText, PullRequestRefs } from "../../domain/repository.ts";
import { readRunMark } from "../../domain/run-mark.ts";
import type { GitHubClient } from "./github-client.ts";
import type { Ahead } from "./look-ahead-query.ts";
import { lookAheadQuery } from "./look-ahead-query.ts";

interface Place {
  readonly client: GitHubClient;
  readonly owner: string;
  readonly repo: string;
}

/** What GitHub answered. Undefined is not answered, which says nothing: then REST is asked. */
export interface Seen {
  readonly config?: string | null;
  readonly head?: { readonly sha: string; readonly tree: string };
  /** Only roles that GitHub states; somebody it does not list has to be asked for. */
  readonly permission?: Permission;
  readonly issue?: IssueText;
  readonly pullRequests?: readonly PullRequestRefs[];
  readonly refFile?: string;
}

/**
 * Asks for several things at once. A thing that GitHub refuses, or an answer that is cut, is left
 * out: this saves requests and decides nothing that REST would not say as well.
 */
export async function lookAhead(place: Place, ahead: Ahead): Promise<Seen> {
  const { client, owner, repo } = place;
  const { query, variables } = lookAheadQuery(owner, repo, ahead);
  return readSeen(await ask(client, query, variables), ahead);
}

interface Answer {
  readonly repository: Readonly<Record<string, unknown>>;
  /** Fields that came with an error: their null means nothing. */
  readonly failed: ReadonlySet<unknown>;
}

const Failure = z.object({
  data: z.object({ repository: z.record(z.string(), z.unknown()).nullable() }).nullish(),
  errors: z.array(z.object({ path: z.array(z.unknown()).default([]) })).default([]),
});

/** GraphQL answers in part: what failed is named, and the rest holds. */
async function ask(
  client: GitHubClient,
  query: string,
  variables: Record<string, unknown>,
): Promise<Answer> {
  try {
    const data = await client.octokit.graphql(query, variables);
    return { repository: Failure.parse({ data }).data?.repository ?? {}, failed: new Set() };
  } catch (error) {
    const partly = Failure.safeParse(error);
    if (!partly.success) return { repository: {}, failed: new Set() };
    const failed = new Set(partly.data.errors.map(({ path }) => path[1]));
    return { repository: partly.data.data?.repository ?? {}, failed };
  }
}

const Blob = z.object({ text: z.string(), isTruncated: z.literal(false) });
const Head = z.object({
  target: z.object({ oid: z.string(), tree: z.object({ oid: z.string() }) }),
});
const Collaborators = z.object({
  edges: z.array(z.object({ permission: z.string(), node: z.object({ login: z.string() }) })),
});
const Issue = z.object({
  number: z.number(),
  title: z.string(),
  body: z.string(),
  state: z.enum(["OPEN", "CLOSED"]),
});
const PullRequest = z.object({
  number: z.number(),
  state: z.string(),
  headRefName: z.string(),
  headRefOid: z.string(),
  baseRefName: z.string(),
  isCrossRepository: z.boolean(),
  headRepository: z.object({ id: z.string() }).nullable(),
  body: z.string(),
});
const Commit = z.object({
  associatedPullRequests: z.object({ totalCount: z.number(), nodes: z.array(PullRequest) }),
});

function readSeen({ repository, failed }: Answer, ahead: Ahead): Seen {
  const read = <T>(name: string, shape: z.ZodType<T>): T | undefined =>
    failed.has(name) ? undefined : shape.safeParse(repository[name]).data;
  const config = read("config", Blob.nullable());
  const head = read("defaultBranchRef", Head)?.target;
  const permission = permissionIn(read("collaborators", Collaborators), ahead.login);
  const issue = read("issue", Issue);
  const pullRequests = openOnes(read("commit", Commit), ahead.commit);
  const refFile = read("refFile", Blob)?.text;
  return {
    ...(config === undefined ? {} : { config: config?.text ?? null }),
    ...(head && { head: { sha: head.oid, tree: head.tree.oid } }),
    ...(permission && { permission }),
    ...(issue && {
      issue: { ...issue, state: issue.state.toLowerCase(), isPullRequest: false },
    }),
    ...(pullRequests && { pullRequests }),
    ...(refFile === undefined ? {} : { refFile }),
  };
}

function permissionIn(
  found: z.infer<typeof Collaborators> | undefined,
  login: string | undefined,
): Permission | undefined {
  const edge = found?.edges[0];
  if (edge === undefined || edge.node.login.toLowerCase() !== login?.toLowerCase())
    return undefined;
  return Permission.safeParse(edge.permission.toLowerCase()).data;
}

/** Only a whole list counts: one that is cut could miss the pull request that fails. */
function openOnes(
  commit: z.infer<typeof Commit> | undefined,
  sha: string | undefined,
): PullRequestRefs[] | undefined {
  const found = commit?.associatedPullRequests;
  if (found === undefined || found.totalCount > found.nodes.length) return undefined;
  return found.nodes
    .filter((pr) => pr.state === "OPEN" && pr.headRefOid === sha)
    .map((pr) => ({
      number: pr.number,
      headRef: pr.headRefName,
      headSha: pr.headRefOid,
      baseRef: pr.baseRefName,
      isFork: pr.isCrossRepository || pr.headRepository === null,
      run: readRunMark(pr.body),
    }));
}
