import { judgeCommit } from "../judge-commit.ts";
import { readQuestion } from "../read-question.ts";
import { readLockWith } from "../wire-app.ts";
import type { WiredJob } from "../wire-job.ts";
import type { ActionEnded } from "./action-ended.ts";

/** The required check `file-gate` for a repository without the App: judged by the same code. */
export async function judgePullRequest(
  { job, checks, repository }: WiredJob,
  print: (line: string) => void,
): Promise<ActionEnded> {
  const question = readQuestion(job.eventName, job.payload);
  if (question === null) {
    print("tdd-loop: nothing to judge in this event.");
    return { outputs: { conclusion: "skipped" }, summary: "", failure: null };
  }
  const { owner, repo, inputs } = job;
  const judged = await judgeCommit({ owner, repo, checks, repository }, question, {
    readLock: readLockWith(inputs.lockKey === "" ? null : inputs.lockKey),
    log: {
      info: (message) => print(`tdd-loop: ${message}`),
      error: (message, error) => print(`tdd-loop: ${message}: ${String(error)}`),
    },
  });
  const conclusion = judged.kind === "pass" || judged.kind === "unmanaged" ? "success" : "failure";
  return { outputs: { conclusion }, summary: "", failure: null };
}
