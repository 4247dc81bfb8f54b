import { waitsForWords } from "../../loop/waits-for-words.ts";
import { describeConclusion } from "../../report/describe.ts";
import { describeExit } from "../../report/describe-step.ts";
import { formatUtc } from "../../report/figures.ts";
import { finalText } from "../../report/final-text.ts";
import { noLinks } from "../../report/links.ts";
import type { Report } from "../../report/report.ts";
import { foldReport } from "../../report/report.ts";
import { runSummary } from "../../report/run-summary.ts";
import type { StepsView } from "../../report/steps.ts";
import { stepsNote } from "../../report/steps.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Ended, StatusOptions } from "../run-options.ts";
import type { Terminal } from "../terminal.ts";
import { openLocalRepository } from "../wire-local.ts";
import { answerLine } from "./answer-line.ts";
import { holderOf } from "./hold-run.ts";
import type { KeptRun } from "./runs.ts";
import { findRun, isResumable, listRuns } from "./runs.ts";

/** One run and how it stands: a journal alone cannot tell a run that goes on from one that was killed. */
interface Standing {
  readonly report: Report;
  readonly state: "running" | "stopped" | "ended";
  readonly words: string;
  /** When the journal was written last, in milliseconds since 1970. */
  readonly lastAt: number;
  /** What to type to go on; null when there is nothing to go on with. */
  readonly resume: string | null;
  /** What was asked may be answered by more than a yes. */
  readonly takesWords: boolean;
}

/** `tdd-loop status [RUN]`. */
export async function statusLocal(options: StatusOptions, terminal: Terminal): Promise<Ended> {
  const { runsDir } = await openLocalRepository(options, terminal);
  const { runId } = options;
  const runs =
    runId === null
      ? await listRuns(runsDir, terminal)
      : [await findRun(runsDir, runId, terminal, () => true)];
  const standings = await Promise.all(runs.map(standingOf));
  if (options.json) terminal.print(JSON.stringify(standings.map(asJson)));
  else if (standings.length === 0) terminal.print("No run yet. Start one with tdd-loop run SPEC.");
  else for (const standing of standings) terminal.print(asText(standing, runId !== null));
  return { exitCode: exitCodes.success };
}

async function standingOf(run: KeptRun): Promise<Standing> {
  const report = foldReport(run.folded.events);
  const holder = await holderOf(run.dir);
  const lastAt = run.entries.at(-1)?.at ?? report.startedAt;
  if (holder !== null) {
    const words = `Running (${placeOf(report)}, process ${holder})`;
    return { report, state: "running", words, lastAt, resume: null, takesWords: false };
  }
  const resume = isResumable(run) ? report.resume : null;
  if (report.conclusion !== null) {
    const words = describeConclusion(report.conclusion);
    const takesWords = waitsForWords(run.folded.events, report.conclusion);
    return { report, state: "ended", words, lastAt, resume, takesWords };
  }
  const words = `Stopped (${placeOf(report)}, at ${formatUtc(lastAt)})`;
  return { report, state: "stopped", words, lastAt, resume, takesWords: false };
}

function placeOf({ phases, steps }: Report): string {
  if (steps !== null) return stepsPlace(steps);
  return phases.find((phase) => phase.state === "running")?.title ?? phases[0]?.title ?? "";
}

/** How far a loop is: steps done, the steps in work with their attempts, and what ran last. */
function stepsPlace(view: StepsView): string {
  const busy = view.steps
    .filter(({ state }) => state === "running")
    .map(({ id, attempts }) => `${id}, attempt ${attempts}`);
  const last = view.checks.at(-1);
  const result =
    last === undefined ? "no check yet" : `last ${last.purpose}: ${describeExit(last.exit)}`;
  return [stepsNote(view), ...busy, result].join("; ");
}

function asJson(standing: Standing) {
  const { report, state, lastAt, resume } = standing;
  const { startedAt } = report;
  const answer = answerLine(standing);
  return { ...runSummary(report, noLinks), state, startedAt, lastAt, resume, answer };
}

function asText(standing: Standing, isWhole: boolean): string {
  const { report, words, resume } = standing;
  const goOn = resume === null || report.conclusion?.kind === "action_required" ? "" : resume;
  if (isWhole) {
    const text = finalText(report, noLinks, words).trimEnd();
    return goOn === "" || text.includes(goOn) ? text : `${text}\n\nTo go on, run:\n  ${goOn}`;
  }
  const branch = report.pushed?.branch ?? report.lock?.lock.branch ?? "no branch yet";
  const line = `${report.runId}  ${formatUtc(report.startedAt)}  ${words}  ${branch}`;
  const asked = report.conclusion?.kind === "action_required" ? report.conclusion : report.question;
  if (asked !== null) return `${line}\n${answersTo(asked.command, answerLine(standing))}`;
  return goOn === "" ? line : `${line}\n    go on with: ${goOn}`;
}

function answersTo(yes: string, words: string | null): string {
  const line = `    answer with: ${yes}`;
  return words === null ? line : `${line}\n             or: ${words}`;
}
