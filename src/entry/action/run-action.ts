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
import type { Prepared } from "./prepare-run.ts";
import { prepareRun } from "./prepare-run.ts";

type Print = (line: string) => void;

/** Works what the event asks for. Nothing is allowed before the person's real role is known. */
export async function runAction(job: Job, print: Print, signal: AbortSignal): Promise<ActionEnded> {
  const trigger = readDispatch(job.eventName, job.payload, { ...noInputs, ...job.inputs });
  if (trigger.kind === "ignore") return nothingToDo(trigger.why, print);
  if (trigger.kind === "invalid") return failed(trigger.problem);
  const wired = wireJob(job);
  if (trigger.kind === "gate") {
    const { judgePullRequest } = await import("./judge-pull-request.ts");
    return judgePullRequest(wired, print);
  }
  const prepared = await prepareRun(job, trigger, wired);
  if (prepared.kind === "refused") return nothingToDo(prepared.why, print);
  if (prepared.kind === "failed") return failed(prepared.why);
  try {
    return await work(prepared, job, wired, print, signal);
  } finally {
    await wired.repository.release(prepared.request.issue.number);
  }
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
    appOwnsFileGate: prepared.bot !== null,
    bot: prepared.bot,
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
