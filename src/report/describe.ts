import type { Conclusion } from "../domain/conclusion.ts";
import type { Event } from "../domain/event.ts";
import { oneLine } from "../domain/outbound-text.ts";
import { redReasonText, redVerdictText } from "../domain/red-reason.ts";
import type { TestRun } from "../domain/test-run.ts";
import { unreachable } from "../domain/unreachable.ts";
import type { Verdict } from "../domain/verdict.ts";
import { describeCycle } from "./describe-cycle.ts";
import type { StepEvent } from "./describe-step.ts";
import { describeStep } from "./describe-step.ts";
import { counted, formatElapsed } from "./figures.ts";
import type { PhaseState } from "./phases.ts";
import { turnSpend } from "./spend-text.ts";

/**
 * One event as one plain line for a person: a log, a timeline, a terminal. Parts that came from
 * outside are on one line and cut, but not yet escaped for markdown, HTML or a job's log.
 */
export function describeEvent(event: Event): string {
  switch (event.type) {
    case "run.started":
      return `Run started by ${oneLine(event.actor, 40)}, profile ${oneLine(event.profile, 20)}: ${oneLine(event.title, 100)}`;
    case "spec.read":
      return `Spec read: ${criteria(event.criteria.length)}, ${counted(event.files.length, "file")} to change`;
    case "plan.proposed":
      return `Plan proposed: ${criteria(event.criteria.length)}, ${paths(event.files)}`;
    case "approval.requested":
      return `Waiting for a person: ${oneLine(event.question, 200)}`;
    case "approval.given":
      return `Approved by ${oneLine(event.by, 40)}`;
    case "scope.widened":
      return `Scope widened by ${oneLine(event.by, 40)}: ${paths(event.paths)}`;
    case "lock.taken":
      return `Scope locked (${event.digest.slice(0, 12)}): ${paths(event.lock.allowlist.map((file) => file.path))}`;
    case "tests.ran":
      return `Tests at ${event.purpose}: ${describeRun(event.run)}`;
    case "turn.taken":
      return `${event.role}, attempt ${event.attempt}: ${oneLine(event.summary, 160) || paths(event.paths)} (${turnSpend(event.spend)})`;
    case "turn.failed":
      return `${event.role}, attempt ${event.attempt}, ${event.why.replaceAll("_", " ")}: ${oneLine(event.detail, 160)}`;
    case "loop.read":
    case "check.ran":
    case "step.begun":
    case "step.failed":
    case "step.completed":
      return describeStep(event);

    case "slices.planned":
      return `Cut into ${counted(event.slices.length, "slice")}: ${oneLine(event.slices.map(({ title }) => title).join("; "), 200)}`;
    case "slice.begun":
      return `Slice ${event.number} of ${event.of}: ${oneLine(event.title, 100)}`;
    case "slice.skipped":
      return `Slice ${oneLine(event.id, 20)} skipped: ${oneLine(event.why, 160)}`;
    default:
      return describeJudgement(event);
  }
}

type Judgement = Exclude<
  Event,
  {
    type:
      | "run.started"
      | "spec.read"
      | "plan.proposed"
      | "approval.requested"
      | "approval.given"
      | "scope.widened"
      | "lock.taken"
      | "tests.ran"
      | "turn.taken"
      | "turn.failed"
      | "slices.planned"
      | "slice.begun"
      | "slice.skipped"
      | StepEvent["type"];
  }
>;

function describeJudgement(event: Judgement): string {
  switch (event.type) {
    case "proof.taken":
      return `Proof in fresh checkouts: ${describeVerdict(event.verdict)}`;
    case "gate.judged":
      return `Gates at ${event.phase}: ${describeVerdict(event.verdict)}`;
    case "red.judged":
      return `RED judged: ${redVerdictText(event.verdict.verdict)}: ${oneLine(redReasonText(event.verdict.reason), 80)}`;
    case "lint.ran":
      return event.passed ? "Lint passed" : "Lint failed";
    case "commit.created":
      return `Commit ${event.sha.slice(0, 7)}: ${oneLine(event.message.split("\n")[0] ?? "", 100)}`;
    case "branch.pushed":
      return `Pushed ${oneLine(event.branch, 80)} at ${event.sha.slice(0, 7)}`;
    case "facts.found":
      return `${counted(event.facts.length, "fact")} for the critic, found by code`;
    case "review.given":
      return `Critic, round ${event.round}: ${event.review.verdict.replace("_", " ")}, ${counted(event.review.findings.length, "finding")}`;
    case "refinement.given":
      return `Refiner: ${counted(event.suggestions.length, "suggestion")}`;
    case "change.reverted":
      return `Refactoring reverted: ${oneLine(event.why, 160)}`;
    case "pull_request.opened":
      return `Pull request #${event.number} opened`;
    case "run.concluded":
      return `Run ended: ${describeConclusion(event.conclusion)}`;
    default:
      return describeCycle(event);
  }
}

/** `4 passed, 2 failed in 1.2s`, or why there is no count. */
export function describeRun(run: TestRun): string {
  switch (run.kind) {
    case "finished": {
      const { passed, failed, skipped } = run.counts;
      const rest = [
        ...(skipped > 0 ? [`${skipped} skipped`] : []),
        ...(run.loadFailures.length > 0 ? [`${run.loadFailures.length} not loaded`] : []),
        ...(run.flaky === undefined ? [] : [`flaky: ${oneLine(run.flaky.join(", "), 160)}`]),
      ];
      const counts = [`${passed} passed`, `${failed} failed`, ...rest].join(", ");
      return `${counts} in ${formatElapsed(run.durationMs)}`;
    }
    case "did_not_start":
      return `did not start: ${oneLine(run.why, 160)}`;
    case "timed_out":
      return `stopped after ${formatElapsed(run.afterMs)} without an end`;
    case "crashed":
      return `crashed: ${oneLine(run.why, 160)}`;
    default:
      return unreachable(run);
  }
}

/** `clean`, or the gate, its code and its reason. */
export function describeVerdict(verdict: Verdict): string {
  if (verdict.kind === "pass") return "clean";
  if (verdict.kind === "fail")
    return `${verdict.gate} says ${verdict.code}: ${oneLine(verdict.reason, 200)}`;
  return `${verdict.gate} could not judge: ${oneLine(verdict.why, 200)}`;
}

/** A few words for a heading; null is a run that goes on. */
export function describeConclusion(conclusion: Conclusion | null): string {
  if (conclusion === null) return "Running";
  switch (conclusion.kind) {
    case "success":
      return "Done";
    case "blocked":
      return `Blocked (${conclusion.reason.replaceAll("_", " ")})`;
    case "action_required":
      return "Waiting for a person";
    case "timed_out":
      return `Timed out (${oneLine(conclusion.limit, 60)})`;
    case "cancelled":
      return `Cancelled (${oneLine(conclusion.by, 60)})`;
    default:
      return unreachable(conclusion);
  }
}

export const stateWords: Readonly<Record<PhaseState, string>> = {
  done: "done",
  running: "running",
  waiting: "waiting for a person",
  stopped: "stopped here",
  pending: "not reached",
  skipped: "not needed",
};

function criteria(count: number): string {
  return count === 1 ? "1 criterion" : `${count} criteria`;
}

function paths(list: readonly string[]): string {
  return list.length === 0 ? "no file" : oneLine(list.join(", "), 160);
}
