import type { CriticAnswer, Finding } from "../../domain/answers.ts";
import type { Event } from "../../domain/event.ts";
import type { Result } from "../../domain/result.ts";
import { block } from "../issue-command.ts";
import type { Decision, ReviewState } from "../state.ts";
import { finishUnit } from "./begin-unit.ts";
import { onReviewer } from "./cycle-review.ts";
import { givenReview } from "./given-review.ts";
import { onRefactor } from "./refactor.ts";
import { address } from "./review-turns.ts";
import { cannotGoOn, failedEvent, turnEvent } from "./turn.ts";
import { unexpected } from "./unexpected.ts";

export function onReview(state: ReviewState, result: Result): Decision {
  switch (state.step) {
    case "critic":
      return onCritic(state, result);
    case "reviewer":
      return onReviewer(state, result);
    case "refiner":
      return onRefined(state, result);
    default:
      return onRefactor(state, result);
  }
}

/** Suggestions are tried one at a time, the most important first (S3-37); a refiner without any is done. */
function onRefined(state: ReviewState, result: Result): Decision {
  if (result.kind === "turn_failed") {
    if (result.why === "unreachable" || result.why === "bad_answer")
      return cannotGoOn(state, result, state.round);
    return address(state, [failedEvent(result, state.round)]);
  }
  if (result.kind !== "turn_taken" || result.answer.kind !== "suggestions")
    return unexpected(state, result);
  const { suggestions } = result.answer.refinement;
  const rank = { high: 0, medium: 1, low: 2 } as const;
  const queue = [...suggestions].sort((a, b) => rank[a.priority] - rank[b.priority]);
  const given = { type: "refinement.given", suggestions: queue } as const;
  return address({ ...state, suggestions: queue }, [turnEvent(result, state.round), given]);
}

function onCritic(state: ReviewState, result: Result): Decision {
  const given = givenReview(state, result);
  if (given.kind === "none") return given.decision;
  const { review, events } = given;
  if (review.verdict === "APPROVED") return finishUnit(state, events);
  const end = endOfReview(state, review);
  if (end !== null) return exhausted(state, review, end, events);
  return address({ ...state, queue: review.findings, changed: false }, events);
}

/** Two rounds at most (S0-31), and none that only repeats what was said before. */
function endOfReview(state: ReviewState, review: CriticAnswer): string | null {
  const { reviewRounds, refactor } = state.request.rules;
  if (review.findings.length === 0) return "The critic wants more work but names no finding.";
  if (refactor === "never")
    return "The critic wants more work, and this profile does not refactor.";
  const repeated = review.findings.find((finding) =>
    state.seen.some((s) => sameFinding(s, finding)),
  );
  if (repeated !== undefined) return `The critic repeats a finding: ${repeated.problem}`;
  if (state.round >= reviewRounds) return `The critic did not approve in ${reviewRounds} rounds.`;
  return null;
}

function sameFinding(a: Finding, b: Finding): boolean {
  return a.file === b.file && words(a.problem) === words(b.problem);
}

function words(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function exhausted(
  state: ReviewState,
  review: CriticAnswer,
  why: string,
  events: readonly Event[],
): Decision {
  const open = review.findings.map((finding) => `${finding.file}: ${finding.problem}`);
  const tried = [...state.tried, `Review round ${state.round}: ${review.summary}`];
  const decision =
    "Is the critic right? Put the finding into the issue as a criterion and run again, or take the branch over and merge it by hand.";
  const failed = [why, ...open].join("\n");
  return block({ ...state, tried }, { reason: "critic_exhausted", failed, decision }, events);
}
