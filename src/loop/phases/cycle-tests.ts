import type { WriterAnswer } from "../../domain/answers.ts";
import type { Event } from "../../domain/event.ts";
import { testsNamed } from "../../domain/named-tests.ts";
import type { ResultOf } from "../../domain/result.ts";
import { passedIds } from "../../domain/test-run.ts";
import type { Verdict } from "../../domain/verdict.ts";
import { judgeSpecText } from "../../gates/red/spec-text.ts";
import { cyclingOf, inCycle, openCriteria } from "../cycling.ts";
import type { Decision, Headed, Reddened, RedState } from "../state.ts";
import type { TestWork } from "../test-work.ts";
import { unitOf } from "../unit.ts";
import { beginCycle, mendCode } from "./cycle-turns.ts";
import { upheld } from "./dispute.ts";
import { implement } from "./green-turns.ts";
import { again } from "./red-turns.ts";

/**
 * What of a tester's answer is decided before its tests are looked at: tests that it leaves as they are, a
 * behaviour that tests hold already, and words that speak of the implementation. Null for tests to judge.
 */
export function onCycleAnswer(
  state: RedState,
  result: ResultOf<"turn_taken">,
  tests: WriterAnswer,
  events: readonly Event[],
): Decision | null {
  if (state.cycling === undefined) return null;
  const clean = judgeSpecText(tests.summary, knownTo(state, result, tests));
  if (clean.kind !== "pass") return bounce(state, clean, events);
  if (result.changes.length > 0) return null;
  if (cyclingOf(state).amending !== null) return leftAsTheyAre(state, tests, events);
  const held = heldAlready(state, tests);
  return held.length === 0 ? null : cover(state, held, events);
}

/** A tester that had tests before it and left them as they are. */
function leftAsTheyAre(
  state: RedState,
  { summary }: WriterAnswer,
  events: readonly Event[],
): Decision {
  const { amending } = cyclingOf(state);
  const settled = inCycle(state, { amending: null });
  if (amending?.about === "dispute") return upheld(settled, { by: "tester", why: summary }, events);
  return mendCode(headOf(settled), events);
}

/** What the review looked at, without the work of the turn that came after. */
function headOf(state: RedState): Headed {
  const { last } = cyclingOf(state);
  if (last === null) throw new Error("Bug: a review of nothing.");
  return { ...state, ...last, pushedSha: null };
}

function bounce(
  state: RedState,
  verdict: Exclude<Verdict, { kind: "pass" }>,
  events: readonly Event[],
): Decision {
  return again(state, verdict, [...events, { type: "gate.judged", phase: "red", verdict }]);
}

/** Names that everybody may use: those of the issue, of the listed files, and those that the tests need. */
function knownTo(
  state: RedState,
  { testTexts }: ResultOf<"turn_taken">,
  tests: WriterAnswer,
): readonly string[] {
  const { title, body, files, criteria } = state.spec;
  const texts = [title, body, ...criteria.map(({ text }) => text)];
  const paths = files.map(({ path }) => path);
  const written = Object.values(testTexts).map(({ text }) => text);
  return [...texts, ...paths, ...written, ...tests.promised.modules, ...tests.promised.symbols];
}

/** Open criteria for which it names tests that exist and pass: a claim without such a test is none. */
function heldAlready(state: RedState, { coverage }: WriterAnswer): readonly string[] {
  const passing = passedIds(unitOf(state).before);
  const open = openCriteria(state).map(({ id }) => id);
  return coverage
    .filter(({ criterion, preserved }) => preserved && open.includes(criterion))
    .filter(({ tests }) => tests.length > 0)
    .filter(({ tests }) => tests.every((name) => testsNamed(name, passing).length > 0))
    .map(({ criterion }) => criterion);
}

/** Its new tests pass on the code as it is: nothing is forced, another behaviour is chosen (S4-17). */
export function coveredAlready(state: RedState, events: readonly Event[]): Decision {
  const open = openCriteria(state).map(({ id }) => id);
  const named = (state.work?.coverage ?? []).map(({ criterion }) => criterion);
  const held = open.filter((id) => named.includes(id));
  if (held.length > 0) return cover(state, held, events);
  return again(
    state,
    {
      ...{ kind: "fail", gate: "red", code: "passes_already", paths: [] },
      reason: "The new tests pass already, and no criterion is done with that.",
      fix: "Choose another behaviour of the checklist that no test demands yet. Where a criterion is done with what exists, name it in the answer by its id alone.",
    },
    events,
  );
}

function cover(state: RedState, criteria: readonly string[], events: readonly Event[]): Decision {
  const { covered } = cyclingOf(state);
  const told: Event = {
    type: "cycle.covered",
    criteria: [...criteria],
    why: "its tests pass before anything is implemented",
  };
  return beginCycle(inCycle(state, { covered: [...covered, ...criteria] }), [...events, told]);
}

/** Open criteria that its tests are said to finish; a part of one has more behind its id. */
export function claimedBy(state: RedState): readonly string[] {
  const named = (state.work?.coverage ?? []).filter(({ preserved }) => !preserved);
  const ids = new Set(named.map(({ criterion }) => criterion.trim()));
  return openCriteria(state).flatMap(({ id }) => (ids.has(id) ? [id] : []));
}

/** The tests are accepted: what comes next depends on why they were written. */
export function testsInPlace(
  state: Reddened,
  { work, claimed }: { readonly work: TestWork; readonly claimed: readonly string[] },
  events: readonly Event[],
): Decision {
  const { amending, toMend, last, isScaffolded } = cyclingOf(state);
  const { red } = state;
  // What a tester amended begins with the stubs of the tests before: it brings none, and they are there.
  const hasStubs = isScaffolded || red.tree !== work.tree;
  const placed = inCycle(state, { amending: null, isScaffolded: hasStubs });
  if (amending === null) return implement(inCycle(placed, { work, claimed }), events);
  if (amending.about === "dispute") {
    const why = work.summary ?? "";
    const settled = { type: "dispute.settled", outcome: "amended", by: "tester", why } as const;
    return implement(inCycle(placed, { work, disputed: null }), [...events, settled]);
  }
  if (red.ids.length + red.groups.length > 0) return implement(placed, events, toMend);
  const ids = last?.red.ids ?? [];
  const { sha, tree, run } = red;
  return mendCode(
    { ...placed, red: { ...red, ids }, head: { sha, tree, run }, pushedSha: null },
    events,
  );
}
