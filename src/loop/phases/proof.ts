import type { Event } from "../../domain/event.ts";
import { observedRun } from "../../domain/proof-evidence.ts";
import type { Result, ResultOf } from "../../domain/result.ts";
import type { Verdict } from "../../domain/verdict.ts";
import type { GateFinding } from "../../gates/tamper/finding.ts";
import { verdictOf } from "../../gates/tamper/finding.ts";
import { isCanaryUntried } from "../../gates/tamper/judge-canary.ts";
import { judgeProof } from "../../gates/tamper/judge-proof.ts";
import { block, conclude, want } from "../issue-command.ts";
import type { Decision, RunState } from "../state.ts";
import { commitAll, onFinalCommit } from "./final-commit.ts";
import { sentence } from "./turn.ts";
import { unexpected } from "./unexpected.ts";

type Proving = Extract<RunState, { phase: "proving" }>;

/** Nothing of what the proof refuses goes out: the branch stays where it was pushed last. */
export function onProof(state: Proving, result: Result): Decision {
  if (result.kind === "committed") return onFinalCommit(state, result);
  if (result.kind !== "proven") return unexpected(state, result);
  const findings = judge(state, result);
  const verdict = verdictOf("proof", findings);
  const events = eventsOf(state, result, findings, verdict);
  if (verdict.kind !== "pass") return refuse(state, verdict, findings, events);
  if (state.request.rules.commits === "final") return commitAll(state, events);
  if (state.head.sha === state.pushedSha) return conclude(state, { kind: "success" }, events);
  return want(
    { ...state, phase: "pushing" },
    { kind: "push", branch: state.lock.branch, sha: state.head.sha, expected: state.pushedSha },
    events,
  );
}

function judge(state: Proving, { evidence }: ResultOf<"proven">): GateFinding[] {
  const { baseline, red, head, restless } = state;
  const mutated = evidence.mutated.filter(({ path }) => !restless.includes(path));
  return judgeProof({
    baseline,
    red: observedRun(red.run),
    now: observedRun(head.run),
    evidence: { ...evidence, mutated },
  });
}

function eventsOf(
  state: Proving,
  { evidence, sandbox }: ResultOf<"proven">,
  findings: readonly GateFinding[],
  verdict: Verdict,
): readonly Event[] {
  const { elsewhere, canaries } = evidence;
  const has = (code: string): boolean => findings.some((finding) => finding.code === code);
  const survived = has("CANARY_SURVIVED") ? "survived" : "noticed";
  const run = elsewhere?.observed.run;
  return [
    ...(run === undefined ? [] : [{ type: "tests.ran", purpose: "final", run, sandbox } as const]),
    {
      type: "proof.taken",
      elsewhere: elsewhere && (has("ENV_DEPENDENT") ? "differs" : "same"),
      canary: isCanaryUntried(observedRun(state.head.run), canaries) ? "not_tried" : survived,
      verdict,
    },
    { type: "gate.judged", phase: "green", verdict },
  ];
}

function refuse(
  state: Proving,
  verdict: Exclude<Verdict, { kind: "pass" }>,
  findings: readonly GateFinding[],
  events: readonly Event[],
): Decision {
  const said = verdict.kind === "fail" ? `${sentence(verdict.reason)} ${verdict.fix}` : verdict.why;
  const tried = [...state.tried, `Proof of ${state.head.sha.slice(0, 12)}: ${said}`];
  const decision = questions[findings[0]?.code ?? ""] ?? otherQuestion;
  return block({ ...state, tried }, { reason: "proof_failed", failed: said, decision }, events);
}

/** What a person has to decide, by what the proof found first. */
const questions: Readonly<Record<string, string>> = {
  CANARY_SURVIVED:
    "The suite is green, but it is green with a false assertion, too: the implementation bends the test framework or the comparison of values. Look at the branch; run again, or take it over by hand.",
  ENV_DEPENDENT:
    "The suite is green here but not where CI is set and on another day. Does a test or the code depend on its surroundings? Say in the issue what is meant, then run again.",
  COPY_DIFFERS:
    "The suite is green, but not from a copy of its test files that says the same: the implementation behaves by the name or the text of its tests. Look at the branch; run again, or take it over by hand.",
  COUNT:
    "Fewer tests ran than RED has. Does the code under test end the process, or replace the runner? Look at the branch, then run again.",
  RUN_MUTATED_TREE:
    "A test run changes the repository it runs in. If it must, let it write to a temporary directory; then run again.",
};
const otherQuestion =
  "The finished tree does not stand a test run in a fresh checkout. Look at the branch; then run again, or take it over by hand.";
