import type { Event } from "../../domain/event.ts";
import { cyclingOf, inCycle, openCriteria } from "../cycling.ts";
import type { Decision, Headed } from "../state.ts";
import { askReviewer, beginCycle, reviewAgain } from "./cycle-turns.ts";

/** The unit is green: a fix of a review is reviewed again, anything else was a cycle. */
export function finishCycle(state: Headed, events: readonly Event[]): Decision {
  const { red, head } = state;
  const settled = { before: null, toMend: [], isScaffolded: false };
  const kept = inCycle(state, { last: { red, head }, ...settled });
  if (cyclingOf(state).review !== null) return reviewAgain(kept, events);
  const counted = countCycle(kept);
  const told = [...events, ...doneEvents(counted)];
  return wantsDirection(counted)
    ? askReviewer(inCycle(counted, { review: { scope: "direction", round: 1 } }), told)
    : beginCycle(counted, told);
}

function countCycle(state: Headed): Headed {
  const { number, covered, claimed, done, work } = cyclingOf(state);
  const attempts = "attempt" in state ? (state as { attempt: number }).attempt : 1;
  const behaviour = work?.summary ?? "";
  const tests = [...state.red.ids, ...state.red.groups];
  return inCycle(state, {
    number: number + 1,
    covered: [...new Set([...covered, ...claimed])],
    done: [...done, { behaviour, tests, attempts }],
  });
}

function doneEvents(state: Headed): readonly Event[] {
  const { number, claimed, done } = cyclingOf(state);
  const last = done.at(-1);
  if (last === undefined) return [];
  const { behaviour, tests, attempts } = last;
  return [
    {
      ...{ type: "cycle.done", number: number - 1, attempts, behaviour },
      ...{ criteria: [...claimed], tests: [...tests] },
    },
  ];
}

/** S4-26: when a change of course is still cheap. */
function wantsDirection(state: Headed): boolean {
  const isFirst = cyclingOf(state).done.length === 1;
  switch (state.request.rules.reviewWhen) {
    case "every_cycle":
      return true;
    case "first_cycle":
      return isFirst;
    case "auto":
      return isFirst && openCriteria(state).length > 0;
    default:
      return false;
  }
}
