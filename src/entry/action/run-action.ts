import { fence, neutralise } from "../../domain/outbound-text.ts";
import type { Folded } from "../../loop/fold.ts";
import { describeConclusion } from "../../report/describe.ts";
import { finalText } from "../../report/final-text.ts";
import { jobSummary } from "../../report/job-summary.ts";
import type { Links } from "../../report/links.ts";
import { runSummary } from "../../report/run-summary.ts";
import { openRun, runIssue } from "../../run/run-issue.ts";
import { finishRun } from "../local/finish-run.ts";
import { createProgress } from "../progress.ts";
import { openedState } from "../run/opened-state.ts";
import { planText } from "../run/plan-text.ts";
import { noInputs, readDispatch } from "../trigger.ts";
import type { WiredJob } from "../wire-job.ts";
import { issueStateDir, wireJob } from "../wire-job.ts";
import type { WiredRun } from "../wire-run.ts";
import type { ActionEnded } from "./action-ended.ts";
import type { Job } from "./job.ts";
import { prepareRun } from "./prepare-run.ts";
import type { Prepared } from "./prepared.ts";
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
  return obey(job, trigger, print, signal);
}

type Ordered = Extract<ReturnType<typeof readDispatch>, { kind: "order" }>;

/** Whatever happens, the issue says so and is free afterwards; a second job does not disturb the first. */
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
  let holdsClaim = trigger.isClaimed;
  try {
    const prepared = await prepareRun(job, trigger, wired, () => {
      holdsClaim = true;
    });
    if (prepared.kind === "prepared") return await work(prepared, job, wired, print, signal);
    if (prepared.kind === "failed" || holdsClaim) await notStarted(trigger, prepared.why, wired);
    return prepared.kind === "failed" ? failed(prepared.why) : nothingToDo(prepared.why, print);
  } catch (error) {
    const why = whyFailed(error, job.env);
    await notStarted(trigger, why, wired).catch(() =>
      print("tdd-loop: the issue could not be told."),
    );
    return failed(neutralise(why));
  } finally {
    if (holdsClaim) await wired.release(issue);
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

async function work(
  prepared: Extract<Prepared, { kind: "prepared" }>,
  job: Job,
  wired: WiredJob,
  print: Print,
  signal: AbortSignal,
): Promise<ActionEnded> {
  const { request, resume } = prepared;
  const limit = AbortSignal.timeout(request.config.limits.minutes * 60_000);
  const links = linksOf(job);
  const stateDir = issueStateDir(job, request.issue.number);
  const run = await wired.wire({
    request,
    stateDir,
    links,
    taken: prepared.taken,
    signal: AbortSignal.any([signal, limit]),
    isResumed: resume !== null,
  });
  if (prepared.isDry) return dryRun(prepared, run, wired, print);
  const opening = { type: "requested", at: Date.now(), request } as const;
  if (resume !== null) await run.ports.journal.append(resume);
  const begun = await openRun(opening, run.ports);
  const progress = createProgress({
    stream: { write: (text: string) => print(text.trimEnd()) },
    isTty: false,
    color: false,
    now: () => Date.now(),
  });
  for (const event of begun.events) progress(event);
  const folded = await runIssue(begun, run.ports, run.perform, progress);
  progress.end();
  return ended(folded, stateDir, run.workspace, links, print);
}

/** `/tdd run --dry-run`: the plan as a comment; no agent was asked and nothing was changed. */
async function dryRun(
  { request }: Extract<Prepared, { kind: "prepared" }>,
  run: WiredRun,
  wired: WiredJob,
  print: Print,
): Promise<ActionEnded> {
  const { state } = await openedState(request, run);
  const text =
    state.phase === "concluding" ? describeConclusion(state.conclusion) : planText(state);
  for (const line of text.split("\n")) print(neutralise(line));
  await wired.answer(request.issue.number, `### tdd-loop: dry run\n\n${fence(text, 30_000)}`);
  return { outputs: { conclusion: "skipped" }, summary: fence(text, 30_000), failure: null };
}

async function ended(
  folded: Folded,
  stateDir: string,
  workspace: Parameters<typeof finishRun>[2],
  links: Links,
  print: Print,
): Promise<ActionEnded> {
  const { report, reportPath } = await finishRun(folded, stateDir, workspace, links);
  const summary = runSummary(report, links);
  const conclusion = describeConclusion(report.conclusion);
  for (const line of finalText(report, links).trimEnd().split("\n")) print(neutralise(line));
  print(`tdd-loop: ${conclusion}`);
  const kind = report.conclusion?.kind ?? "cancelled";
  return {
    outputs: {
      conclusion: kind,
      branch: summary.branch ?? "",
      pr: report.pullRequest === null ? "" : String(report.pullRequest.number),
      report: reportPath,
    },
    summary: jobSummary(report, links),
    failure: kind === "success" || kind === "action_required" ? null : conclusion,
  };
}

function linksOf({ serverUrl, owner, repo, runId }: Job): Links {
  const repository = `${serverUrl}/${owner}/${repo}`;
  return { repository, job: `${repository}/actions/runs/${runId}`, report: null };
}

function nothingToDo(why: string, print: Print): ActionEnded {
  print(`tdd-loop: nothing to do. ${why}`);
  return { outputs: { conclusion: "skipped" }, summary: "", failure: null };
}

function failed(why: string): ActionEnded {
  return { outputs: { conclusion: "failure" }, summary: "", failure: why };
}
