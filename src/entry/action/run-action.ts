import { fence, neutralise } from "../../domain/outbound-text.ts";
import { noInputs, readDispatch } from "../trigger.ts";
import type { WiredJob } from "../wire-job.ts";
import { wireJob } from "../wire-job.ts";
import type { ActionEnded } from "./action-ended.ts";
import type { Job } from "./job.ts";
import { prepareRun } from "./prepare-run.ts";
import { whyFailed } from "./why-failed.ts";

type Print = (line: string) => void;

/** Works what the event asks for. Nothing is allowed before the person's real role is known. */
export async function runAction(job: Job, print: Print, signal: AbortSignal): Promise<ActionEnded> {
  const trigger = readDispatch(job.eventName, job.payload, { ...noInputs, ...job.inputs });
  if (trigger.kind === "ignore") return nothingToDo(trigger.why, print);
  if (trigger.kind === "invalid") return failed(trigger.problem);
  if (trigger.kind === "gate") {
    const { judgePullRequest } = await import("./judge-pull-request.ts");
    return judgePullRequest(wireJob(job, { bot: null, sticky: null }), print);
  }
  if (trigger.kind === "task") {
    const { obeyTask } = await import("./obey-task.ts");
    return obeyTask(job, trigger, print, signal);
  }
  return obey(job, trigger, print, signal);
}

type Ordered = Extract<ReturnType<typeof readDispatch>, { kind: "order" }>;

/** A run that other jobs work on is gone on with once more, where one of them came while this one held it. */
async function obey(
  job: Job,
  trigger: Ordered,
  print: Print,
  signal: AbortSignal,
): Promise<ActionEnded> {
  const issue = trigger.asking.issue.number;
  const { bot, stickyComment } = trigger;
  const sticky = stickyComment === null ? null : { issue, comment: stickyComment };
  const wired = wireJob(job, { bot, sticky });
  const ended = await holding({ job, trigger, wired }, print, signal);
  const { away } = ended;
  if (away === undefined) return ended;
  const { goOnWhereLeft } = await import("./obey-task.ts");
  return goOnWhereLeft(job, { ...ended, away }, wired, print, signal);
}

interface Obeying {
  readonly job: Job;
  readonly trigger: Ordered;
  readonly wired: WiredJob;
}

/** Whatever happens, the issue says so and is free afterwards; a second job does not disturb the first. */
async function holding(
  { job, trigger, wired }: Obeying,
  print: Print,
  signal: AbortSignal,
): Promise<ActionEnded> {
  let holdsClaim = trigger.isClaimed;
  try {
    const prepared = await prepareRun(job, trigger, wired, () => {
      holdsClaim = true;
    });
    if (prepared.kind === "prepared") {
      if (prepared.warning !== undefined)
        print(neutralise(`tdd-loop: warning: ${prepared.warning}`));
      const { workRun } = await import("./work-run.ts");
      return await workRun(prepared, job, wired, print, signal);
    }
    if (prepared.kind === "failed" || holdsClaim) await notStarted(trigger, prepared.why, wired);
    return prepared.kind === "failed" ? failed(prepared.why) : nothingToDo(prepared.why, print);
  } catch (error) {
    const why = whyFailed(error, job.env);
    await notStarted(trigger, why, wired).catch(() =>
      print("tdd-loop: the issue could not be told."),
    );
    return failed(neutralise(why));
  } finally {
    if (holdsClaim) await wired.release(trigger.asking.issue.number);
  }
}

/** Says it where the person looks, and takes the label off that promises a run. */
async function notStarted(trigger: Ordered, why: string, wired: WiredJob): Promise<void> {
  const { number } = trigger.asking.issue;
  const isNew = trigger.order.kind === "run" || trigger.order.kind === "plan";
  const again = trigger.order.kind === "run" ? "/tdd run" : `/tdd ${trigger.order.kind}`;
  const text = `### tdd-loop: not started\n\n${fence(why, 4000)}\n\nNothing was changed. When it is put right, ask again with \`${again}\`.`;
  // What an earlier run said stays: its plan and its question are still needed.
  await (isNew ? wired.tellIssue(number, text) : wired.answer(number, text));
  const { owner, repo } = wired.job;
  const before = ["tdd:running", "tdd:needs-approval", "tdd:done"];
  await wired.conversation.setLabels({ owner, repo, number }, ["tdd:blocked"], before);
}

function nothingToDo(why: string, print: Print): ActionEnded {
  print(`tdd-loop: nothing to do. ${why}`);
  return { outputs: { conclusion: "skipped" }, summary: "", failure: null };
}

function failed(why: string): ActionEnded {
  return { outputs: { conclusion: "failure" }, summary: "", failure: why };
}
