import { redVerdictText } from "../domain/red-reason.ts";
import type { TestRun } from "../domain/test-run.ts";
import { counted } from "./figures.ts";
import type { PhaseView } from "./phases.ts";
import type { Report } from "./report.ts";
import { stepsNote } from "./steps.ts";

/** What came of a phase, in a few words of our own and figures: safe in any place. */
export function phaseNote(report: Report, phase: PhaseView): string {
  if (phase.state === "pending") return "";
  switch (phase.name) {
    case "spec":
      return specNote(report);
    case "baseline":
      return runNote(runOf(report, "baseline"));
    case "red":
      return redNote(report);
    case "green":
      return runNote(runOf(report, "green"));
    case "debug":
      return counted(report.turns.filter((turn) => turn.role === "debugger").length, "attempt");
    case "critic":
      return criticNote(report);
    case "refactor":
      return refactorNote(report);
    case "loop":
      return report.steps === null ? "" : stepsNote(report.steps);
    default:
      return surfaceNote(report);
  }
}

/** Counts alone, for places where no text from outside may stand. */
export function runNote(run: TestRun | undefined): string {
  if (run === undefined) return "";
  if (run.kind !== "finished") return `the tests ${run.kind.replaceAll("_", " ")}`;
  const { passed, failed, skipped } = run.counts;
  const { flaky = [] } = run;
  const unloaded = run.loadFailures.length;
  return [
    `${passed} passed`,
    `${failed} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(unloaded > 0 ? [`${unloaded} not loaded`] : []),
    ...(flaky.length > 0 ? [`${flaky.length} of them flaky`] : []),
  ].join(", ");
}

/** The last run of a purpose. */
export function runOf(report: Report, ...purposes: readonly string[]): TestRun | undefined {
  return report.runs.findLast((run) => purposes.includes(run.purpose))?.run;
}

function specNote({ proof, lock, slices, steps }: Report): string {
  if (steps !== null) return `${steps.shape}, ${counted(steps.steps.length, "step")}`;
  const count = proof.criteria.length;
  const some = count === 1 ? "1 criterion" : `${count} criteria`;
  const criteria = slices.length > 0 ? counted(slices.length, "slice") : some;
  if (lock === null) return proof.criteria.length === 0 ? "" : criteria;
  return `${criteria}, ${counted(lock.lock.allowlist.length, "file")} locked`;
}

function redNote({ proof }: Report): string {
  if (proof.red === null) return "";
  const right = proof.red.tests.filter((test) => test.verdict === "right_reason").length;
  if (proof.red.verdict === "right_reason")
    return `${counted(right, "new test")} seen to fail for the right reason`;
  return redVerdictText(proof.red.verdict);
}

function criticNote({ reviews }: Report): string {
  const last = reviews.at(-1);
  if (last === undefined) return "";
  const { verdict, findings } = last.review;
  return `${verdict.replace("_", " ")} in round ${last.round}, ${counted(findings.length, "finding")}`;
}

function refactorNote({ turns, reversions, commits, slices }: Report): string {
  const changes =
    slices.length > 0
      ? commits.filter((commit) => commit.phase === "refactor").length
      : turns.filter((turn) => turn.role === "refactorer").length;
  const reverted = reversions.length > 0 ? `, ${reversions.length} reverted` : "";
  return `${counted(changes, "change")}${reverted}`;
}

function surfaceNote({ shipped, pullRequest, issue, pushed }: Report): string {
  if (issue.number === 0) return pushed === null ? "no branch yet" : "branch in this repository";
  const request = pullRequest === null ? "" : `, pull request #${pullRequest.number}`;
  return `${shipped.pushed ? "pushed" : "not pushed yet"}${request}`;
}
