import type { Result, ResultOf } from "../../domain/result.ts";
import type { Lane } from "../desk.ts";
import { block, commandFor, conclude } from "../issue-command.ts";
import { cannotGoOn, failedEvent, turnEvent } from "../phases/turn.ts";
import { unexpected } from "../phases/unexpected.ts";
import type { Decision, StepsState } from "../state.ts";
import { advance, checkerQuestion } from "./advance.ts";
import { andThen, stay } from "./and-then.ts";
import { mergedChanges } from "./begin-turn.ts";
import { failStep } from "./fail-step.ts";
import { endBlocked } from "./judge-report.ts";
import { onCommitRefused, onCommitted, onPushed } from "./land.ts";
import { onChecked } from "./on-checked.ts";

/**
 * While the steps of a loop spec are worked: one result at a time, whichever of the turns, checks and
 * commits that go on side by side comes back first.
 * @param line the command line that ran, when it was one
 */
export function onSteps(state: StepsState, result: Result, line: string): Decision {
  return andThen(settle(state, result, line), advance);
}

function settle(state: StepsState, result: Result, line: string): Decision {
  switch (result.kind) {
    case "turn_taken":
      return onTurn(state, result);
    case "turn_failed":
      return onTurnFailed(state, result);
    case "check_ran":
      return onChecked(state, result, line);
    case "committed":
      return onCommitted(state, result);
    case "commit_refused":
      return onCommitRefused(state, result);
    case "pushed":
      return onPushed(state, result);
    case "asked":
      return onAsked(state, result);
    case "lock_taken":
      return conclude(state, { kind: "success" }, [
        { type: "lock.taken", lock: state.lock, digest: result.digest },
      ]);
    default:
      return unexpected(state, result);
  }
}

function laneOf(state: StepsState, command: string): Lane | undefined {
  return state.lanes.find((lane) => lane.command === command);
}

/** The report waits for its turn at the desk, behind those that came before it. */
function onTurn(state: StepsState, result: ResultOf<"turn_taken">): Decision {
  const lane = laneOf(state, result.command);
  if (lane === undefined || result.answer.kind !== "step") return unexpected(state, result);
  const { step: report } = result.answer;
  const taken = {
    ...turnEvent(result, state.attempts[lane.step] ?? 1),
    step: lane.step,
  };
  const told = stay(state, [taken]);
  const [offence] = result.offences;
  if (offence !== undefined) return andThen(told, (on) => onOffence(on, lane, offence));
  const back: Lane = {
    ...lane,
    changes: mergedChanges(lane.changes, result.changes),
    reported: [...new Set([...lane.reported, ...report.artifacts])],
    report,
  };
  if (report.blocked || report.cannot !== null)
    return andThen(told, (on) => endBlocked(on, lane, report));
  const lanes = [...state.lanes.filter((other) => other !== lane), back];
  return stay({ ...state, lanes }, [taken]);
}

/** What no commit may hold: the turn is taken back, and the next one is told. */
function onOffence(
  state: StepsState,
  lane: Lane,
  { code, path, fix }: ResultOf<"turn_taken">["offences"][number],
): Decision {
  if (code === "DEP_TAMPERED")
    return block(state, {
      reason: "infrastructure",
      failed: `${path} is a dependency, and it changed during the run.`,
      decision: fix,
    });
  return failStep(state, lane, `${fix} Nothing of the last attempt was kept.`);
}

/** An outage can be resumed from; an agent that gave up or ran out of its limit used up one attempt. */
function onTurnFailed(state: StepsState, result: ResultOf<"turn_failed">): Decision {
  const lane = laneOf(state, result.command);
  if (lane === undefined) return unexpected(state, result);
  const attempt = state.attempts[lane.step] ?? 1;
  if (["unreachable", "budget", "bad_answer"].includes(result.why))
    return cannotGoOn(state, result, attempt);
  const event = { ...failedEvent(result, attempt), step: lane.step };
  const why = `The agent did not finish (${result.why.replaceAll("_", " ")}): ${result.detail}`;
  return andThen(stay(state, [event]), (on) => failStep(on, lane, why, { cure: brokenAgent }));
}

const brokenAgent =
  "Does the agent work here? It ended without an answer: read what it said, mend its command, its login or its limits, then run the spec again. If it works, make the step smaller.";

function onAsked(state: StepsState, { answer, by }: ResultOf<"asked">): Decision {
  switch (answer) {
    case "approved":
      return stay({ ...state, approval: "given" }, [{ type: "approval.given", by }]);
    case "waiting":
      return conclude(state, {
        kind: "action_required",
        question: checkerQuestion(state),
        command: commandFor(state.request, "approve"),
      });
    default:
      return block(state, {
        reason: "criteria_unclear",
        failed: "The checker was not approved.",
        decision:
          "What should it measure? Make the spec's first step more exact, then run it again.",
      });
  }
}
