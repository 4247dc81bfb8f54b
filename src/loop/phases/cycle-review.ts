import type { CriticAnswer, Finding } from "../../domain/answers.ts";
import type { Event } from "../../domain/event.ts";
import type { Result } from "../../domain/result.ts";
import { isTestPath } from "../../domain/test-surface.ts";
import { cyclingOf, inCycle } from "../cycling.ts";
import { block } from "../issue-command.ts";
import type { Decision, Headed, ReviewState } from "../state.ts";
import { amendTests } from "./amend-tests.ts";
import { beginCycle, mendCode } from "./cycle-turns.ts";
import { givenReview } from "./given-review.ts";
import { prove } from "./prove.ts";

export function onReviewer(state: ReviewState, result: Result): Decision {
  const given = givenReview(state, result);
  if (given.kind === "none") return given.decision;
  const { review, events } = given;
  if (review.verdict === "APPROVED") return goOn(state, events);
  const { reviewRounds } = state.request.rules;
  if (state.round > reviewRounds || review.findings.length === 0)
    return report(state, review, events);
  return mend(state, review.findings, events);
}

function goOn(state: ReviewState, events: readonly Event[]): Decision {
  const isFinal = cyclingOf(state).review?.scope === "final";
  return isFinal ? prove(state, events) : beginCycle(inCycle(state, { review: null }), events);
}

/** One fix round (S4-30): first a tester amends what is wrong with tests, then an implementer the rest. */
function mend(
  state: ReviewState,
  findings: readonly Finding[],
  events: readonly Event[],
): Decision {
  const numbered = findings.map((finding, at) => ({ finding, text: findingText(finding, at + 1) }));
  const isOfTests = ({ finding }: (typeof numbered)[number]) => sideOf(finding, state) === "test";
  const ofTests = numbered.filter(isOfTests).map(({ text }) => text);
  const toMend = numbered.filter((one) => !isOfTests(one)).map(({ text }) => text);
  const asked = inCycle(state, { toMend });
  return ofTests.length > 0
    ? amendTests(asked, findingsOn(asked, ofTests), events)
    : mendCode(asked, events);
}

function findingsOn({ head, ground }: Headed, said: readonly string[]) {
  return { about: "findings", said, tree: head.tree, since: ground.baseTree } as const;
}

/** What a reviewer does not say follows from the file that it names. */
function sideOf({ side, file }: Finding, { red, request }: Headed): "test" | "implementation" {
  if (side !== undefined) return side;
  const isTest = Object.hasOwn(red.seal, file) || isTestPath(file, request.config.testFiles);
  return isTest ? "test" : "implementation";
}

function findingText({ file, line, problem, suggestion }: Finding, number: number): string {
  const place = line === null ? file : `${file}:${line}`;
  return `${number}. ${place}: ${problem}${suggestion === "" ? "" : ` ${suggestion}`}`;
}

/** S4-30: a second round with findings is a person's to decide. */
function report(state: ReviewState, review: CriticAnswer, events: readonly Event[]): Decision {
  const { review: asked, done } = cyclingOf(state);
  const open = review.findings.map((finding, at) => {
    const side = sideOf(finding, state) === "test" ? "test-side" : "implementation-side";
    return `${findingText(finding, at + 1)} (${side})`;
  });
  const why =
    review.findings.length === 0
      ? "The reviewer does not approve and names no finding."
      : `The reviewer still has findings after ${state.round - 1} round of fixes (${asked?.scope ?? "final"} review).`;
  const kept = `${done.length} cycles are green up to commit ${state.head.sha}; it is not on the branch.`;
  const tried = [...state.tried, `Review round ${state.round}: ${review.summary}`];
  const decision =
    "Is the reviewer right? Put the finding into the issue as a criterion and run again, or take the commit over by hand.";
  const failed = [why, ...open, kept].join("\n");
  return block({ ...state, tried }, { reason: "critic_exhausted", failed, decision }, events);
}
