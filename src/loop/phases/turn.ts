import type { Task } from "../../domain/command.ts";
import type { Event } from "../../domain/event.ts";
import type { ResultOf } from "../../domain/result.ts";
import { unreachable } from "../../domain/unreachable.ts";
import type { Verdict } from "../../domain/verdict.ts";
import type { TurnEvidence } from "../../gates/judge.ts";
import { block } from "../issue-command.ts";
import type { Baselined, Decision, RunState } from "../state.ts";
import { unitOf } from "../unit.ts";

type Needed = Pick<Task, "role" | "attempt" | "tree">;

/** A task with nothing but what is given; a fresh agent knows no more than this. */
export function newTask(
  given: Needed & { readonly [K in keyof Task]?: Task[K] | readonly string[] },
): Task {
  return {
    mayWrite: [],
    feedback: [],
    finding: null,
    scaffold: [],
    diff: null,
    testOutput: "",
    ...given,
  } as Task;
}

export function turnEvent(result: ResultOf<"turn_taken">, attempt: number): Event {
  return {
    type: "turn.taken",
    role: result.role,
    attempt,
    paths: result.changes.map((change) => change.path),
    summary: summaryOf(result),
    spend: result.spend,
    ...wallsOf(result),
  };
}

function wallsOf({ sandbox }: { readonly sandbox?: string | undefined }): { sandbox?: string } {
  return sandbox === undefined ? {} : { sandbox };
}

function summaryOf({ answer }: ResultOf<"turn_taken">): string {
  switch (answer.kind) {
    case "plan":
      return `${answer.plan.files.length} files proposed`;
    case "tests":
      return answer.tests.summary;
    case "edit":
      return answer.edit.summary;
    case "step":
      return answer.step.summary;
    case "review":
      return answer.review.summary;
    case "decomposition":
      return `${answer.plan.slices.length} slices proposed`;
    case "suggestions":
      return answer.refinement.summary;
    default:
      return unreachable(answer);
  }
}

export function failedEvent(result: ResultOf<"turn_failed">, attempt: number): Event {
  const { role, why, detail, spend } = result;
  return { type: "turn.failed", role, attempt, why, detail, spend, ...wallsOf(result) };
}

interface Cannot {
  readonly kind: "unclear" | "contradiction" | "impossible";
  readonly question: string;
}

type Stopped = ResultOf<"turn_failed"> | (ResultOf<"turn_taken"> & { readonly cannot: Cannot });

/** The agent could not: its question goes to the person; an outage says what to do about it. */
export function cannotGoOn(state: RunState, result: Stopped, attempt: number): Decision {
  if (result.kind === "turn_taken") return blockWithQuestion(state, result, attempt);
  const event = failedEvent(result, attempt);
  const failed = `The ${result.role} could not finish: ${result.detail}`;
  if (result.why === "budget") {
    const decision = "Is the work worth more? Raise `limits.dollars` in .github/tdd-loop.yml.";
    return block(state, { reason: "budget", failed, decision }, [event]);
  }
  if (result.why === "unreachable") {
    const decision = "Put right what the message says, then go on from here.";
    const why = { reason: "infrastructure", failed, decision, command: "resume" } as const;
    return block(state, why, [event]);
  }
  if (result.why === "bad_answer") {
    const decision =
      "Let the agent end with an answer of the form it is told, then go on from here.";
    const why = { reason: "infrastructure", failed, decision, command: "resume" } as const;
    return block(state, why, [event]);
  }
  const decision = `What did the ${result.role} lack? Make the issue smaller or clearer, or choose another agent or model, then run again.`;
  return block(state, { reason: "infrastructure", failed, decision }, [event]);
}

function blockWithQuestion(
  state: RunState,
  result: ResultOf<"turn_taken"> & { readonly cannot: Cannot },
  attempt: number,
): Decision {
  const { cannot, role } = result;
  const reason = cannot.kind === "unclear" ? "criteria_unclear" : "contradiction";
  const found =
    cannot.kind === "unclear"
      ? `The ${role} found the issue unclear.`
      : `The ${role} found that the issue cannot be met as written (${cannot.kind}).`;
  const failed = `${found} Put the answer to its question into the issue, then run again.`;
  return block(state, { reason, failed, decision: cannot.question }, [turnEvent(result, attempt)]);
}

/** What the gates see of a turn, and nothing more. */
export function turnEvidence(state: Baselined, result: ResultOf<"turn_taken">): TurnEvidence {
  const { changes, offences } = result;
  const { lock } = unitOf(state);
  return { changes, offences, lock, testGlobs: state.request.config.testFiles };
}

/**
 * Dependencies that changed during the run make every later test run worthless: nothing goes on
 * before they are installed again. Null for any other verdict.
 */
export function dependenciesChanged(
  state: RunState,
  verdict: Verdict,
  events: readonly Event[],
): Decision | null {
  if (verdict.kind !== "fail" || verdict.code !== "DEP_TAMPERED") return null;
  const { reason, fix } = verdict;
  return block(state, { reason: "infrastructure", failed: reason, decision: fix }, events);
}

/** Closed by a full stop, so that what follows can be read. */
export function sentence(text: string): string {
  return /[.!?:]$/.test(text.trimEnd()) ? text : `${text}.`;
}
