import type { LoopWorld } from "./loop-world.ts";
import { place } from "./loop-world.ts";

/** What a person sees of an issue and of the pull requests that belong to it. */
export interface IssueView {
  readonly labels: readonly string[];
  readonly comments: readonly string[];
  readonly pulls: readonly {
    readonly number: number;
    readonly head: string;
    readonly sha: string;
  }[];
  readonly branches: readonly string[];
  readonly isClaimed: boolean;
}

export async function viewIssue({ octokit }: LoopWorld, number: number): Promise<IssueView> {
  const at = { ...place, issue_number: number };
  const { data: issue } = await octokit.rest.issues.get(at);
  const { data: comments } = await octokit.rest.issues.listComments(at);
  const { data: pulls } = await octokit.rest.pulls.list({ ...place, state: "all" });
  const matching = async (ref: string) =>
    (await octokit.rest.git.listMatchingRefs({ ...place, ref })).data.map((found) => found.ref);
  return {
    labels: issue.labels.map((label) => (typeof label === "string" ? label : (label.name ?? ""))),
    comments: comments.map((comment) => comment.body ?? ""),
    pulls: pulls
      .filter((pull) => pull.head.ref.startsWith(`tdd/${number}-`))
      .map((pull) => ({ number: pull.number, head: pull.head.ref, sha: pull.head.sha })),
    branches: (await matching(`heads/tdd/${number}-`)).map((ref) => ref.slice(11)),
    isClaimed: (await matching(`tdd-loop/issue-${number}/claim`)).length > 0,
  };
}

/** Conclusions of our checks on a commit, by name. */
export async function checksOf(
  { octokit }: LoopWorld,
  ref: string,
): Promise<Readonly<Record<string, string | null>>> {
  const { data } = await octokit.rest.checks.listForRef({ ...place, ref, per_page: 100 });
  const ours = data.check_runs.filter((run) => /^(tdd\/|file-gate)/.test(run.name));
  return Object.fromEntries(ours.map((run) => [run.name, run.conclusion]));
}

export async function commitSubjects({ octokit }: LoopWorld, branch: string): Promise<string[]> {
  const { data } = await octokit.rest.repos.listCommits({ ...place, sha: branch });
  return data.map((commit) => commit.commit.message.split("\n")[0] ?? "");
}
