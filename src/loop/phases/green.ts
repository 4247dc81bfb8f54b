import type { Cannot } from "../../domain/answers.ts";
import { commitMessage } from "../../domain/commit-message.ts";
import type { Event } from "../../domain/event.ts";
import type { Result, ResultOf } from "../../domain/result.ts";
import type { Verdict } from "../../domain/verdict.ts";
import { judgeLeftStubs } from "../../gates/red/judge-left-stubs.ts";
import { block, commandFor, conclude, want } from "../issue-command.ts";
import type { Decision, GreenState, Headed } from "../state.ts";
import { unitOf } from "../unit.ts";
import { onDisputeAnswer, raiseDispute } from "./dispute.ts";
import { finishCycle } from "./finish-cycle.ts";
import { again, giveUp } from "./green-turns.ts";
import { judgeRun } from "./judge-run.ts";
import { judgeUnitEdit } from "./judge-unit-edit.ts";
import { reviewWork } from "./review-turns.ts";
import { cannotGoOn, dependenciesChanged, failedEvent, turnEvent } from "./turn.ts";
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
    case "asked":
      return state.step === "disputing"
        ? onDisputeAnswer(state, result)
        : onApproval(state, result);
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
  if (cannot !== null) return onCannot(state, { ...result, cannot });
  const taken = turnEvent(result, state.attempt);
  const verdict = judgeUnitEdit(state, result, state.red.seal);
  const judged: Event = { type: "gate.judged", phase: "green", verdict };
  const told = { ...state, lastSummary: result.answer.edit.summary };
  const { facts } = result;
  const found: Event[] = facts === undefined ? [] : [{ type: "facts.found", facts }];
  if (verdict.kind !== "pass") {
    const events = [taken, judged];
    return dependenciesChanged(state, verdict, events) ?? again(told, "scope", verdict, events);
  }
  const paths = result.changes.map((change) => change.path);
  const touched = [...new Set([...state.touched, ...paths])];
  return want(
    { ...told, step: "running", tree: result.tree, touched, leftStubs: result.leftStubs ?? [] },
    {
      kind: "run_tests",
      purpose: "green",
      tree: result.tree,
      testCommand: state.lock.testCommand,
    },
    [taken, judged, ...found],
  );
}

type Stopped = ResultOf<"turn_taken"> & { readonly cannot: Cannot };

/** Where testers may amend their tests, an implementer that cannot meet one objects to it. */
function onCannot(state: GreenState, result: Stopped): Decision {
  const { kind, question } = result.cannot;
  if (state.request.rules.testEditors !== "tester" || kind === "unclear")
    return cannotGoOn(state, result, state.attempt);
  return raiseDispute(state, question, [turnEvent(result, state.attempt)]);
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
  const { title, spec } = unitOf(state);
  return commitMessage({
    prefix: "green: ",
    title,
    what: "The smallest change that makes the failing tests pass; nothing that passed before fails.",
    criteria: spec.criteria,
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

function onCommitted(state: GreenState, result: ResultOf<"committed">): Decision {
  const { sha } = result;
  if (state.request.rules.commits === "final") return onKept(state, result, null, []);
  const created: Event = {
    type: "commit.created",
    phase: "green",
    sha,
    message: greenMessage(state),
  };
  return want(
    { ...state, step: "pushing", sha },
    { kind: "push", branch: state.lock.branch, sha, expected: remoteOf(state) },
    [created],
  );
}

/** RED was pushed, unless it is a person's own and part of what the unit began with. */
function remoteOf(state: GreenState): string | null {
  return state.slicing?.provided === true ? unitOf(state).remote : state.red.sha;
}

function onPushed(state: GreenState, result: ResultOf<"pushed">): Decision {
  const { sha, url } = result;
  const pushed: Event = { type: "branch.pushed", branch: state.lock.branch, sha, url };
  return onKept(state, result, sha, [pushed]);
}

/** The commit is where it belongs: on the branch, or, where one is made at the end, in no branch yet. */
function onKept(
  state: GreenState,
  result: ResultOf<"pushed"> | ResultOf<"committed">,
  pushedSha: string | null,
  events: readonly Event[],
): Decision {
  const { run, tree } = state;
  if (run === null) return unexpected(state, result);
  const { sha } = result;
  const headed = { ...state, sha, head: { sha, tree, run }, pushedSha };
  return state.request.rules.approvals.includes("green")
    ? askForWork(headed, events)
    : afterGreen(headed, events);
}

function afterGreen(state: Headed, events: readonly Event[]): Decision {
  return state.cycling === undefined ? reviewWork(state, events) : finishCycle(state, events);
}

const workQuestion = "The new tests pass and nothing else broke. May the work go on from here?";

/** The rule `approvals: [green]` (S3-32): a person sees the change before it is refactored or reviewed. */
function askForWork(state: GreenState, events: readonly Event[]): Decision {
  const command = commandFor(state.request, "approve");
  const question = `${workQuestion}\n${state.lastSummary}\nChanged: ${state.touched.join(", ")}`;
  return want({ ...state, step: "approving" }, { kind: "ask", what: "green", question, command }, [
    ...events,
    { type: "approval.requested", question, command },
  ]);
}

function pushedOf({ request }: GreenState, sha: string): string | null {
  return request.rules.commits === "final" ? null : sha;
}

function onApproval(state: GreenState, result: ResultOf<"asked">): Decision {
  const { run, tree, sha } = state;
  if (run === null || sha === null) return unexpected(state, result);
  const head = { sha, tree, run };
  switch (result.answer) {
    case "approved":
      return afterGreen({ ...state, head, pushedSha: pushedOf(state, sha) }, [
        { type: "approval.given", by: result.by },
      ]);
    case "waiting": {
      const command = commandFor(state.request, "approve");
      return conclude(state, { kind: "action_required", question: workQuestion, command });
    }
    default:
      return block(state, {
        reason: "debug_exhausted",
        failed: "The implementation was not approved.",
        decision: "What is wrong with it? Say it in the issue and run again, or go on by hand.",
      });
  }
}
