import type { CycleTask } from "../domain/command.ts";
import type { Criterion } from "../domain/spec.ts";
import type { Cycling } from "./cycle-state.ts";
import type { Baselined } from "./state.ts";

/** Before the first cycle. */
export const firstCycle: Cycling = {
  number: 1,
  covered: [],
  claimed: [],
  done: [],
  last: null,
  work: null,
  isScaffolded: false,
  amending: null,
  disputes: 0,
  isUpheld: false,
  disputed: null,
  review: null,
  toMend: [],
  before: null,
};

/** @throws Error outside of cycles */
export function cyclingOf({ cycling }: Baselined): Cycling {
  if (cycling === undefined) throw new Error("Bug: there are no cycles here.");
  return cycling;
}

/** The same state at another place of its cycles. */
export function inCycle<S extends Baselined>(state: S, change: Partial<Cycling>): S {
  return { ...state, cycling: { ...cyclingOf(state), ...change } };
}

/** What no test demands yet. */
export function openCriteria(state: Baselined): readonly Criterion[] {
  const { covered } = cyclingOf(state);
  return state.spec.criteria.filter(({ id }) => !covered.includes(id));
}

/** What the task of a role in a cycle has besides; nothing where there are no cycles. */
export function cycleTask(state: Baselined): { readonly cycle?: CycleTask } {
  const { cycling } = state;
  if (cycling === undefined) return {};
  const { number, covered, amending, review } = cycling;
  return {
    cycle: {
      number,
      of: state.request.rules.maxCycles,
      covered: [...covered],
      about: amending?.about ?? "behaviour",
      said: [...(amending?.said ?? [])],
      scope: review?.scope ?? null,
    },
  };
}
