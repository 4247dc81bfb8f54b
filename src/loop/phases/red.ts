import type { Coverage, WriterAnswer } from "../../domain/answers.ts";
import type { Event } from "../../domain/event.ts";
import { promisedNames } from "../../domain/promised-names.ts";
import { redReasonText } from "../../domain/red-reason.ts";
import type { RedVerdict } from "../../domain/red-verdict.ts";
import type { Result, ResultOf } from "../../domain/result.ts";
import { passedIds } from "../../domain/test-run.ts";
import type { Failing, Verdict } from "../../domain/verdict.ts";
import { askedBy, judgeTests } from "../../gates/judge.ts";
import { announcedTests } from "../../gates/red/gone-tests.ts";
import { judgeRed } from "../../gates/red/judge-red.ts";
import type { SliceTestsJudged } from "../../gates/red/slice-tests.ts";
import { judgeSliceTests } from "../../gates/red/slice-tests.ts";
import { judgeMutations } from "../../gates/tamper/run-mutations.ts";
import type { Decision, RedState } from "../state.ts";
import type { TestWork } from "../test-work.ts";
import { unitOf } from "../unit.ts";
import { heldAgainst, standsAmended, togetherWith, withStanding } from "./amend-tests.ts";
import { skipUnit } from "./begin-unit.ts";
import { coveredAlready, onCycleAnswer } from "./cycle-tests.ts";
import { commitTests, onCommitStep } from "./red-commit.ts";
import { again, giveUp, needsRepeat, repeatTests, runTests } from "./red-turns.ts";
import { blameScaffold, onScaffold, scaffold } from "./scaffold.ts";
import { cannotGoOn, dependenciesChanged, turnEvent, turnEvidence } from "./turn.ts";
import { unexpected } from "./unexpected.ts";

type NotPassing = Exclude<Verdict, { kind: "pass" }>;

export function onRed(state: RedState, result: Result): Decision {
  switch (state.step) {
    case "writing":
      return onWritten(state, result);
    case "running":
      return onRan(state, result);
    case "scaffolding":
      return onScaffold(state, result);
    default:
      return onCommitStep(state, result);
  }
}

function onWritten(state: RedState, result: Result): Decision {
  if (result.kind === "turn_failed" && isFinal(result) && state.feedback.length > 0)
    return giveUp(state, []);
  if (result.kind === "turn_failed") return cannotGoOn(state, result, state.attempt);
  if (result.kind !== "turn_taken" || result.answer.kind !== "tests")
    return unexpected(state, result);
  const { tests } = result.answer;
  if (tests.cannot !== null)
    return cannotGoOn(state, { ...result, cannot: tests.cannot }, state.attempt);
  const taken = turnEvent(result, state.attempt);
  return onCycleAnswer(state, result, tests, [taken]) ?? judgeWritten(state, result, tests, taken);
}

function judgeWritten(
  state: RedState,
  result: ResultOf<"turn_taken">,
  tests: WriterAnswer,
  taken: Event,
): Decision {
  const verdict = judgeTests({
    ...turnEvidence(state, result),
    listed: state.spec.testLocations,
    texts: result.testTexts,
  });
  const slice = verdict.kind === "pass" ? judgeSlice(state, result) : noWarnings;
  const { warnings } = slice;
  const decided = verdict.kind === "pass" ? slice.verdict : verdict;
  const judged: Event = { type: "gate.judged", phase: "red", verdict: decided };
  if (decided.kind !== "pass") {
    const events = [taken, judged];
    return dependenciesChanged(state, decided, events) ?? again(state, decided, events);
  }
  const work = togetherWith(state, { ...workOf(state, result, tests), warnings }, result.testTexts);
  return runTests({ ...state, work, scaffold: null }, work.tree, [taken, judged]);
}

const noWarnings: SliceTestsJudged = { verdict: { kind: "pass" }, warnings: [] };

function judgeSlice(state: RedState, { testTexts }: ResultOf<"turn_taken">): SliceTestsJudged {
  const { slice } = unitOf(state);
  if (slice === null) return noWarnings;
  return judgeSliceTests({
    texts: testTexts,
    layer: slice.layer,
    behaviour: slice.behaviour,
    map: state.ground.layers ?? {},
  });
}

/** An outage and an answer of the wrong form are not the tests' fault: a resume asks again. */
function isFinal({ why }: ResultOf<"turn_failed">): boolean {
  return why !== "unreachable" && why !== "bad_answer";
}

function workOf(state: RedState, result: ResultOf<"turn_taken">, tests: WriterAnswer): TestWork {
  const sealed = result.changes.flatMap(({ path, blob }) => (blob === null ? [] : [[path, blob]]));
  return {
    tree: result.tree,
    written: result.changes.map(({ path, status }) => ({ path, isNew: status === "added" })),
    seal: Object.fromEntries(sealed) as Record<string, string>,
    coverage: tests.coverage,
    promised: promisedNames(unitOf(state).spec, tests.promised),
    declared: tests.promised,
    announced: announcedTests(tests.coverage, result.testTexts),
    asks: askedBy(result.testTexts),
    summary: tests.summary,
  };
}

