import { commitMessage } from "../../domain/commit-message.ts";
import type { Event } from "../../domain/event.ts";
import type { Result, ResultOf } from "../../domain/result.ts";
import type { Criterion } from "../../domain/spec.ts";
import type { Verdict } from "../../domain/verdict.ts";
import { judgeCoverage } from "../../gates/coverage.ts";
import { block, commandFor, conclude, want } from "../issue-command.ts";
import type { Decision, Reddened, RedState } from "../state.ts";
import { unitOf } from "../unit.ts";
import { claimedBy, testsInPlace } from "./cycle-tests.ts";
import { implement } from "./green-turns.ts";
import { again, redTree } from "./red-turns.ts";
import { testsQuestion } from "./tests-question.ts";
import { unexpected } from "./unexpected.ts";

/** The tests are right; when they also cover every criterion, they become the RED commit. */
export function commitTests(state: RedState, events: readonly Event[]): Decision {
  const { work, verdict, run } = state;
  if (work === null || verdict === null) throw new Error("Bug: commit before tests.");
  const criteria = provenBy(state);
  const covered: Verdict =
    criteria.length === 0
      ? { kind: "pass" }
      : judgeCoverage({
          criteria,
          coverage: work.coverage,
          red: verdict,
          stopped: run?.kind === "finished" ? run.loadFailures.map((load) => load.file) : [],
        });
  if (covered.kind !== "pass") {
    return again(state, covered, [
      ...events,
      { type: "gate.judged", phase: "red", verdict: covered },
    ]);
  }
  const { lintCommand } = state.request.config;
  if (lintCommand === undefined) return commit(state, events);
  const files = Object.keys(work.seal);
  return want(
    { ...state, step: "linting" },
    { kind: "run_lint", tree: redTree(state), lintCommand, files },
    events,
  );
}

/** A slice is proven by its own test, a cycle by the tests of what it is said to finish. */
function provenBy(state: RedState): readonly Criterion[] {
  const { spec, cycling } = state;
  if (cycling?.amending != null || unitOf(state).slice !== null) return [];
  if (cycling === undefined) return spec.criteria;
  const claimed = claimedBy(state);
  return spec.criteria.filter(({ id }) => claimed.includes(id));
}

function commit(state: RedState, events: readonly Event[]): Decision {
  return want(
    { ...state, step: "committing" },
    {
      kind: "commit",
      phase: "red",
      tree: redTree(state),
      parent: unitOf(state).base.sha,
      message: redMessage(state),
    },
    events,
  );
}

function redMessage(state: RedState): string {
  const { title, spec } = unitOf(state);
  return commitMessage({
    prefix: "red: failing tests for ",
    title,
    what: "Each new test was seen to fail because the behaviour is missing.",
    criteria: spec.criteria,
    issue: state.request.issue.number,
  });
}

export function onCommitStep(state: RedState, result: Result): Decision {
  switch (result.kind) {
    case "lint_ran":
      return onLinted(state, result);
    case "committed":
      if (state.request.rules.commits === "final") return onKept(state, result.sha);
      return want(
        { ...state, step: "pushing", sha: result.sha },
        {
          kind: "push",
          branch: state.lock.branch,
          sha: result.sha,
          expected: unitOf(state).remote,
        },
        [{ type: "commit.created", phase: "red", sha: result.sha, message: redMessage(state) }],
      );
    case "pushed":
      return want(
        { ...state, step: "publishing" },
        { kind: "publish", stage: "red", sha: result.sha },
        [{ type: "branch.pushed", branch: state.lock.branch, sha: result.sha, url: result.url }],
      );
    case "published":
      return state.request.rules.approvals.includes("red")
        ? askForTests(state)
        : toGreen(state, result, []);
    case "asked":
      return onTestsApproval(state, result);
    default:
      return unexpected(state, result);
  }
}

/** Seen to fail and kept, but in no branch: the one commit of the run is made at its end. */
function onKept(state: RedState, sha: string): Decision {
  return want(
    { ...state, step: "publishing", sha },
    { kind: "publish", stage: "red", sha: null },
    [],
  );
}

function onLinted(state: RedState, result: Extract<Result, { kind: "lint_ran" }>): Decision {
  const ran: Event = { type: "lint.ran", passed: result.passed, output: result.output };
  if (result.passed) return commit(state, [ran]);
  const reason = `The linter refuses the tests:\n${result.output}`;
  const fix = "Put right what the linter says.";
  const verdict = { kind: "fail", gate: "lint", code: "LINT", reason, fix, paths: [] } as const;
  return again(state, { ...verdict, paths: [] }, [ran]);
}

/** The rule `approvals: [red]`: a person reads the tests before anybody makes them pass. */
function askForTests(state: RedState): Decision {
  const command = commandFor(state.request, "approve-tests");
  const question = testsQuestion(state);
  return want({ ...state, step: "approving" }, { kind: "ask", what: "red", question, command }, [
    { type: "approval.requested", question, command },
  ]);
}

function onTestsApproval(state: RedState, result: ResultOf<"asked">): Decision {
  switch (result.answer) {
    case "approved":
      return toGreen(state, result, [{ type: "approval.given", by: result.by }]);
    case "waiting": {
      const command = commandFor(state.request, "approve-tests");
      return conclude(state, { kind: "action_required", question: testsQuestion(state), command });
    }
    default:
      return block(state, {
        reason: "red_wrong_reason",
        failed: "The tests were not approved.",
        decision: "What should the tests say? Make the criteria more exact, then run again.",
      });
  }
}

function toGreen(state: RedState, result: Result, events: readonly Event[]): Decision {
  const { work, run, verdict, sha } = state;
  if (work === null || run === null || verdict === null || sha === null)
    return unexpected(state, result);
  const honest = verdict.tests.filter((t) => t.verdict === "right_reason").map((test) => test.id);
  const known = new Set(run.kind === "finished" ? run.cases.map((test) => test.id) : []);
  const ids = honest.filter((id) => known.has(id));
  const groups = honest.filter((id) => !known.has(id));
  const seal = { ...unitOf(state).seal, ...work.seal };
  const red = { sha, tree: redTree(state), seal, ids, groups, run, verdict };
  const reddened: Reddened = { ...state, red };
  return state.cycling === undefined
    ? implement(reddened, events)
    : testsInPlace(reddened, { work, claimed: claimedBy(state) }, events);
}
