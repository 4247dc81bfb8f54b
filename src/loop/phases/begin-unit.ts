import type { Event } from "../../domain/event.ts";
import { block } from "../issue-command.ts";
import type { Baselined, Decision, Headed } from "../state.ts";
import { unitOf } from "../unit.ts";
import { beginCycle } from "./cycle-turns.ts";
import { prove } from "./prove.ts";
import { startAtGreen } from "./provided-tests.ts";
import { writeTests } from "./red-turns.ts";

/** RED for the unit in work: the whole issue, or the next slice of it. */
export function beginUnit(state: Baselined, events: readonly Event[]): Decision {
  if (state.cycling !== undefined) return beginCycle(state, events);
  const { slice } = unitOf(state);
  const { slicing } = state;
  if (slice === null || slicing === null) return writeTests(state, 1, [], events);
  const { id, title } = slice;
  const place = { number: slicing.index + 1, of: slicing.slices.length };
  const told: Event[] = [...events, { type: "slice.begun", id, title, ...place }];
  if (!slicing.provided) return writeTests(state, 1, [], told);
  return startAtGreen(state, told) ?? skipUnit(state, told);
}

/** The unit is green, and refactored where that is wanted: on to the next one, or to the proof. */
export function finishUnit(state: Headed, events: readonly Event[]): Decision {
  const { slicing, red, head, pushedSha } = state;
  if (slicing === null) return prove(state, events);
  const done = { ...slicing, last: { red, head, pushedSha } };
  return isLast(slicing) ? prove(state, events) : beginUnit(following(state, done), events);
}

/** What its test demands is there already: nothing is committed, and the next slice follows (S3-24). */
export function skipUnit(state: Baselined, events: readonly Event[]): Decision {
  const { slicing } = state;
  const { slice } = unitOf(state);
  if (slicing === null || slice === null) throw new Error("Bug: only a slice can be skipped.");
  const why = "its test passes before anything is implemented";
  const told: Event[] = [...events, { type: "slice.skipped", id: slice.id, why }];
  if (!isLast(slicing)) return beginUnit(following(state, slicing), told);
  if (slicing.last !== null) return prove({ ...state, ...slicing.last }, told);
  return block(
    state,
    {
      reason: "red_wrong_reason",
      failed: "The test of every slice passes on the untouched base.",
      decision:
        "Is the behaviour there already? Close the issue, or say what is still missing, then run again.",
    },
    told,
  );
}

type Slicing = NonNullable<Baselined["slicing"]>;

function isLast({ slices, index }: Slicing): boolean {
  return index + 1 >= slices.length;
}

/** Nothing of a slice's own work goes on into the next, but for what is committed. */
function following(state: Baselined, slicing: Slicing): Baselined {
  const { request, pending, issued, spend, tried } = state;
  const { spec, ground, slices, provided, lock, baseline, restless } = state;
  return {
    ...{ request, pending, issued, spend, tried },
    ...{ spec, ground, lock, baseline, restless },
    ...(slices === undefined ? {} : { slices }),
    ...(provided === undefined ? {} : { provided }),
    slicing: { ...slicing, index: slicing.index + 1 },
  };
}
