import { z } from "zod";
import { Coverage, CriticAnswer, Suggestion } from "./answers.ts";
import { CheckPurpose, CommitPhase, TestPurpose } from "./command.ts";
import { Conclusion } from "./conclusion.ts";
import { Role } from "./config.ts";
import { Fact } from "./fact.ts";
import { IssueRef } from "./issue-ref.ts";
import { Lock } from "./lock.ts";
import { SpecShape } from "./loop-spec/loop-spec.ts";
import { RedVerdict } from "./red-verdict.ts";
import { CheckExit } from "./result.ts";
import { LayerMap, Slice } from "./slice.ts";
import { Criterion } from "./spec.ts";
import { Spend } from "./spend.ts";
import { TestRun } from "./test-run.ts";
import { Verdict } from "./verdict.ts";

/** What happened, for people: progress lines, comments and the report are read off these. */
export const Event = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("run.started"),
    runId: z.string(),
    issue: IssueRef,
    title: z.string(),
    actor: z.string(),
    profile: z.string(),
    /** What to type to go on with this run when it was stopped; absent in old journals. */
    resume: z.string().optional(),
  }),
  z.object({
    type: z.literal("spec.read"),
    criteria: z.array(Criterion),
    files: z.array(z.string()),
  }),
  z.object({
    type: z.literal("plan.proposed"),
    criteria: z.array(z.string()),
    files: z.array(z.string()),
    testFiles: z.array(z.string()),
  }),
  z.object({ type: z.literal("slices.planned"), slices: z.array(Slice), layers: LayerMap }),
  z.object({
    type: z.literal("slice.begun"),
    id: z.string(),
    title: z.string(),
    /** From 1, and how many there are. */
    number: z.number(),
    of: z.number(),
  }),
  /** The behaviour was there already: its test passed before anything was implemented. */
  z.object({ type: z.literal("slice.skipped"), id: z.string(), why: z.string() }),
  /** A cycle of test and code began; `of` is the most there may be, null for no limit. */
  z.object({ type: z.literal("cycle.begun"), number: z.number(), of: z.number().nullable() }),
  /** The behaviour was there already: another one is chosen. */
  z.object({ type: z.literal("cycle.covered"), criteria: z.array(z.string()), why: z.string() }),
  /** A cycle is green: what its tests demand, and the criteria that are done with it. */
  z.object({
    type: z.literal("cycle.done"),
    number: z.number(),
    attempts: z.number(),
    behaviour: z.string(),
    criteria: z.array(z.string()),
    tests: z.array(z.string()),
  }),
  z.object({ type: z.literal("dispute.raised"), reason: z.string() }),
  z.object({
    type: z.literal("dispute.settled"),
    outcome: z.enum(["amended", "upheld"]),
    by: z.string(),
    why: z.string(),
  }),
  z.object({ type: z.literal("refinement.given"), suggestions: z.array(Suggestion) }),
  z.object({ type: z.literal("approval.requested"), question: z.string(), command: z.string() }),
  z.object({ type: z.literal("approval.given"), by: z.string() }),
  z.object({ type: z.literal("scope.widened"), by: z.string(), paths: z.array(z.string()) }),
  z.object({
    type: z.literal("lock.taken"),
    lock: Lock,
    digest: z.string(),
    /** How the tests are run and read, for a person; absent in old journals and of several projects. */
    tests: z.string().optional(),
  }),
  z.object({
    type: z.literal("tests.ran"),
    purpose: TestPurpose,
    run: TestRun,
    sandbox: z.string(),
  }),
  z.object({
    type: z.literal("proof.taken"),
    /** Whether the tests pass where CI is set and on another day; null when that was not tried. */
    elsewhere: z.enum(["same", "differs"]).nullable(),
    /** What became of assertions that were turned false. */
    canary: z.enum(["noticed", "survived", "not_tried"]),
    verdict: Verdict,
  }),
  z.object({
    type: z.literal("turn.taken"),
    role: Role,
    attempt: z.number(),
    step: z.string().optional(),
    paths: z.array(z.string()),
    summary: z.string(),
    spend: Spend,
    /** The isolation that the agent worked under; absent for recordings. */
    sandbox: z.string().optional(),
  }),
  z.object({
    type: z.literal("turn.failed"),
    role: Role,
    attempt: z.number(),
    step: z.string().optional(),
    why: z.string(),
    detail: z.string(),
    spend: Spend,
    sandbox: z.string().optional(),
  }),
  z.object({ type: z.literal("gate.judged"), phase: CommitPhase, verdict: Verdict }),
  z.object({
    type: z.literal("red.judged"),
    verdict: RedVerdict,
    coverage: z.array(Coverage),
  }),
  /** A loop spec was read: what it wants proven, and what was said of it. */
  z.object({
    type: z.literal("loop.read"),
    name: z.string(),
    goal: z.string(),
    shape: SpecShape,
    steps: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        check: z.string(),
        dependsOn: z.array(z.string()),
      }),
    ),
    finalCheck: z.string().nullable(),
    maxIterations: z.number(),
    notes: z.array(z.string()),
  }),
  z.object({
    type: z.literal("check.ran"),
    purpose: CheckPurpose,
    step: z.string(),
    line: z.string(),
    passed: z.boolean(),
    /** Null when it counts; else why it does not. */
    skipped: z.string().nullable(),
    exit: CheckExit,
    output: z.string(),
    durationMs: z.number(),
    sandbox: z.string(),
  }),
  z.object({
    type: z.literal("step.begun"),
    step: z.string(),
    attempt: z.number(),
    iteration: z.number(),
  }),
  z.object({
    type: z.literal("step.failed"),
    step: z.string(),
    attempt: z.number(),
    why: z.string(),
  }),
  z.object({
    type: z.literal("step.completed"),
    step: z.string(),
    /** Null when nothing had changed. */
    sha: z.string().nullable(),
    /** What was changed and is not part of the commit, with the reason. */
    left: z.array(z.object({ path: z.string(), why: z.string() })),
  }),
  z.object({ type: z.literal("lint.ran"), passed: z.boolean(), output: z.string() }),
  z.object({
    type: z.literal("commit.created"),
    phase: CommitPhase,
    sha: z.string(),
    message: z.string(),
  }),
  z.object({
    type: z.literal("branch.pushed"),
    branch: z.string(),
    sha: z.string(),
    url: z.string(),
  }),
  z.object({ type: z.literal("facts.found"), facts: z.array(Fact) }),
  z.object({ type: z.literal("review.given"), round: z.number(), review: CriticAnswer }),
  z.object({ type: z.literal("change.reverted"), finding: z.string(), why: z.string() }),
  z.object({
    type: z.literal("pull_request.opened"),
    number: z.number(),
    url: z.string(),
  }),
  z.object({ type: z.literal("run.concluded"), conclusion: Conclusion }),
]);
export type Event = z.infer<typeof Event>;

/** An event with the moment it happened: milliseconds since 1970, stamped by the journal's clock. */
export interface TimedEvent {
  readonly at: number;
  /** How long nobody was at work right before it, in milliseconds: the run had stopped and was resumed. */
  readonly pausedMs?: number;
  readonly event: Event;
}
