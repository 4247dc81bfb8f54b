import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Blocked, Conclusion } from "../../domain/conclusion.ts";
import { unreachable } from "../../domain/unreachable.ts";
import type { Folded } from "../../loop/fold.ts";
import type { Workspace } from "../../ports.ts";
import type { Links } from "../../report/links.ts";
import { renderHtml } from "../../report/render-html.ts";
import type { Report } from "../../report/report.ts";
import { foldReport } from "../../report/report.ts";
import { runSummary } from "../../report/run-summary.ts";
import { exitCodes } from "../exit-codes.ts";

export interface Finished {
  readonly report: Report;
  readonly reportPath: string;
  readonly exitCode: number;
}

/** Writes the page and the summary beside the journal, from which both can be made again. */
export async function finishRun(
  folded: Folded,
  dir: string,
  workspace: Pick<Workspace, "diff">,
  links: Links,
): Promise<Finished> {
  const report = foldReport(folded.events);
  const reportPath = join(dir, "report.html");
  const diff = await diffOf(report, workspace);
  await writeFile(reportPath, renderHtml(report, { diff, logs: [] }));
  const summary = runSummary(report, { ...links, report: reportPath });
  await writeFile(join(dir, "summary.json"), `${JSON.stringify(summary, null, 2)}\n`);
  return { report, reportPath, exitCode: exitCodeOf(report.conclusion) };
}

async function diffOf(report: Report, workspace: Pick<Workspace, "diff">): Promise<string> {
  const base = report.lock?.lock.baseSha;
  const head = report.commits.at(-1)?.sha;
  if (base === undefined || head === undefined) return "";
  return workspace.diff(base, head);
}

/** What the person has to put right before anything can be worked, and what the machine has. */
const blockedCodes: Readonly<Partial<Record<Blocked["reason"], number>>> = {
  configuration: exitCodes.usage,
  infrastructure: exitCodes.infrastructure,
};

/** Documented in `tdd-loop --help`. A run that has not concluded was cut off: it can be resumed. */
export function exitCodeOf(conclusion: Conclusion | null): number {
  switch (conclusion?.kind) {
    case undefined:
    case "cancelled":
      return exitCodes.cancelled;
    case "success":
      return exitCodes.success;
    case "action_required":
      return exitCodes.needsAnswer;
    case "blocked":
      return blockedCodes[conclusion.reason] ?? exitCodes.notDone;
    case "timed_out":
      return exitCodes.notDone;
    default:
      return unreachable(conclusion);
  }
}
