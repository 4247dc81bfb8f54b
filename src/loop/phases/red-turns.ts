import type { Event } from "../../domain/event.ts";
import type { Verdict } from "../../domain/verdict.ts";
import { cycleTask } from "../cycling.ts";
import { block, want } from "../issue-command.ts";
import type { Baselined, Decision, RedState } from "../state.ts";
import { unitOf } from "../unit.ts";
import { newTask, sentence } from "./turn.ts";

/**
 * Asks a fresh writer for failing tests. It may write tests and nothing else.
 * @param earlier the tree that the attempt before left: taken back, but shown, so that a mistake in one
 *   test does not cost the others
 */
export function writeTests(
  state: Baselined,
  attempt: number,
  feedback: readonly string[],
  events: readonly Event[],
  earlier: string | null = null,
): Decision {
  const { base, lock } = unitOf(state);
  const amending = state.cycling?.amending ?? null;
  const tree = amending?.tree ?? base.tree;
  const task = newTask({
    role: "writer",
    attempt,
    tree,
    mayWrite: lock.testFiles,
    feedback,
    ...(earlier === null ? {} : { diff: { from: tree, to: earlier } }),
    ...(amending === null ? {} : { since: amending.since }),
    ...cycleTask(state),
  });
  const red: RedState = {
    ...state,
    phase: "red",
    step: "writing",
    attempt,
    feedback,
    work: null,
    scaffold: null,
    runs: [],
    run: null,
    verdict: null,
    sha: null,
  };
  return want(red, { kind: "take_turn", task }, events);
}

/** The tests as they are run and committed: with the stubs that they need. */
export function redTree({ work, scaffold }: RedState): string {
  return scaffold?.tree ?? work?.tree ?? "";
}

export function runTests(state: RedState, tree: string, events: readonly Event[]): Decision {
  const { testCommand } = state.lock;
  return want(
    { ...state, step: "running", runs: [] },
    { kind: "run_tests", purpose: "red", tree, testCommand },
    events,
  );
}

/** Runs of tests that ask for time, chance or network, whatever the profile says. */
const DOUBTFUL_RUNS = 3;

/** Whether the same tests must be seen to fail once more before they count. */
export function needsRepeat({ request, work, runs }: RedState): boolean {
  const asked = request.rules.redRuns ?? 1;
  const isDoubtful = work !== null && work.asks.length > 0;
  return runs.length < (isDoubtful ? Math.max(asked, DOUBTFUL_RUNS) : asked);
}

/** The one reason to run a tree twice: a test that does not fail again was not RED, but lucky. */
export function repeatTests(state: RedState, events: readonly Event[]): Decision {
  const { testCommand } = state.lock;
  const tree = redTree(state);
  const repeat = state.runs.length;
  return want(state, { kind: "run_tests", purpose: "red", tree, testCommand, repeat }, events);
}

/** A bad test is told to one more writer, then to the person (S0-19). */
export function again(
  state: RedState,
  verdict: Exclude<Verdict, { kind: "pass" }>,
  events: readonly Event[],
): Decision {
  const said = verdict.kind === "fail" ? `${sentence(verdict.reason)} ${verdict.fix}` : verdict.why;
  const tried = [...state.tried, `RED attempt ${state.attempt}: ${said}`];
  const told = { ...state, tried, feedback: [...state.feedback, said] };
  if (state.attempt >= state.request.rules.redAttempts)
    return isScope(verdict) ? leaveScope(told, events) : giveUp(told, events);
  const earlier = state.work?.tree ?? null;
  return writeTests(told, state.attempt + 1, told.feedback, events, earlier);
}

/** Paths that RED may not touch say nothing of how the criteria are written. */
function isScope(verdict: Verdict): boolean {
  if (verdict.kind !== "fail") return false;
  return verdict.gate === "scope" || verdict.code === "NOT_A_TEST_FILE";
}

function leaveScope(state: RedState, events: readonly Event[]): Decision {
  const why = {
    reason: "red_wrong_reason",
    failed: `The tests were not accepted for where they were written. ${state.feedback.at(-1) ?? ""}`,
    decision:
      'At RED only test files are written. Where do this issue\'s tests go? Name the place below a heading "Tests" in the issue, or set `testFiles:` in .github/tdd-loop.yml, then run again.',
  } as const;
  return block(state, why, events);
}

export function giveUp(state: RedState, events: readonly Event[]): Decision {
  const last = state.feedback.at(-1) ?? "";
  return block(
    state,
    {
      reason: "red_wrong_reason",
      failed: `No test was seen to fail for the right reason. ${last}`,
      decision: decisionFor(state),
    },
    events,
  );
}

function decisionFor(state: RedState): string {
  if (state.verdict?.verdict === "already_satisfied")
    return "The tests pass on the untouched base: is the behaviour there already? Close the issue, or say what is still missing.";
  return "Is the expected behaviour stated so that a test can tell it? Make the criteria more exact, then run again.";
}
