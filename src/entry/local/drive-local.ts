import { rmdir } from "node:fs/promises";
import type { JournalEntry } from "../../domain/journal-entry.ts";
import type { RunRequest } from "../../domain/run-request.ts";
import type { Folded } from "../../loop/fold.ts";
import { finalText } from "../../report/final-text.ts";
import { noLinks } from "../../report/links.ts";
import { runSummary } from "../../report/run-summary.ts";
import { openRun, runIssue } from "../../run/run-issue.ts";
import { secretsOf } from "../failure.ts";
import type { Progress } from "../progress.ts";
import { createProgress } from "../progress.ts";
import type { Ended, ResumeOptions, RunOptions } from "../run-options.ts";
import type { Terminal } from "../terminal.ts";
import type { AgentChoice } from "../wire-agent.ts";
import { agentSecrets, usesCommandAgent, wireAgent } from "../wire-agent.ts";
import type { LocalRepository } from "../wire-local.ts";
import { workDirOf } from "../wire-local.ts";
import { wireRun } from "../wire-run.ts";
import type { Finished } from "./finish-run.ts";
import { finishRun } from "./finish-run.ts";
import { holdRun } from "./hold-run.ts";
import { playersOf } from "./local-choice.ts";
import { createTerminalApprovals } from "./terminal-approvals.ts";

interface Resume {
  readonly entry: JournalEntry;
  /** Turns that are in the journal. */
  readonly taken: number;
  /** True when the entry answers what the run waited for. */
  readonly hasAnswered: boolean;
}

/** A run to drive: a new one, or one that is taken up again with the line that says so. */
export interface LocalRun {
  readonly options: RunOptions | ResumeOptions;
  readonly repository: LocalRepository;
  readonly request: RunRequest;
  readonly dir: string;
  readonly resume: Resume | null;
}

/** Drives a run to its end, showing each step, and leaves its report beside the journal. */
export async function driveLocal(
  run: LocalRun,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Ended> {
  const held = await holdRun(run.dir);
  try {
    return await driveHeld(run, terminal, signal);
  } finally {
    await held.release();
    // What was refused before its first line is no run: only its empty directory would be left.
    await rmdir(run.dir).catch(() => undefined);
  }
}

async function driveHeld(run: LocalRun, terminal: Terminal, signal: AbortSignal): Promise<Ended> {
  const { options, request, dir } = run;
  const limit = AbortSignal.timeout(request.config.limits.minutes * 60_000);
  const over = new AbortController();
  await using wired = await wireLocal(run, terminal, AbortSignal.any([signal, limit, over.signal]));
  // Turns that an early end overtook must not keep this process alive.
  using _end = { [Symbol.dispose]: () => over.abort() };
  const opening = { type: "requested", at: Date.now(), request } as const;
  if (run.resume !== null) await wired.ports.journal.append(run.resume.entry);
  const begun = await openRun(opening, wired.ports);
  const progress = createLocalProgress(options.json, begun);
  const folded = await runIssue(begun, wired.ports, wired.perform, progress);
  progress.end();
  const links = { ...noLinks, report: `${dir}/report.html` };
  const finished = await finishRun(folded, dir, wired.workspace, links);
  tell(finished, options.json, terminal);
  return { exitCode: finished.exitCode };
}

async function wireLocal(run: LocalRun, terminal: Terminal, signal: AbortSignal) {
  const { options, request, dir, repository } = run;
  const { env } = terminal;
  const clock = { now: () => Date.now() };
  const { agent: kind, ...players } = playersOf(options, request.local);
  const choice: AgentChoice = {
    config: request.config,
    kind,
    ...players,
    record: options.record,
    taken: run.resume?.taken ?? 0,
    env,
    cli: { bases: [terminal.cwd, repository.root], env },
  };
  const agent = await wireAgent(choice);
  return wireRun({
    usesCommandAgent: usesCommandAgent(choice),
    config: request.config,
    issue: 0,
    stateDir: dir,
    workDir: workDirOf(repository, request.runId, env),
    remote: { kind: "path", path: repository.root },
    carryFrom: repository.root,
    hidden: [],
    agent,
    github: null,
    approvals: createTerminalApprovals({
      // One answer is to one question: what is asked later may be about something else.
      yes: options.yes && run.resume?.hasAnswered !== true,
      isInteractive: process.stdin.isTTY === true && process.stderr.isTTY === true,
    }),
    links: noLinks,
    env,
    secrets: [...secretsOf(env), ...agentSecrets(choice)],
    clock,
    isResumed: run.resume !== null,
    signal,
  });
}

/** Progress goes to standard error, so that standard output holds results only. */
function createLocalProgress(json: boolean, begun: Folded): Progress {
  if (json) return Object.assign(() => undefined, { end: () => undefined });
  const isTty = process.stderr.isTTY === true;
  const progress = createProgress({
    stream: process.stderr,
    isTty,
    color: isTty && process.env["NO_COLOR"] === undefined,
    now: () => Date.now(),
  });
  for (const event of begun.events) progress(event);
  return progress;
}

function tell({ report, reportPath }: Finished, json: boolean, terminal: Terminal): void {
  const links = { ...noLinks, report: reportPath };
  terminal.print(
    json ? JSON.stringify(runSummary(report, links)) : finalText(report, links).trimEnd(),
  );
}
