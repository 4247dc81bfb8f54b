import type { Event } from "../../domain/event.ts";
import type { RedVerdict } from "../../domain/red-verdict.ts";
import type { Result } from "../../domain/result.ts";
import type { Verdict } from "../../domain/verdict.ts";
import { goneTests } from "../../gates/red/gone-tests.ts";
import { judgeScaffold } from "../../gates/red/judge-scaffold.ts";
import { judgeStubs } from "../../gates/red/judge-stubs.ts";
import { namesToStub } from "../../gates/red/names-to-stub.ts";
import { cycleTask } from "../cycling.ts";
import { block, want } from "../issue-command.ts";
import type { Decision, RedState } from "../state.ts";
import type { Scaffold } from "../test-work.ts";
import { unitOf } from "../unit.ts";
import { judgeUnitEdit } from "./judge-unit-edit.ts";
import { again, runTests } from "./red-turns.ts";
import { cannotGoOn, newTask, sentence, turnEvent } from "./turn.ts";
import { unexpected } from "./unexpected.ts";

const endsRun = "scaffold_ends_run";
/** What may be the tests' own mistake when no scaffolder gets rid of it. */
const mayBeTests: readonly string[] = ["scaffold_incomplete", endsRun];

/** Turns that the stubs of the same tests may take: one that gives too much, one that ends the run, one more. */
const MOST_SCAFFOLDS = 3;

/** The promised names are missing: stubs of that shape, so that the tests can run and fail. */
export function scaffold(state: RedState, verdict: RedVerdict, events: readonly Event[]): Decision {
  const first = {
    ...{ attempt: 1, feedback: [], tree: null },
    ...{ isBare: false, isGentle: false, before: verdict },
  };
  return askForStubs(state, first, events);
}

function askForStubs(state: RedState, stubs: Scaffold, events: readonly Event[]): Decision {
  const { work, attempt } = state;
  const { base, lock } = unitOf(state);
  const task = newTask({
    role: "scaffolder",
    attempt: attempt + stubs.attempt - 1,
    tree: work?.tree ?? base.tree,
    mayWrite: lock.allowlist.map((file) => file.path),
    feedback: stubs.feedback,
    ...cycleTask(state),
    scaffold: namesToStub(stubs.before.missing, work?.declared ?? { modules: [], symbols: [] }),
  });
  const asked: RedState = { ...state, step: "scaffolding", scaffold: stubs };
  return want(asked, { kind: "take_turn", task }, events);
}

/** Stubs may only be in promised files, hold no behaviour, and leave the tests as they were written. */
export function onScaffold(state: RedState, result: Result): Decision {
  const { work, scaffold: stubs } = state;
  if (result.kind === "turn_failed") return cannotGoOn(state, result, state.attempt);
  if (result.kind !== "turn_taken" || result.answer.kind !== "edit")
    return unexpected(state, result);
  if (work === null || stubs === null) return unexpected(state, result);
  const { cannot } = result.answer.edit;
  if (cannot !== null) return cannotGoOn(state, { ...result, cannot }, stubs.attempt);
  const taken = turnEvent(result, stubs.attempt);
  const written = judgeStubs(result.sourceTexts ?? {}, stubs.isGentle);
  const edit = judgeUnitEdit(state, result, work.seal);
  const verdict: Verdict = edit.kind === "pass" ? written.verdict : edit;
  const judged: Event = { type: "gate.judged", phase: "red", verdict };
  if (verdict.kind !== "pass") return refuse(state, verdict, [taken, judged]);
  const standing = { ...stubs, tree: result.tree, isBare: written.isBare };
  return runTests({ ...state, scaffold: standing }, result.tree, [taken, judged]);
}

/** What the stubs are to answer for when the tests ran with them; null when it is nothing of theirs. */
export function blameScaffold(
  state: RedState,
  verdict: RedVerdict,
  events: readonly Event[],
): Decision | null {
  const { scaffold: stubs, baseline, work, run } = state;
  if (stubs === null || run === null) return null;
  const { before, isBare } = stubs;
  // What passes with stubs was not there before: it is no reason to skip anything.
  const mayPass = !["block", "skip", "covered"].includes(state.request.rules.passesAtRed);
  const gone = goneTests(baseline, run, work?.announced ?? []);
  const blamed = judgeScaffold({ before, now: verdict, isBare, mayPass, gone });
  return blamed.kind === "fail" ? refuse(state, blamed, events) : null;
}

/**
 * Another scaffolder, told why; what the one before left is thrown away. The writer never sees it. When the
 * cap is reached, names that cannot be made to exist may be the tests' mistake; the rest is not.
 */
function refuse(
  state: RedState,
  verdict: Exclude<Verdict, { kind: "pass" }>,
  events: readonly Event[],
): Decision {
  const { scaffold: stubs } = state;
  if (stubs === null) throw new Error("Bug: a scaffold that nobody asked for.");
  const said = verdict.kind === "fail" ? `${sentence(verdict.reason)} ${verdict.fix}` : verdict.why;
  if (stubs.attempt < MOST_SCAFFOLDS) {
    const tried = [...state.tried, `Scaffold, turn ${stubs.attempt}: ${said}`];
    const isGentle = stubs.isGentle || (verdict.kind === "fail" && verdict.code === endsRun);
    const next = {
      ...{ ...stubs, isGentle, attempt: stubs.attempt + 1 },
      feedback: [...stubs.feedback, said],
    };
    return askForStubs({ ...state, tried }, { ...next, tree: null, isBare: false }, events);
  }
  if (verdict.kind === "fail" && mayBeTests.includes(verdict.code))
    return again(state, verdict, events);
  return stop(state, said, events);
}

function stop(state: RedState, said: string, events: readonly Event[]): Decision {
  const tried = [...state.tried, `Scaffold, turn ${MOST_SCAFFOLDS}: ${said}`];
  return block(
    { ...state, tried },
    {
      reason: "red_wrong_reason",
      failed: `The names that the tests need could not be made to exist without behaviour. ${said}`,
      decision:
        "Does the issue say what the new modules and functions are called and take? Make it more exact, or choose another agent or model for the role `scaffolder`, then run again.",
    },
    events,
  );
}
