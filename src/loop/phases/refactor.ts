import type { Finding } from "../../domain/answers.ts";
import { commitMessage } from "../../domain/commit-message.ts";
import type { Event } from "../../domain/event.ts";
import { commitSubject } from "../../domain/outbound-text.ts";
import type { Result, ResultOf } from "../../domain/result.ts";
import { want } from "../issue-command.ts";
import type { Decision, ReviewState } from "../state.ts";
import { judgeRun } from "./judge-run.ts";
import { judgeRefactoring } from "./judge-unit-edit.ts";
import { address } from "./review-turns.ts";
import { cannotGoOn, failedEvent, turnEvent } from "./turn.ts";
import { unexpected } from "./unexpected.ts";

export function onRefactor(state: ReviewState, result: Result): Decision {
  switch (result.kind) {
    case "turn_failed":
      if (result.why === "unreachable") return cannotGoOn(state, result, state.round);
      return revert(state, result.detail, [failedEvent(result, state.round)]);
    case "turn_taken":
      return onEdited(state, result, [turnEvent(result, state.round)]);
    case "edits_applied":
      return result.misfit === null
        ? onEdited(state, result, [])
        : revert(state, result.misfit, []);
    case "tests_ran":
      return onRan(state, result);
    case "lint_ran":
      return onLinted(state, result);
    case "committed":
      return onCommitted(state, result);
    default:
      return unexpected(state, result);
  }
}

type Edited = ResultOf<"turn_taken"> | ResultOf<"edits_applied">;

function onEdited(state: ReviewState, result: Edited, taken: readonly Event[]): Decision {
  if (result.changes.length === 0) return revert(state, "nothing was changed", taken);
  const verdict = judgeRefactoring(state, result, state.red.seal);
  const judged: Event = { type: "gate.judged", phase: "refactor", verdict };
  if (verdict.kind !== "pass") {
    const why = verdict.kind === "fail" ? verdict.reason : verdict.why;
    return revert(state, why, [...taken, judged]);
  }
  const touched = result.changes.map((change) => change.path);
  const { testCommand } = state.lock;
  return want(
    { ...state, step: "running", tree: result.tree, touched },
    { kind: "run_tests", purpose: "refactor", tree: result.tree, testCommand },
    [...taken, judged],
  );
}

function onRan(state: ReviewState, result: ResultOf<"tests_ran">): Decision {
  const { run, sandbox } = result;
  const ran: Event = { type: "tests.ran", purpose: "refactor", run, sandbox };
  const verdict = judgeRun(state, result);
  const judged: Event = { type: "gate.judged", phase: "refactor", verdict };
  if (verdict.kind !== "pass") {
    return revert(state, verdict.kind === "fail" ? verdict.reason : verdict.why, [ran, judged]);
  }
  const { lintCommand } = state.request.config;
  const seen: ReviewState = { ...state, run };
  if (lintCommand === undefined) return commit(seen, [ran, judged]);
  return want(
    { ...seen, step: "linting" },
    { kind: "run_lint", tree: state.tree, lintCommand, files: [...state.touched] },
    [ran, judged],
  );
}

function onLinted(state: ReviewState, result: ResultOf<"lint_ran">): Decision {
  const ran: Event = { type: "lint.ran", passed: result.passed, output: result.output };
  return result.passed ? commit(state, [ran]) : revert(state, "the linter refuses it", [ran]);
}

function refactorMessage(state: ReviewState): string {
  const finding = state.suggestions.length > 0 ? undefined : state.queue[0];
  const place = finding === undefined ? "" : ` of the critic${placeOf(finding)}`;
  const from =
    state.suggestions.length > 0 ? "A suggestion of the refiner" : `Addresses a finding${place}`;
  return commitMessage({
    prefix: "refactor: ",
    title: inWork(state) || "address the review",
    what: `${from}; every test passes as before.`,
    criteria: [],
    issue: state.request.issue.number,
  });
}

/** A path of the repository, which the critic wrote down. */
function placeOf({ file, line }: Finding): string {
  return ` in ${commitSubject(line === null ? file : `${file}:${line}`, 200)}`;
}

function commit(state: ReviewState, events: readonly Event[]): Decision {
  return want(
    { ...state, step: "committing" },
    {
      kind: "commit",
      phase: "refactor",
      tree: state.tree,
      parent: state.head.sha,
      message: refactorMessage(state),
    },
    events,
  );
}

function onCommitted(state: ReviewState, { sha, tree }: ResultOf<"committed">): Decision {
  const message = refactorMessage(state);
  const created: Event = { type: "commit.created", phase: "refactor", sha, message };
  const head = { sha, tree, run: state.run ?? state.head.run };
  return address({ ...withoutFirst(state), head, changed: true }, [created]);
}

/** The change broke something or was not made: the last green tree stands, the next finding follows. */
function revert(state: ReviewState, why: string, events: readonly Event[]): Decision {
  const finding = inWork(state);
  const tried = [...state.tried, `Refactoring "${finding}": ${why}`];
  const reverted: Event = { type: "change.reverted", finding, why };
  return address({ ...withoutFirst(state), tried }, [...events, reverted]);
}

/** What is being addressed, in the words of who wants it. */
function inWork({ suggestions, queue }: ReviewState): string {
  return suggestions[0]?.description ?? queue[0]?.problem ?? "";
}

function withoutFirst(state: ReviewState): ReviewState {
  const [tried, ...suggestions] = state.suggestions;
  if (tried !== undefined) return { ...state, suggestions };
  const [done, ...queue] = state.queue;
  return { ...state, queue, seen: done === undefined ? state.seen : [...state.seen, done] };
}