/** Were the new tests seen to fail because the behaviour is missing? */
function onRan(before: RedState, result: Result): Decision {
  if (result.kind !== "tests_ran" || before.work === null) return unexpected(before, result);
  const state = withStanding(heldAgainst(before, result.run), result.run);
  const { work } = before;
  const { sandbox } = result;
  const ran: Event = { type: "tests.ran", purpose: "red", run: result.run, sandbox };
  const [run = result.run, ...repeats] = [...state.runs, result.run];
  const evidence = {
    baseline: unitOf(state).before,
    now: run,
    promised: work.promised,
    repeats,
    asks: work.asks,
    written: work.written,
  };
  const red = judgeRed(evidence);
  const verdict = { ...red, warnings: [...red.warnings, ...(work.warnings ?? [])] };
  const judged: Event = { type: "red.judged", verdict, coverage: coverageOf(state, verdict) };
  const seen = { ...state, runs: [run, ...repeats], run, verdict };
  if (standsAmended(seen, result)) return commitTests(seen, [ran, judged]);
  if (isThereAlready(seen, result)) return passOver(seen, [ran, judged]);
  const blamed = blameScaffold(seen, verdict, [ran, judged]);
  if (blamed !== null) return blamed;
  const refused = refusalOf(seen, result);
  if (refused !== null) return again(seen, refused, [ran, judged]);
  if (verdict.needsScaffold && state.request.rules.missingTarget !== "accept")
    return scaffold(seen, verdict, [ran, judged]);
  return needsRepeat(seen) ? repeatTests(seen, [ran]) : commitTests(seen, [ran, judged]);
}

/** A slice is proven by its own test; for an issue as a whole, the writer says which test proves what. */
function coverageOf(state: RedState, { tests }: RedVerdict): Coverage[] {
  const { slice } = unitOf(state);
  if (slice === null) return [...(state.work?.coverage ?? [])];
  const right = tests.filter((test) => test.verdict === "right_reason").map((test) => test.id);
  return [{ criterion: slice.id, tests: right, preserved: false }];
}

function passOver(state: RedState, events: readonly Event[]): Decision {
  return state.cycling === undefined ? skipUnit(state, events) : coveredAlready(state, events);
}

/** New tests ran and all of them passed (S3-24); a test that was not seen to run shows nothing. */
function isThereAlready(
  { verdict, request, scaffold: stubs, cycling }: RedState,
  result: ResultOf<"tests_ran">,
): boolean {
  const { run, mutated = [] } = result;
  const { passesAtRed } = request.rules;
  if (!["skip", "covered"].includes(passesAtRed) || verdict?.verdict !== "already_satisfied")
    return false;
  if (stubs !== null || cycling?.amending != null) return false;
  if (run.kind !== "finished" || mutated.length > 0 || verdict.tests.length === 0) return false;
  const passed = new Set(passedIds(run));
  return verdict.tests.every((test) => passed.has(test.id));
}

/** What speaks against RED, what the run itself did to the tree first. */
function refusalOf(state: RedState, { mutated }: ResultOf<"tests_ran">): NotPassing | null {
  const mutations = judgeMutations(mutated ?? [], state.restless);
  if (mutations.kind !== "pass") return mutations;
  const { verdict } = state;
  if (verdict === null || verdict.verdict === "right_reason") return passingAlready(state);
  return failing(verdict.reason, verdict.fix);
}

/** Every new test must fail (S0-18): one that passes already proves nothing about the change. */
function passingAlready(state: RedState): Failing | null {
  const { verdict, request, scaffold: stubs, cycling } = state;
  const passing = verdict?.tests.filter((test) => test.verdict === "already_satisfied") ?? [];
  // Amended tests of what is implemented may well pass: those that do not are the finding.
  if (cycling?.amending?.about === "findings" || passing.length === 0) return null;
  if (!["block", "covered"].includes(request.rules.passesAtRed)) return null;
  const names = passing.map((test) => `"${test.id}"`).join(", ");
  const stub = stubs?.isGentle === true ? "give empty values" : "raise an error";
  const when = stubs === null ? "" : `, with names that exist and do nothing but ${stub}`;
  return failing(
    "passes_already",
    `These new tests pass before anything is implemented${when}: ${names}. Take them out, or let them assert what is still missing; what must stay as it is, is covered by the existing suite (mark that criterion preserved).`,
  );
}

function failing(code: string, fix: string): Failing {
  const reason = `The tests are not RED for the right reason: ${redReasonText(code)}.`;
  return { kind: "fail", gate: "red", code, reason, fix, paths: [] };
}
