import { aheadBehind, mergeTrees, resolveRef } from "./git-queries.ts";
import type { CheckRun, Issue, Protection, Repo, Status } from "./world.ts";

export type MergeableState =
  | "clean"
  | "unstable"
  | "blocked"
  | "dirty"
  | "draft"
  | "behind"
  | "unknown";

export interface Mergeability {
  readonly mergeable: boolean | null;
  readonly state: MergeableState;
  /** Tree of the test merge; null on a conflict. */
  readonly tree: string | null;
  readonly missing: readonly string[];
}

/** Newest run of each name and app on a commit: older ones no longer count. */
export function latestRuns(repo: Repo, sha: string): CheckRun[] {
  const latest = new Map<string, CheckRun>();
  for (const run of repo.checkRuns) {
    if (run.headSha === sha) latest.set(`${run.suite.app.id} ${run.name}`, run);
  }
  return [...latest.values()];
}

export function latestStatuses(repo: Repo, sha: string): Status[] {
  const latest = new Map<string, Status>();
  for (const status of repo.statuses) {
    if (status.sha === sha) latest.set(status.context, status);
  }
  return [...latest.values()];
}

/** success, skipped and neutral satisfy a required check (GitHub docs, required status checks). */
function passed(conclusion: string | null): boolean {
  return conclusion === "success" || conclusion === "skipped" || conclusion === "neutral";
}

function isSatisfied(
  repo: Repo,
  sha: string,
  required: Protection["requiredChecks"][number],
): boolean {
  const runs = latestRuns(repo, sha).filter(
    (run) =>
      run.name === required.context &&
      (required.appId === null || run.suite.app.id === required.appId),
  );
  const statuses = latestStatuses(repo, sha).filter(
    (status) => status.context === required.context && required.appId === null,
  );
  if (runs.length + statuses.length === 0) return false;
  return (
    runs.every((run) => run.status === "completed" && passed(run.conclusion)) &&
    statuses.every((status) => status.state === "success")
  );
}

/** Required checks of a branch that have not passed on this commit. */
export function missingChecks(repo: Repo, branch: string, sha: string): string[] {
  const required = repo.protections.get(branch)?.requiredChecks ?? [];
  return required.filter((one) => !isSatisfied(repo, sha, one)).map((one) => one.context);
}

function isUnstable(repo: Repo, sha: string): boolean {
  return (
    latestRuns(repo, sha).some((run) => !passed(run.conclusion)) ||
    latestStatuses(repo, sha).some((status) => status.state !== "success")
  );
}

/** What the merge button would say, computed with a real merge in the bare repository. */
export async function mergeability(repo: Repo, issue: Issue): Promise<Mergeability> {
  const pull = issue.pull;
  if (!pull || issue.state === "closed") {
    return { mergeable: null, state: "unknown", tree: null, missing: [] };
  }
  const base = (await resolveRef(repo.git, `refs/heads/${pull.base}`)) ?? pull.baseSha;
  const tree = await mergeTrees(repo.git, base, pull.headSha);
  const missing = missingChecks(repo, pull.base, pull.headSha);
  const of = (state: MergeableState) => ({ mergeable: tree !== null, state, tree, missing });
  if (tree === null) return of("dirty");
  if (pull.draft) return of("draft");
  if (missing.length > 0) return of("blocked");
  const isStrict = repo.protections.get(pull.base)?.strict ?? false;
  if (isStrict && (await aheadBehind(repo.git, base, pull.headSha)).behind > 0) return of("behind");
  return of(isUnstable(repo, pull.headSha) ? "unstable" : "clean");
}
