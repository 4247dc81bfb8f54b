import type { Event } from "../../domain/event.ts";
import { digestOutput } from "../../domain/test-digest.ts";
import type { Verdict } from "../../domain/verdict.ts";
import { cycleTask } from "../cycling.ts";
import { block, want } from "../issue-command.ts";
import type { Decision, GreenState, Reddened } from "../state.ts";
import { unitOf } from "../unit.ts";
import { newTask, sentence } from "./turn.ts";

/** A fresh implementer makes the RED tests pass with the smallest change (S0-21). */
export function implement(
  state: Reddened,
  events: readonly Event[],
  feedback: readonly string[] = [],
  attempt = 1,
): Decision {
  const green: GreenState = {
    ...state,
    phase: "green",
    step: "editing",
    attempt,
    regressions: 0,
    feedback,
    lastSummary: "",
    lastGate: null,
    lastCode: "",
    lastPaths: [],
    leftStubs: [],
    tree: state.red.tree,
    touched: [],
    run: null,
    sha: null,
  };
  return edit(green, events);
}

/**
 * The first attempt implements, later ones debug; the last debugger sees every failure (S0-24). Who knows
 * nothing but the failing test has nothing to debug: each attempt is one more implementation (S3-30).
 */
function edit(state: GreenState, events: readonly Event[] = []): Decision {
  const tries = state.attempt + state.regressions;
  const { implementerSees, redUnit } = state.request.rules;
  const debugs = tries > 1 && implementerSees !== "failing_test" && redUnit !== "cycle";
  const task = newTask({
    role: debugs ? "debugger" : "implementer",
    attempt: debugs ? tries - 1 : tries,
    tree: state.tree,
    mayWrite: unitOf(state).lock.allowlist.map((file) => file.path),
    feedback: state.feedback,
    testOutput: digestOutput(state.run ?? state.red.run),
    ...cycleTask(state),
  });
  return want({ ...state, step: "editing" }, { kind: "take_turn", task }, events);
}

/**
 * One more debugger, or the end. A scope breach is undone first, so that the next agent starts from
 * the last clean tree with the violation quoted; a failing tree is what the debugger looks into.
 */
export function again(
  state: GreenState,
  gate: "scope" | "suite",
  verdict: Exclude<Verdict, { kind: "pass" }>,
  events: readonly Event[],
): Decision {
  const said = verdict.kind === "fail" ? `${sentence(verdict.reason)} ${verdict.fix}` : verdict.why;
  const tried = [...state.tried, `GREEN attempt ${state.attempt}: ${said}`];
  const lastCode = verdict.kind === "fail" ? verdict.code : "";
  const lastPaths = verdict.kind === "fail" ? verdict.paths : [];
  const feedback = [...state.feedback, said];
  const told: GreenState = { ...state, tried, feedback, lastGate: gate, lastCode, lastPaths };
  const { scopeBreach, greenAttempts, regressionAttempts } = state.request.rules;
  if (isRegression(verdict) && regressionAttempts > 0) {
    if (state.regressions >= regressionAttempts) return giveUp(told, events);
    return edit({ ...told, regressions: state.regressions + 1 }, events);
  }
  const stop = gate === "scope" && scopeBreach === "stop";
  if (stop || state.attempt >= greenAttempts) return giveUp(told, events);
  return edit({ ...told, attempt: state.attempt + 1 }, events);
}

/** The new tests pass and old ones do not: that has a budget of its own where the profile says so (S3-31). */
function isRegression(verdict: Verdict): boolean {
  return verdict.kind === "fail" && verdict.code === "REGRESSION";
}

export function giveUp(state: GreenState, events: readonly Event[]): Decision {
  const failed = state.feedback.at(-1) ?? "The RED tests still fail.";
  if (state.lastGate === "scope") {
    const decision = scopeQuestion(state);
    const isOpen = !/^(TEST|LAYER)_/.test(state.lastCode);
    const allow = isOpen ? state.lastPaths : [];
    return block(state, { reason: "scope", failed, decision, allow }, events);
  }
  const tries = state.attempt + state.regressions;
  const who = tries === 1 ? "The implementer" : `${tries} attempts`;
  const decision = `${who} did not get the tests green. Is a criterion wrong, or should it be split? Change the issue, or take the branch over by hand.`;
  return block(state, { reason: "debug_exhausted", failed, decision }, events);
}

/** What a person has to decide depends on which wall was run into. */
function scopeQuestion({ lastCode }: GreenState): string {
  if (lastCode.startsWith("TEST_")) {
    return "Nobody may change a test after RED, and the agent tried to. Is that test wrong? Then make its criterion more exact and run again; otherwise run again as it is.";
  }
  if (lastCode === "PROTECTED_PATH") {
    return "The agent tried to change a file that decides how the project is built, run or judged. If the issue really needs that, list the file by its own line; otherwise say how to do without.";
  }
  if (lastCode.startsWith("LAYER_")) {
    return "The work goes against the direction of the layers. Is the slice in the right layer, and are `layers:` in .github/tdd-loop.yml right? Cut the issue in another way, or say which port the inner layer defines, then run again.";
  }
  if (lastCode === "WORKTREE_DELETED") {
    return "The agent destroyed the place that it worked in. Choose another agent or model, then run again.";
  }
  return "The work went outside the locked files. Does the issue need a wider file list? Add the path to it, or say how to do without.";
}
