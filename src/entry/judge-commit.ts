import type { Log } from "./app/host.ts";
import { judgePullRequest, planOf } from "./file-gate.ts";
import type { Judged } from "./file-gate-check.ts";
import { FILE_GATE, fileGateCheck, worstOf } from "./file-gate-check.ts";
import type { GateHost, ReadLock } from "./gate-host.ts";
import type { CommitQuestion } from "./read-question.ts";

interface Judge {
  readonly readLock: ReadLock;
  readonly log: Log;
}

/**
 * Sets `file-gate` on a commit. Every open pull request with that head counts, not only the event's:
 * else a second one from another branch at the same commit would wash a failure white.
 */
export async function judgeCommit(
  host: GateHost,
  question: CommitQuestion,
  judge: Judge,
): Promise<Judged> {
  const judged = await judgeAll(host, question, judge);
  await host.checks.setCheck(fileGateCheck(question.sha, judged));
  judge.log.info(`${FILE_GATE}: ${judged.kind}`, { repo: host.repo, sha: question.sha });
  return judged;
}

async function judgeAll(host: GateHost, question: CommitQuestion, judge: Judge): Promise<Judged> {
  try {
    const plan = planOf(question.branch);
    const refFile = plan === null ? {} : { refFile: { ref: plan.ref, path: plan.path } };
    await host.repository.lookAhead({ commit: question.sha, ...refFile });
    const all = new Map(question.pullRequests.map((pr) => [pr.number, pr]));
    for (const number of question.numbers) {
      all.set(number, await host.repository.readPullRequest(number));
    }
    for (const pr of await host.repository.pullRequestsOf(question.sha)) all.set(pr.number, pr);
    if (all.size === 0 && /^(tdd|gh-readonly-queue)\//.test(question.branch)) {
      return { kind: "cannot_judge", gate: FILE_GATE, why: "No open pull request has this head." };
    }
    const verdicts: Judged[] = [];
    for (const pr of all.values()) verdicts.push(await judgePullRequest(host, pr, judge.readLock));
    return worstOf(verdicts);
  } catch (error) {
    // An outage is no violation and no pass: the check says so, and the log says why.
    judge.log.error(`${FILE_GATE} could not judge`, error, { repo: host.repo });
    return { kind: "cannot_judge", gate: FILE_GATE, why: "GitHub could not be asked." };
  }
}
