import { commitMessage } from "../../domain/commit-message.ts";
import type { Event } from "../../domain/event.ts";
import type { Result, ResultOf } from "../../domain/result.ts";
import type { Verdict } from "../../domain/verdict.ts";
import { judgeEdit } from "../../gates/judge.ts";
import { judgeLeftStubs } from "../../gates/red/judge-left-stubs.ts";
import { want } from "../issue-command.ts";
import type { Decision, GreenState } from "../state.ts";
import { again, giveUp } from "./green-turns.ts";
import { judgeRun } from "./judge-run.ts";
import { reviewWork } from "./review-turns.ts";
import { cannotGoOn, dependenciesChanged, failedEvent, turnEvent, turnEvidence } from "./turn.ts";
import { unexpected } from "./unexpected.ts";

export function onGreen(state: GreenState, result: Result): Decision {
  switch (result.kind) {
    case "turn_failed":
      return onTurnFailed(state, result);
    case "turn_taken":
      return onEdited(state, result);
    case "tests_ran":
      return onRan(state, result);
    case "lint_ran":
      return onLinted(state, result);
    case "committed":
      return onCommitted(state, result);
    case "pushed":
      return onPushed(state, result);
    default:
      return unexpected(state, result);
  }
}

/** An agent that fails after a gate spoke leaves that gate's word as the reason. */
function onTurnFailed(state: GreenState, result: ResultOf<"turn_failed">): Decision {
  const canBeMended = ["unreachable", "budget", "bad_answer"].includes(result.why);
  if (state.lastGate === null || canBeMended) return cannotGoOn(state, result, state.attempt);
  const tried = [...state.tried, `Attempt ${state.attempt}: ${result.detail}`];
  return giveUp({ ...state, tried }, [failedEvent(result, state.attempt)]);
}

/** File gate and seal after every turn, before anything is run (S0-22). */
function onEdited(state: GreenState, result: ResultOf<"turn_taken">): Decision {
  if (result.answer.kind !== "edit") return unexpected(state, result);
  const { cannot } = result.answer.edit;
  if (cannot !== null) return cannotGoOn(state, { ...result, cannot }, state.attempt);
  const taken = turnEvent(result, state.attempt);
  const verdict = judgeEdit({ ...turnEvidence(state, result), seal: state.red.seal });
  const judged: Event = { type: "gate.judged", phase: "green", verdict };
  if (verdict.kind !== "pass") {
    const events = [taken, judged];
    return dependenciesChanged(state, verdict, events) ?? again(state, "scope", verdict, events);
  }
  const paths = result.changes.map((change) => change.path);
  const touched = [...new Set([...state.touched, ...paths])];
  return want(
    { ...state, step: "running", tree: result.tree, touched, leftStubs: result.leftStubs ?? [] },
    {
      kind: "run_tests",
      purpose: "green",
      tree: result.tree,
      testCommand: state.lock.testCommand,
    },
    [taken, judged],
  );
}

function onRan(state: GreenState, result: ResultOf<"tests_ran">): Decision {
  const { run, sandbox } = result;
  const ran: Event = { type: "tests.ran", purpose: "green", run, sandbox };
  const suite = judgeRun(state, result);
  const { leftStubs, spec } = state;
  const verdict = suite.kind === "pass" ? judgeLeftStubs(leftStubs, spec.body) : suite;
  const judged: Event = { type: "gate.judged", phase: "green", verdict };
  const seen: GreenState = { ...state, run };
  if (verdict.kind !== "pass") return again(seen, "suite", verdict, [ran, judged]);
  const { lintCommand } = state.request.config;
  if (lintCommand === undefined) return commit(seen, [ran, judged]);
  return want(
    { ...seen, step: "linting" },
    { kind: "run_lint", tree: state.tree, lintCommand, files: [...state.touched] },
    [ran, judged],
  );
}

function onLinted(state: GreenState, result: ResultOf<"lint_ran">): Decision {
  const ran: Event = { type: "lint.ran", passed: result.passed, output: result.output };
  if (result.passed) return commit(state, [ran]);
  const reason = `The linter refuses the change:\n${result.output}`;
  const fix = "Put right what the linter says.";
  const verdict: Verdict = { kind: "fail", gate: "lint", code: "LINT", reason, fix, paths: [] };
  return again(state, "suite", verdict, [ran]);
}

function greenMessage(state: GreenState): string {
  return commitMessage({
    prefix: "green: ",
    title: state.spec.title,
    what: "The smallest change that makes the failing tests pass; nothing that passed before fails.",
    criteria: state.spec.criteria,
    issue: state.request.issue.number,
  });
}

function commit(state: GreenState, events: readonly Event[]): Decision {
  return want(
    { ...state, step: "committing" },
    {
      kind: "commit",
      phase: "green",
      tree: state.tree,
      parent: state.red.sha,
      message: greenMessage(state),
    },
    events,
  );
}

function onCommitted(state: GreenState, { sha }: ResultOf<"committed">): Decision {
  const created: Event = {
    type: "commit.created",
    phase: "green",
    sha,
    message: greenMessage(state),
  };
  return want(
    { ...state, step: "pushing", sha },
    { kind: "push", branch: state.lock.branch, sha, expected: state.red.sha },
    [created],
  );
}

function onPushed(state: GreenState, result: ResultOf<"pushed">): Decision {
  const { run, tree } = state;
  if (run === null) return unexpected(state, result);
  const { sha, url } = result;
  const pushed: Event = { type: "branch.pushed", branch: state.lock.branch, sha, url };
  return reviewWork({ ...state, head: { sha, tree, run }, pushedSha: sha }, [pushed]);
}
