import type { CriticAnswer } from "../../domain/answers.ts";
import type { Event } from "../../domain/event.ts";
import type { Result } from "../../domain/result.ts";
import type { Decision, ReviewState } from "../state.ts";
import { cannotGoOn, turnEvent } from "./turn.ts";
import { unexpected } from "./unexpected.ts";

type GivenReview =
  | { readonly kind: "given"; readonly review: CriticAnswer; readonly events: readonly Event[] }
  | { readonly kind: "none"; readonly decision: Decision };

/** The review that a turn brought, and what is told of it; else what follows from there being none. */
export function givenReview(state: ReviewState, result: Result): GivenReview {
  if (result.kind === "turn_failed")
    return { kind: "none", decision: cannotGoOn(state, result, state.round) };
  if (result.kind !== "turn_taken" || result.answer.kind !== "review")
    return { kind: "none", decision: unexpected(state, result) };
  const { review } = result.answer;
  const { facts } = result;
  const events: Event[] = [
    turnEvent(result, state.round),
    ...(facts === undefined ? [] : [{ type: "facts.found", facts } as const]),
    { type: "review.given", round: state.round, review },
  ];
  return { kind: "given", review, events };
}
