import type { DecomposerAnswer } from "../../domain/answers.ts";
import type { Event } from "../../domain/event.ts";
import type { Result, ResultOf } from "../../domain/result.ts";
import type { Slice } from "../../domain/slice.ts";
import type { Verdict } from "../../domain/verdict.ts";
import { insideOut, judgeDecomposition } from "../../gates/decomposition.ts";
import { block, commandFor, conclude, want } from "../issue-command.ts";
import { sliceQuestion } from "../slice-question.ts";
import type { Decision, DecomposingState, Grounded, SlicingState } from "../state.ts";
import { takeLock } from "./baseline.ts";
import { cannotGoOn, newTask, sentence, turnEvent } from "./turn.ts";
import { unexpected } from "./unexpected.ts";

/** A plan that the gates refuse is told to one more decomposer, and once more. */
const MOST_ATTEMPTS = 3;

/** Asks for the issue in slices. The decomposer reads everything and writes nothing. */
export function decompose(
  state: Grounded,
  attempt: number,
  feedback: readonly string[],
  events: readonly Event[] = [],
): Decision {
  const tree = state.ground.baseTree;
  const task = newTask({ role: "decomposer", attempt, tree, feedback });
  const decomposing = { ...state, phase: "decomposing", attempt, feedback } as const;
  return want(decomposing, { kind: "take_turn", task }, events);
}

export function onDecomposed(state: DecomposingState, result: Result): Decision {
  if (result.kind === "turn_failed") return cannotGoOn(state, result, state.attempt);
  if (result.kind !== "turn_taken" || result.answer.kind !== "decomposition")
    return unexpected(state, result);
  const { plan } = result.answer;
  if (plan.cannot !== null)
    return cannotGoOn(state, { ...result, cannot: plan.cannot }, state.attempt);
  const verdict = judgePlan(state, plan);
  const events: Event[] = [
    turnEvent(result, state.attempt),
    { type: "gate.judged", phase: "red", verdict },
  ];
  if (verdict.kind !== "pass") return again(state, verdict, events);
  return askForSlices(state, insideOut(plan.slices), state.attempt, events);
}

function judgePlan({ spec, ground, request }: Grounded, { slices }: DecomposerAnswer): Verdict {
  const listed = spec.files.map((file) => file.path);
  return judgeDecomposition({
    slices,
    // The issue's own list is a limit; what a person allowed besides only widens it.
    listed: listed.length === 0 ? null : [...listed, ...(request.allowed ?? [])],
    testLocations: spec.testLocations,
    testGlobs: request.config.testFiles,
    layers: ground.layers ?? {},
  });
}

function again(
  state: DecomposingState,
  verdict: Exclude<Verdict, { kind: "pass" }>,
  events: readonly Event[],
): Decision {
  const said = verdict.kind === "fail" ? `${sentence(verdict.reason)} ${verdict.fix}` : verdict.why;
  const tried = [...state.tried, `Decomposition ${state.attempt}: ${said}`];
  if (state.attempt < MOST_ATTEMPTS)
    return decompose({ ...state, tried }, state.attempt + 1, [...state.feedback, said], events);
  const decision =
    "How should the issue be cut? Say in the issue what comes first and which files belong to what, then run again.";
  return block({ ...state, tried }, { reason: "scope", failed: said, decision }, events);
}

/** No decomposition is worked before a person has seen it (S3-16), whatever else goes by itself. */
function askForSlices(
  state: Grounded,
  slices: readonly Slice[],
  attempt: number,
  events: readonly Event[],
): Decision {
  const layers = state.ground.layers ?? {};
  const slicing: SlicingState = { ...state, phase: "slicing", slices, attempt };
  const planned: Event = { type: "slices.planned", slices: [...slices], layers };
  const { question, command } = asking(slicing);
  return want(slicing, { kind: "ask", what: "slices", question, command }, [
    ...events,
    planned,
    { type: "approval.requested", question, command },
  ]);
}

function asking(state: SlicingState) {
  return { question: sliceQuestion(state), command: commandFor(state.request, "approve") };
}

export function onSlicesApproval(state: SlicingState, result: Result): Decision {
  if (result.kind !== "asked") return unexpected(state, result);
  switch (result.answer) {
    case "approved":
      return takeLock(withSlices(state), [{ type: "approval.given", by: result.by }]);
    case "waiting":
      return conclude(state, { kind: "action_required", ...asking(state) });
    case "refused":
      return block(state, {
        reason: "scope",
        failed: "The decomposition was not approved.",
        decision: "What should the slices be? Say it in the issue, then run again.",
      });
    default:
      return revise(state, result);
  }
}

/** The person's word goes to a fresh decomposer with the list that it is about; then it is asked again. */
function revise(state: SlicingState, { answer, paths = [], said = "", by }: ResultOf<"asked">) {
  const wish =
    answer === "widened" ? `These files may be changed, too: ${paths.join(", ")}.` : said;
  const feedback = [
    `This was proposed before:\n${sliceQuestion(state)}`,
    `The person who has to approve it says: ${wish}`,
  ];
  const events: Event[] =
    answer === "widened" ? [{ type: "scope.widened", by, paths: [...paths] }] : [];
  const { slices: _proposed, ...before } = state;
  const request = { ...state.request, allowed: [...(state.request.allowed ?? []), ...paths] };
  return decompose({ ...before, request }, 1, feedback, events);
}

/** The lock is taken for what all slices together may touch. */
function withSlices(state: SlicingState): Grounded {
  const files = new Map(
    state.slices.flatMap((slice) => slice.files.map((file) => [file.path, file] as const)),
  );
  const testLocations = [...new Set(state.slices.map((slice) => slice.testFile))];
  const spec = { ...state.spec, files: [...files.values()], testLocations };
  return { ...state, spec };
}
