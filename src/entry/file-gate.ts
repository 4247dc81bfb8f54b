import type { Change, Seal } from "../domain/change.ts";
import type { Lock } from "../domain/lock.ts";
import type { ComparedTrees, PullRequestRefs } from "../domain/repository.ts";
import type { RunMark } from "../domain/run-mark.ts";
import { isMarkOf } from "../domain/run-mark.ts";
import type { Verdict } from "../domain/verdict.ts";
import { judgeServerScope } from "../gates/server-scope.ts";
import { judgeServerMerge, judgeServerSeal } from "../gates/server-seal.ts";
import type { Judged } from "./file-gate-check.ts";
import { code, FILE_GATE } from "./file-gate-check.ts";
import type { GateHost, ReadLock } from "./gate-host.ts";

/**
 * Judges a pull request away from the runner: plan and trees are read from GitHub at this moment, by
 * repository id and branch, and nothing in the branch can say what it may change (cases W29 - W32).
 */
export async function judgePullRequest(
  host: GateHost,
  pr: PullRequestRefs,
  readLock: ReadLock,
): Promise<Judged> {
  if (pr.isFork || !pr.headRef.startsWith("tdd/")) return { kind: "unmanaged" };
  const plan = planOf(pr.headRef);
  if (plan === null) return cannot(`"${pr.headRef}" does not name its issue.`);
  const { issue } = plan;
  const text = await host.repository.readRefFile(plan.ref, plan.path);
  if (text === null) return cannot(`There is no stored plan for issue ${issue}.`);
  const stored = readLock(text);
  if (stored.kind === "none") return cannot(`There is no stored plan for issue ${issue}.`);
  if (stored.kind === "tampered")
    return cannot(`The stored plan is not to be believed: ${stored.why}.`);
  const { lock, digest, red, seal } = stored;
  const other = otherPlace(lock, host, Number(issue));
  if (other !== null) return cannot(other);
  if (lock.branch !== pr.headRef) return cannot("The stored plan is of another branch.");
  const older = olderPlan(pr.run, { run: lock.runId, plan: digest, red });
  if (older !== null) return cannot(older);
  const planned = lock.baseRef.replace(/^(refs\/heads\/|refs\/remotes\/origin\/|origin\/)/, "");
  if (planned !== pr.baseRef) return retargeted(planned, pr.baseRef);
  const compared = await host.repository.compare(pr.baseRef, pr.headSha, red);
  return judgeBranch(compared, lock, { red, seal });
}

function judgeBranch(
  compared: ComparedTrees,
  lock: Lock,
  { red, seal }: { readonly red: string | null; readonly seal: Seal | null },
): Verdict {
  if (compared.kind === "cannot_compare") return cannot(compared.why);
  if (!compared.holdsRed) return rewritten(red ?? "");
  if (red === null && isAheadOfRed(compared.changes, lock)) {
    const why =
      "The stored plan names no RED commit, though the branch changes files of the plan already: it is an older copy, or the run has not got so far.";
    return cannot(why);
  }
  const verdicts = [
    judgeServerScope(compared.changes, lock),
    judgeServerSeal(compared.changes, seal, lock),
    judgeServerMerge(compared.movedToo, lock),
  ];
  return verdicts.find(({ kind }) => kind === "fail") ?? { kind: "pass" };
}

/** Whoever puts an older copy of the plan back gets rid of the RED commit that it would be held to (case J04). */
function isAheadOfRed(changes: readonly Change[], { redFirst, allowlist }: Lock): boolean {
  const planned = new Set(allowlist.map(({ path }) => path));
  return redFirst === true && changes.some(({ path }) => planned.has(path));
}

/** A plan that was signed for another repository or issue says nothing here; null when it is ours. */
function otherPlace(lock: Lock, { owner, repo }: GateHost, issue: number): string | null {
  const isHere =
    lock.issue.owner.toLowerCase() === owner.toLowerCase() &&
    lock.issue.repo.toLowerCase() === repo.toLowerCase();
  if (!isHere) return "The stored plan was made for another repository.";
  return lock.issue.number === issue ? null : "The stored plan was made for another issue.";
}

/**
 * A plan that was signed here once may be of another run, or of an earlier moment of this one: whoever
 * can push puts it back. The pull request says which one it was opened with (case J04).
 */
function olderPlan(opened: RunMark | null, stored: RunMark): string | null {
  if (opened === null) return null;
  if (!isMarkOf(opened, stored.run))
    return "The stored plan is of another run than this pull request: an older copy was put in its place, or a later run took the place. Close the pull request, and start again with `/tdd run --fresh`.";
  if (opened.plan !== stored.plan)
    return `The stored plan has the digest ${stored.plan.slice(0, 12)}, and this pull request was opened with ${opened.plan.slice(0, 12)}: another copy was put in its place. ${again}`;
  if (opened.red === stored.red) return null;
  return `The stored plan names ${redName(stored.red)}, and this pull request was opened with ${redName(opened.red)}: another copy was put in its place. ${again}`;
}

const again =
  "Find out who moved the state ref of the issue (refs/tdd-loop), and start again with `/tdd run --fresh`.";

function redName(red: string | null): string {
  return red === null ? "no RED commit" : `the RED commit ${code(red.slice(0, 12))}`;
}

/** Where the plan of a branch of ours is kept; null for any other branch. */
export function planOf(branch: string) {
  const issue = /^tdd\/([1-9]\d{0,9})(?:-|$)/.exec(branch)?.[1];
  if (issue === undefined) return null;
  return { issue, ref: `refs/tdd-loop/issue-${issue}/state`, path: "lock.json" } as const;
}

function cannot(why: string): Verdict {
  return { kind: "cannot_judge", gate: FILE_GATE, why };
}

/** Without RED in its history nothing shows that the tests came first (case W35). */
function rewritten(red: string): Verdict {
  return {
    kind: "fail",
    gate: FILE_GATE,
    code: "HISTORY_REWRITTEN",
    reason: `The branch no longer contains its RED commit ${code(red.slice(0, 12))}: its history was rewritten.`,
    fix: "Push that history again (the report links the commit), or start anew with `/tdd run --fresh`.",
    paths: [],
  };
}

function retargeted(planned: string, actual: string): Verdict {
  return {
    kind: "fail",
    gate: FILE_GATE,
    code: "BASE_CHANGED",
    reason: `The pull request goes into ${code(actual)}, but the plan was made for ${code(planned)}.`,
    fix: `Change the pull request's base back to ${code(planned)}.`,
    paths: [],
  };
}
