import type { Event } from "../../domain/event.ts";
import type { Lock } from "../../domain/lock.ts";
import type { Result } from "../../domain/result.ts";
import type { TestRun } from "../../domain/test-run.ts";
import { block, want } from "../issue-command.ts";
import type { Decision, Grounded, RunState } from "../state.ts";
import { writeTests } from "./red-turns.ts";
import { testCommandOf } from "./test-command-of.ts";
import { unexpected } from "./unexpected.ts";

type Locking = Extract<RunState, { phase: "locking" }>;
type AtBaseline = Extract<RunState, { phase: "baseline" }>;

/** Fixes what the run may touch, before the first edit; nothing widens it afterwards (S0-44). */
export function takeLock(state: Grounded, events: readonly Event[] = []): Decision {
  const lock = lockOf(state);
  return want({ ...state, phase: "locking", lock }, { kind: "take_lock", lock }, events);
}

function lockOf({ request, spec, ground }: Grounded): Lock {
  const { rules: _rules, issueSha256, profile } = request;
  return {
    version: 1,
    issueSha256,
    profile,
    baseRef: ground.baseRef,
    baseSha: ground.baseSha,
    branch: ground.branch,
    allowlist: [...spec.files],
    testFiles: testFilesOf(spec.testLocations, ground.testLocations),
    testCommand: testCommandOf(request, spec, ground) ?? "",
  };
}

/** The issue's places for tests; else where the repository has them; else the two usual folders. */
function testFilesOf(asked: readonly string[], found: readonly string[]): string[] {
  if (asked.length > 0) return [...asked];
  return found.length > 0 ? [...found] : ["test/", "tests/"];
}

export function onLocked(state: Locking, result: Result): Decision {
  if (result.kind !== "lock_taken") return unexpected(state, result);
  const taken: Event = { type: "lock.taken", lock: state.lock, digest: result.digest };
  const { baseTree } = state.ground;
  const shown = want(state, { kind: "publish", stage: "started", sha: null }, [taken]);
  const baselined = want(
    { ...state, phase: "baseline", issued: shown.state.issued, pending: shown.state.pending },
    {
      kind: "run_tests",
      purpose: "baseline",
      tree: baseTree,
      testCommand: state.lock.testCommand,
    },
  );
  return {
    state: baselined.state,
    commands: [...shown.commands, ...baselined.commands],
    events: shown.events,
  };
}

/** The whole suite once, before anything changes: known failures are never blamed on the run. */
export function onBaseline(state: AtBaseline, result: Result): Decision {
  if (result.kind !== "tests_ran") return unexpected(state, result);
  const { run, sandbox } = result;
  const ran: Event = { type: "tests.ran", purpose: "baseline", run, sandbox };
  const problem = baselineProblem(state, run);
  if (problem !== null) {
    const decision = `Can \`${state.lock.testCommand}\` be run here? Fix the set-up (\`setup:\`, \`carry:\` or \`testCommand:\` in .github/tdd-loop.yml), then run again.`;
    return block(state, { reason: "infrastructure", failed: problem, decision }, [ran]);
  }
  const restless = (result.mutated ?? []).map(({ path }) => path);
  return writeTests({ ...state, baseline: run, restless }, 1, [], [ran]);
}

/** S0-45: a runner that does not start is an infrastructure failure; greenfield is not. */
function baselineProblem({ ground, request }: AtBaseline, run: TestRun): string | null {
  if (run.kind === "timed_out")
    return `The tests did not end within ${Math.round(run.afterMs / 1000)} s on the untouched base.`;
  if (run.kind === "crashed") return `The test runner crashed on the untouched base: ${run.why}`;
  if (run.kind === "did_not_start") {
    const missing = run.cause.kind === "runner_missing" || run.cause.kind === "dependency_missing";
    if (!missing && ground.testLocations.length === 0) return null;
    return `The tests do not start on the untouched base: ${run.why}`;
  }
  const failing = run.counts.failed + run.loadFailures.length;
  if (request.rules.baseline === "require_green" && failing > 0)
    return `${failing} tests fail on the untouched base, and this profile wants it green.`;
  return null;
}
