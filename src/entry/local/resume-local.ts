import { ConfigError } from "../../domain/config.ts";
import type { JournalEntry } from "../../domain/journal-entry.ts";
import { waitsForWords } from "../../loop/waits-for-words.ts";
import { describeConclusion } from "../../report/describe.ts";
import { finalText } from "../../report/final-text.ts";
import { noLinks } from "../../report/links.ts";
import { foldReport } from "../../report/report.ts";
import { runSummary } from "../../report/run-summary.ts";
import { exitCodes } from "../exit-codes.ts";
import type { AnswerOptions, Ended, ReportOptions, RunOptions } from "../run-options.ts";
import { ResumeOptions } from "../run-options.ts";
import type { Terminal } from "../terminal.ts";
import type { LocalRepository } from "../wire-local.ts";
import { openLocalRepository, workDirOf } from "../wire-local.ts";
import { readRunDiff } from "../wire-run.ts";
import { driveLocal } from "./drive-local.ts";
import { finishRun } from "./finish-run.ts";
import { forgetStop } from "./loop-runs.ts";
import type { KeptRun } from "./runs.ts";
import { findRun, isResumable } from "./runs.ts";

/** `tdd-loop resume [RUN]`: goes on from the journal's last line, wherever the run was cut off. */
export async function resumeLocal(
  options: ResumeOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Ended> {
  const repository = await openLocalRepository(options, terminal);
  const run = await findRun(
    repository.runsDir,
    options.runId,
    terminal,
    isResumable,
    "to go on with",
  );
  if (!isResumable(run)) {
    throw new ConfigError(
      `Run "${run.id}" has ended: ${describeConclusion(conclusionOf(run))}. Start a new one with tdd-loop run SPEC.`,
    );
  }
  return goOnLocal(run, options, repository, terminal, signal);
}

/** `tdd-loop answer TEXT`: goes on with a run that waits, with a person's words about what it asked. */
export async function answerLocal(
  { text, runId, ...local }: AnswerOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Ended> {
  const options = ResumeOptions.parse({ ...local, runId });
  const repository = await openLocalRepository(options, terminal);
  const run = await findRun(repository.runsDir, runId, terminal, isAtWords, "that waits for words");
  if (!isAtWords(run)) {
    throw new ConfigError(
      `Run "${run.id}" waits for no words: neither a list of slices nor a disputed test is asked about. tdd-loop status ${run.id} says how it stands.`,
    );
  }
  const answer = { answer: "revised", by: "the person at the terminal", said: text } as const;
  const entry: JournalEntry = { type: "resumed", at: Date.now(), answer };
  return takeUp(run, { options, repository, entry, hasAnswered: true }, terminal, signal);
}

function isAtWords(run: KeptRun): boolean {
  return isResumable(run) && waitsForWords(run.folded.events, conclusionOf(run));
}

/** Takes a run up again, whoever found it. */
export async function goOnLocal(
  run: KeptRun,
  options: ResumeOptions | RunOptions,
  repository: LocalRepository,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Ended> {
  const hasAnswered = options.yes && conclusionOf(run)?.kind === "action_required";
  const entry = resumedEntry(options);
  return takeUp(run, { options, repository, entry, hasAnswered }, terminal, signal);
}

interface TakenUp {
  readonly options: ResumeOptions | RunOptions;
  readonly repository: LocalRepository;
  readonly entry: JournalEntry;
  readonly hasAnswered: boolean;
}

async function takeUp(
  run: KeptRun,
  { options, repository, entry, hasAnswered }: TakenUp,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Ended> {
  forgetStop(run);
  const { request } = run.folded.state;
  const resume = { entry, taken: turnsTaken(run.entries), hasAnswered };
  return driveLocal({ options, repository, request, dir: run.dir, resume }, terminal, signal);
}

function conclusionOf({ folded }: KeptRun) {
  return foldReport(folded.events).conclusion;
}

function resumedEntry(options: Pick<ResumeOptions, "yes">): JournalEntry {
  const answer = options.yes ? ({ answer: "approved", by: "--yes" } as const) : null;
  return { type: "resumed", at: Date.now(), answer };
}

/** Turns that are in the journal for good: those a replay must not play again. */
function turnsTaken(entries: readonly JournalEntry[]): number {
  return entries.filter(
    (entry) =>
      entry.type === "resulted" &&
      (entry.result.kind === "turn_taken" || entry.result.kind === "turn_failed"),
  ).length;
}

/** `tdd-loop report [RUN]`: the page again, off the journal. */
export async function reportLocal(options: ReportOptions, terminal: Terminal): Promise<Ended> {
  const repository = await openLocalRepository(options, terminal);
  const run = await findRun(repository.runsDir, options.runId, terminal, () => true);
  const workDir = workDirOf(repository, run.id, terminal.env);
  const workspace = readRunDiff(workDir, terminal.env);
  const { reportPath, report } = await finishRun(run.folded, run.dir, workspace, noLinks);
  const links = { ...noLinks, report: reportPath };
  if (options.openPath) terminal.print(reportPath);
  else if (options.json) terminal.print(JSON.stringify(runSummary(report, links)));
  else terminal.print(finalText(report, links).trimEnd());
  return { exitCode: exitCodes.success };
}
