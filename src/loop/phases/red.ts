import type { Event } from "../../domain/event.ts";
import { promisedNames } from "../../domain/promised-names.ts";
import type { Result, ResultOf } from "../../domain/result.ts";
import type { Failing, Verdict } from "../../domain/verdict.ts";
import { judgeRed } from "../../gates/red/judge-red.ts";
import { block, want } from "../issue-command.ts";
import type { Baselined, Decision, RedState, TestWork } from "../state.ts";
import { commitTests, onCommitStep } from "./red-commit.ts";
import { judgeTests } from "./red-gates.ts";
import { onScaffold, scaffold } from "./scaffold.ts";
import { cannotGoOn, newTask, turnEvent } from "./turn.ts";
import { unexpected } from "./unexpected.ts";

/** Asks a fresh writer for failing tests. It may write tests and nothing else. */
export function writeTests(
  state: Baselined,
  attempt: number,
  feedback: readonly string[],
  events: readonly Event[],
): Decision {
  const task = newTask({
    role: "writer",
    attempt,
    tree: state.ground.baseTree,
    mayWrite: state.lock.testFiles,
    feedback,
  });
  const red: RedState = {
    ...state,
    phase: "red",
    step: "writing",
    attempt,
    feedback,
    work: null,
    scaffolded: false,
    run: null,
    verdict: null,
    sha: null,
  };
  return want(red, { kind: "take_turn", task }, events);
}

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
  if (result.kind === "turn_failed" && state.feedback.length > 0) return giveUp(state, []);
  if (result.kind === "turn_failed") return cannotGoOn(state, result, state.attempt);
  if (result.kind !== "turn_taken" || result.answer.kind !== "tests")
    return unexpected(state, result);
  const { tests } = result.answer;
  if (tests.cannot !== null)
    return cannotGoOn(state, { ...result, cannot: tests.cannot }, state.attempt);
  const taken = turnEvent(result, state.attempt);
  const verdict = judgeTests(state, result);
  const judged: Event = { type: "gate.judged", phase: "red", verdict };
  if (verdict.kind !== "pass") return again(state, verdict, [taken, judged]);
  const work = workOf(state, result, tests);
  return runTests({ ...state, work, scaffolded: false }, work.tree, [taken, judged]);
}

function workOf(
  state: RedState,
  result: ResultOf<"turn_taken">,
  tests: Extract<ResultOf<"turn_taken">["answer"], { kind: "tests" }>["tests"],
): TestWork {
  const sealed = result.changes.flatMap(({ path, blob }) => (blob === null ? [] : [[path, blob]]));
  return {
    tree: result.tree,
    seal: Object.fromEntries(sealed) as Record<string, string>,
    coverage: tests.coverage,
    promised: promisedNames(state.spec, tests.promised),
  };
}

export function runTests(state: RedState, tree: string, events: readonly Event[]): Decision {
  const { testCommand } = state.lock;
  return want(
    { ...state, step: "running" },
    { kind: "run_tests", purpose: "red", tree, testCommand },
    events,
  );
}

/** Were the new tests seen to fail because the behaviour is missing? */
function onRan(state: RedState, result: Result): Decision {
  const { work } = state;
  if (result.kind !== "tests_ran" || work === null) return unexpected(state, result);
  const { run, sandbox } = result;
  const verdict = judgeRed({ baseline: state.baseline, now: run, promised: work.promised });
  const ran: Event = { type: "tests.ran", purpose: "red", run, sandbox };
  const judged: Event = { type: "red.judged", verdict, coverage: [...work.coverage] };
  const seen = { ...state, run, verdict };
  if (verdict.verdict !== "right_reason") {
    return again(seen, failing(verdict.reason, verdict.fix), [ran, judged]);
  }
  if (!verdict.needsScaffold) return commitTests(seen, [ran, judged]);
  if (state.request.rules.missingTarget === "accept") return commitTests(seen, [ran, judged]);
  if (!state.scaffolded) return scaffold(seen, verdict, [ran, judged]);
  const fix = "The stubs do not let the tests run: each promised module and symbol must exist and raise the language's not-implemented error.";
  return again(seen, failing("scaffold_incomplete", fix), [ran, judged]);
}

function failing(code: string, fix: string): Failing {
  const reason = `The tests are not RED for the right reason: ${code}.`;
  return { kind: "fail", gate: "red", code, reason, fix, paths: [] };
}

/** A bad test is told to one more writer, then to the person (S0-19). */
export function again(
  state: RedState,
  verdict: Exclude<Verdict, { kind: "pass" }>,
  events: readonly Event[],
): Decision {
  const said = verdict.kind === "fail" ? `${verdict.reason} ${verdict.fix}` : verdict.why;
  const tried = [...state.tried, `RED attempt ${state.attempt}: ${said}`];
  const told = { ...state, tried, feedback: [...state.feedback, said] };
  if (state.attempt >= state.request.rules.redAttempts) return giveUp(told, events);
  return writeTests(told, state.attempt + 1, told.feedback, events);
}

function giveUp(state: RedState, events: readonly Event[]): Decision {
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
