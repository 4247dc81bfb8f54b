import type { Event } from "../../domain/event.ts";
import { digestOutput } from "../../domain/test-digest.ts";
import { cycleTask, cyclingOf, inCycle, openCriteria } from "../cycling.ts";
import { block, want } from "../issue-command.ts";
import type { Baselined, Decision, Headed, ReviewState } from "../state.ts";
import { implement } from "./green-turns.ts";
import { writeTests } from "./red-turns.ts";
import { newTask } from "./turn.ts";

/** RED for the next behaviour; the final review when none is left; a report when no cycle is left. */
export function beginCycle(state: Baselined, events: readonly Event[]): Decision {
  const { number } = cyclingOf(state);
  const of = state.request.rules.maxCycles;
  if (openCriteria(state).length === 0) return allTested(state, events);
  if (of !== null && number > of) return limitReached(state, of, events);
  const fresh = inCycle(state, { claimed: [], work: null, disputes: 0, isUpheld: false });
  return writeTests(fresh, 1, [], [...events, { type: "cycle.begun", number, of }]);
}

function allTested(state: Baselined, events: readonly Event[]): Decision {
  const { last } = cyclingOf(state);
  if (last !== null) return reviewAll({ ...state, ...last, pushedSha: null }, events);
  return block(
    state,
    {
      reason: "red_wrong_reason",
      failed: "Whatever the checklist wants passes on the untouched base.",
      decision:
        "Is the behaviour there already? Close the issue, or say what is still missing, then run again.",
    },
    events,
  );
}

/** S4-23: a partial run tells what was built and what remains, and begins no further cycle. */
function limitReached(state: Baselined, of: number, events: readonly Event[]): Decision {
  const { done, last } = cyclingOf(state);
  const remaining = openCriteria(state).map(({ id, text }) => `- ${id}: ${text}`);
  const built = done.map(({ behaviour, tests }) => `- ${behaviour} (${tests.join(", ")})`);
  const kept = last === null ? [] : [`What is green so far is commit ${last.head.sha}.`];
  return block(
    state,
    {
      reason: "attempts_exhausted",
      failed: [
        `The limit of ${of} cycles is reached before the checklist is done.`,
        "Done:",
        ...(built.length === 0 ? ["- nothing"] : built),
        "Remains:",
        ...remaining,
        ...kept,
      ].join("\n"),
      decision:
        "Take the rest as an issue of its own, or allow more cycles (`rules.maxCycles` in .github/tdd-loop.yml), then run again.",
    },
    events,
  );
}

/** The last one: all that the cycles have built, against the whole wish (S4-26). */
export function reviewAll(state: Headed, events: readonly Event[]): Decision {
  return askReviewer(inCycle(state, { review: { scope: "final", round: 1 } }), events);
}

export function reviewAgain(state: Headed, events: readonly Event[]): Decision {
  const { review } = cyclingOf(state);
  if (review === null) throw new Error("Bug: there is no review to go on with.");
  return askReviewer(inCycle(state, { review: { ...review, round: review.round + 1 } }), events);
}

/** A fresh reviewer with the whole change and nobody's words about it. */
export function askReviewer(state: Headed, events: readonly Event[]): Decision {
  const round = cyclingOf(state).review?.round ?? 1;
  const task = newTask({
    role: "reviewer",
    attempt: round,
    tree: state.head.tree,
    diff: { from: state.ground.baseTree, to: state.head.tree },
    testOutput: digestOutput(state.head.run),
    ...cycleTask(state),
  });
  const review: ReviewState = {
    ...state,
    ...{ phase: "review", step: "reviewer", round },
    ...{ queue: [], suggestions: [], seen: [], changed: false },
    ...{ tree: state.head.tree, touched: [], run: null },
  };
  return want(review, { kind: "take_turn", task }, events);
}

/** The tests stand; what else was found goes to an implementer, and without any to the reviewer again. */
export function mendCode(state: Headed, events: readonly Event[]): Decision {
  const { toMend } = cyclingOf(state);
  const { head, red } = state;
  if (toMend.length === 0) return reviewAgain(inCycle(state, { last: { red, head } }), events);
  const { sha, tree, run } = head;
  return implement({ ...state, red: { ...red, sha, tree, run } }, events, toMend);
}
