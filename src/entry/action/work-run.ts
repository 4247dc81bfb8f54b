import { fence, neutralise } from "../../domain/outbound-text.ts";
import type { RunRequest } from "../../domain/run-request.ts";
import { fansOut } from "../../loop/away/is-away.ts";
import type { Folded } from "../../loop/fold.ts";
import { describeConclusion } from "../../report/describe.ts";
import { finalText } from "../../report/final-text.ts";
import { jobSummary } from "../../report/job-summary.ts";
import type { Links } from "../../report/links.ts";
import { runSummary } from "../../report/run-summary.ts";
import { goOnAway } from "../../run/away/go-on-away.ts";
import type { Watch } from "../../run/run-issue.ts";
import { openRun, runIssue } from "../../run/run-issue.ts";
import { finishRun } from "../local/finish-run.ts";
import { createProgress } from "../progress.ts";
import { openedState } from "../run/opened-state.ts";
import { planText } from "../run/plan-text.ts";
import type { WiredJob } from "../wire-job.ts";
import { issueStateDir } from "../wire-job-request.ts";
import { forgetJournal } from "../wire-job-run.ts";
import type { WiredRun } from "../wire-run.ts";
import type { ActionEnded } from "./action-ended.ts";
import type { Job } from "./job.ts";
import type { Prepared } from "./prepared.ts";

type Print = (line: string) => void;

/** Works a run that was let in, to its end, and writes its report. */
export async function workRun(
  prepared: Extract<Prepared, { kind: "prepared" }>,
  job: Job,
  wired: WiredJob,
  print: Print,
  signal: AbortSignal,
): Promise<ActionEnded> {
  const { request, resume, begun: before } = prepared;
  const limit = AbortSignal.timeout(request.config.limits.minutes * 60_000);
  const links = linksOf(job);
  const stateDir = issueStateDir(job, request.issue.number);
  await using run = await wired.wire({
    request,
    stateDir,
    links,
    taken: prepared.taken,
    signal: AbortSignal.any([signal, limit]),
    isResumed: resume !== null || before !== undefined,
    ...(before === undefined ? {} : { stateSha: before.stateSha }),
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
  const isRescue = resume !== null || before?.isRescue === true;
  const folded = await toItsEnd(begun, { run, wired, isRescue }, progress);
  progress.end();
  if (folded.state.phase !== "done") return leaveAway(request, job, print);
  return ended(folded, stateDir, run.workspace, links, print);
}

interface Going {
  readonly run: WiredRun;
  readonly wired: WiredJob;
  readonly isRescue: boolean;
}

/** As far as this job brings it: to the end, unless other jobs work on the tasks. */
async function toItsEnd(
  begun: Folded,
  { run, wired, isRescue }: Going,
  watch: Watch,
): Promise<Folded> {
  const { request } = begun.state;
  if (!fansOut(request)) return runIssue(begun, run.ports, run.perform, watch);
  const { board, jobs } = await wired.tasks({ issue: request.issue.number, run: request.runId });
  return goOnAway(begun, { ...run, watch, board, jobs, isRescue });
}

/** The run is on its ref now, and goes on from there: what lies here would be old by the next time. */
async function leaveAway(request: RunRequest, job: Job, print: Print): Promise<ActionEnded> {
  const away = { issue: request.issue.number, run: request.runId };
  await forgetJournal(job, away.issue);
  print("tdd-loop: all that is ready is in other jobs now; whoever is done first goes on.");
  return { outputs: { conclusion: "in_progress" }, summary: "", failure: null, away };
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

export function linksOf({ serverUrl, owner, repo, runId }: Job): Links {
  const repository = `${serverUrl}/${owner}/${repo}`;
  return { repository, job: `${repository}/actions/runs/${runId}`, report: null };
}
