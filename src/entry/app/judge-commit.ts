import type { PullRequestRefs } from "../../domain/repository.ts";
import type { Judged } from "./file-gate.ts";
import { FILE_GATE, fileGateCheck, judgePullRequest, worstOf } from "./file-gate.ts";
import type { Host, Log } from "./host.ts";

export interface CommitQuestion {
  /** The commit that gets the check. */
  readonly sha: string;
  /** The branch it is the head of, as the event says; empty when it does not. */
  readonly branch: string;
  /** Pull requests that the event itself names. */
  readonly pullRequests: readonly PullRequestRefs[];
  /** Numbers of pull requests to read first, as a merge group names them. */
  readonly numbers: readonly number[];
}

interface Judge {
  readonly lockKey: string | null;
  readonly log: Log;
}

/**
 * Sets `file-gate` on a commit. Every open pull request with that head counts, not only the event's:
 * else a second one from another branch at the same commit would wash a failure white.
 */
export async function judgeCommit(
  host: Host,
  question: CommitQuestion,
  judge: Judge,
): Promise<void> {
  const judged = await judgeAll(host, question, judge);
  await host.checks.setCheck(fileGateCheck(question.sha, judged));
  judge.log.info(`${FILE_GATE}: ${judged.kind}`, { repo: host.repo, sha: question.sha });
}

async function judgeAll(host: Host, question: CommitQuestion, judge: Judge): Promise<Judged> {
  try {
    const all = new Map(question.pullRequests.map((pr) => [pr.number, pr]));
    for (const number of question.numbers) {
      all.set(number, await host.repository.readPullRequest(number));
    }
    for (const pr of await host.repository.pullRequestsOf(question.sha)) all.set(pr.number, pr);
    if (all.size === 0 && /^(tdd|gh-readonly-queue)\//.test(question.branch)) {
      return { kind: "cannot_judge", gate: FILE_GATE, why: "No open pull request has this head." };
    }
    const verdicts: Judged[] = [];
    for (const pr of all.values()) verdicts.push(await judgePullRequest(host, pr, judge.lockKey));
    return worstOf(verdicts);
  } catch (error) {
    // An outage is no violation and no pass: the check says so, and the log says why.
    judge.log.error(`${FILE_GATE} could not judge`, error, { repo: host.repo });
    return { kind: "cannot_judge", gate: FILE_GATE, why: "GitHub could not be asked." };
  }
}
