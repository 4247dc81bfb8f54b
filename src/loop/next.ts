import type { Command } from "../domain/command.ts";
import type { Event } from "../domain/event.ts";
import { readSpec } from "../domain/read-spec.ts";
import type { Result } from "../domain/result.ts";
import type { RunRequest } from "../domain/run-request.ts";
import { addSpend, noSpend } from "../domain/spend.ts";
import { unreachable } from "../domain/unreachable.ts";
import { block, commandFor, conclude } from "./issue-command.ts";
import { onBaseline, onLocked } from "./phases/baseline.ts";
import { onDecomposed, onSlicesApproval } from "./phases/decomposing.ts";
import { onGreen } from "./phases/green.ts";
import { onOpened, open } from "./phases/opening.ts";
import { onApproval, onProposal } from "./phases/planning.ts";
import { onProbed } from "./phases/probing.ts";
import { onProof } from "./phases/proof.ts";
import { onRed } from "./phases/red.ts";
import { onReview } from "./phases/review.ts";
import { onFinalPush } from "./phases/surface.ts";
import { failedEvent, turnEvent } from "./phases/turn.ts";
import type { Begun, Decision, RunState } from "./state.ts";
import { onLoopApproval } from "./steps/approve-loop.ts";
import { onSteps } from "./steps/on-steps.ts";
import { onLoopLocked, onLoopOpened, openLoop } from "./steps/open-loop.ts";

/** Begins a run: reads the spec and either opens the workspace or ends with the question (S0-5). */
export function start(request: RunRequest): Decision {
  const begun: Begun = { request, pending: [], issued: 0, spend: noSpend, tried: [] };
  const started: Event = {
    type: "run.started",
    runId: request.runId,
    issue: request.issue,
    title: request.title,
    actor: request.actor,
    profile: request.profile,
    resume: commandFor(request, "resume"),
  };
  if (request.rules.redUnit === "step") return openLoop(begun, [started]);
  const { issue, title, body, rules } = request;
  // Slices are what a decomposer makes of it and a person approves: prose will do.
  const prose = rules.redUnit === "slice" ? "is_one_criterion" : "is_unclear";
  const reading = readSpec(issue, title, body, prose);
  if (reading.kind === "unclear") {
    return block(begun, { ...unread[reading.about], decision: reading.question }, [started]);
  }
  return open({ ...begun, phase: "opening", spec: reading.spec }, [started]);
}

const unread = {
  criteria: {
    reason: "criteria_unclear",
    failed: "The issue could not be read as acceptance criteria.",
  },
  files: { reason: "scope", failed: "The issue's list of files cannot be taken as it stands." },
} as const;

/** The loop: pure, total, and the only place that decides what happens next. */
export function next(before: RunState, result: Result): Decision {
  const answered = before.pending.find((command) => command.id === result.command);
  const state = settle(before, result);
  if (answered?.kind === "publish" && answered.stage !== "surface" && answered.stage !== "red")
    return { state, commands: [], events: [] };
  switch (result.kind) {
    case "broken":
      return onBroken(state, result);
    case "aborted":
      return onAborted(state, result);
    default:
      return overBudget(state, result) ?? onResult(state, result, answered);
  }
}

/** The run's own limit, after each turn; what a turn left is kept by what was committed before. */
function overBudget(state: RunState, result: Result): Decision | null {
  const { dollars } = state.request.config.limits;
  if (!("spend" in result) || state.spend.dollars <= dollars) return null;
  if (state.phase === "concluding" || state.phase === "done") return null;
  const spent = `$${state.spend.dollars.toFixed(2)}`;
  const event = result.kind === "turn_taken" ? turnEvent(result, 1) : failedEvent(result, 1);
  return block(
    state,
    {
      reason: "budget",
      failed: `The run has cost ${spent}, more than its limit of $${dollars.toFixed(2)}.`,
      decision: "Is it worth more? Raise `limits.dollars` in .github/tdd-loop.yml, then run again.",
    },
    [event],
  );
}

function onResult(state: RunState, result: Result, answered: Command | undefined): Decision {
  switch (state.phase) {
    case "opening":
      return onOpened(state, result);
    case "planning":
      return onProposal(state, result);
    case "approving":
      return onApproval(state, result);
    case "probing":
      return onProbed(state, result);
    case "decomposing":
      return onDecomposed(state, result);
    case "slicing":
      return onSlicesApproval(state, result);
    case "locking":
      return onLocked(state, result);
    case "baseline":
      return onBaseline(state, result);
    case "red":
      return onRed(state, result);
    case "green":
      return onGreen(state, result);
    case "review":
      return onReview(state, result);
    case "proving":
      return onProof(state, result);
    case "pushing":
      return onFinalPush(state, result);
    case "concluding":
      return onConcluded(state, result);
    case "done":
      return { state, commands: [], events: [] };
    default:
      return onLoopResult(state, result, answered);
  }
}

type LoopState = Extract<RunState, { phase: `loop_${string}` }>;

/** A run by a loop spec has phases of its own. */
function onLoopResult(state: LoopState, result: Result, answered: Command | undefined): Decision {
  switch (state.phase) {
    case "loop_opening":
      return onLoopOpened(state, result);
    case "loop_approving":
      return onLoopApproval(state, result);
    case "loop_locking":
      return onLoopLocked(state, result);
    case "loop_steps":
      return onSteps(state, result, answered?.kind === "run_check" ? answered.line : "");
    default:
      return unreachable(state);
  }
}

/** Takes the answered command off the pending list and adds what it cost. */
function settle(state: RunState, result: Result): RunState {
  const pending = state.pending.filter((command) => command.id !== result.command);
  const spend = "spend" in result ? addSpend(state.spend, result.spend) : state.spend;
  return { ...state, pending, spend };
}

function onConcluded(state: Extract<RunState, { phase: "concluding" }>, result: Result): Decision {
  const { conclusion, ...rest } = state;
  const events: Event[] =
    result.kind === "published" && result.pullRequest !== null
      ? [{ type: "pull_request.opened", ...result.pullRequest }]
      : [];
  return { state: { ...rest, phase: "done", conclusion }, commands: [], events };
}

/** An outage ends the run BLOCKED, but `resume` goes on from the very command that broke. */
function onBroken(state: RunState, result: Extract<Result, { kind: "broken" }>): Decision {
  if (state.phase === "concluding") return onConcluded(state, result);
  return block(state, {
    reason: "infrastructure",
    failed: `${result.what}: ${result.detail}`,
    decision: result.fix,
    // What kept the base from being opened may want other options than this run was given.
    ...(state.phase === "opening" || result.again === "run" ? {} : { command: "resume" }),
  });
}

function onAborted(state: RunState, result: Extract<Result, { kind: "aborted" }>): Decision {
  if (state.phase === "concluding") return onConcluded(state, result);
  if (result.by === "deadline") {
    const limit = `${state.request.config.limits.minutes} minutes`;
    return conclude(state, { kind: "timed_out", limit });
  }
  return conclude(state, { kind: "cancelled", by: result.by });
}
