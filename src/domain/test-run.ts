import { z } from "zod";

/** Why a test did not pass. Only the first three can be an honest reason to be RED (S0-18, S0-20). */
export const FailureCause = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("assertion") }),
  z.object({ kind: z.literal("not_implemented") }),
  z.object({
    kind: z.literal("missing_target"),
    target: z.enum(["module", "symbol"]),
    name: z.string(),
  }),
  z.object({ kind: z.literal("dependency_missing"), name: z.string() }),
  z.object({ kind: z.literal("syntax_error") }),
  z.object({ kind: z.literal("setup_error") }),
  z.object({ kind: z.literal("timeout") }),
  z.object({ kind: z.literal("crash") }),
  z.object({ kind: z.literal("misconfigured") }),
  z.object({ kind: z.literal("runner_missing") }),
]);
export type FailureCause = z.infer<typeof FailureCause>;

export const TestOutcome = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("passed") }),
  z.object({ kind: z.literal("skipped") }),
  z.object({
    kind: z.literal("failed"),
    cause: FailureCause,
    message: z.string(),
    /** `path:line` in the repository, when the report names one. */
    location: z.string().nullable(),
  }),
]);
export type TestOutcome = z.infer<typeof TestOutcome>;

/** One test as the runner names it. `id` is the same in every run of the same test. */
export const TestCase = z.object({ id: z.string(), file: z.string(), outcome: TestOutcome });
export type TestCase = z.infer<typeof TestCase>;

/** The one test of a runner that nobody can read: its exit code says how all of them ended. */
export const wholeRun = "(the test command as a whole)";

/** Whether an id is that one test, of a project of a monorepo too. */
export function isWholeRun(id: string): boolean {
  return id === wholeRun || id.endsWith(`/${wholeRun}`);
}

/** A test file (or package) that the runner could not load: none of its tests ran. */
export const LoadFailure = z.object({ file: z.string(), cause: FailureCause, message: z.string() });
export type LoadFailure = z.infer<typeof LoadFailure>;

/** Numbers as the runner's own summary gives them. */
export const TestCounts = z.object({ passed: z.number(), failed: z.number(), skipped: z.number() });
export type TestCounts = z.infer<typeof TestCounts>;

/** What one execution of the test command told us. Judged from the report, then exit code and text. */
export const TestRun = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("finished"),
    framework: z.string(),
    cases: z.array(TestCase),
    loadFailures: z.array(LoadFailure),
    /** The runner's own summary, which may count otherwise than `cases` (assertions, suites). */
    counts: TestCounts,
    /** Test files that ran and registered no test. */
    emptyFiles: z.array(z.string()).optional(),
    /** True when the report or the output ends early: what it does not say may have failed. */
    cut: z.boolean().optional(),
    /** True when failures were counted and no name of them is left: old and new look alike. */
    unnamed: z.boolean().optional(),
    /** Tests and files that ended otherwise in another run of the same tree. */
    flaky: z.array(z.string()).optional(),
    /** Where the facts come from: a machine report, printed text, or nothing but the exit code. */
    source: z.enum(["report", "text", "exit_code"]),
    exitCode: z.number().nullable(),
    /** The same by project, where several ran. */
    exits: z.record(z.string(), z.number().nullable()).optional(),
    /** Signals that do not agree, each as a sentence: "exit code 1 but the report has no failure". */
    contradictions: z.array(z.string()),
    /** Why the report cannot be the runner's own: it does not agree with what the runner printed. */
    disputed: z.string().optional(),
    output: z.string(),
    durationMs: z.number(),
  }),
  z.object({
    kind: z.literal("did_not_start"),
    framework: z.string(),
    cause: FailureCause,
    why: z.string(),
    counts: TestCounts.optional(),
    output: z.string(),
    durationMs: z.number(),
  }),
  z.object({
    kind: z.literal("timed_out"),
    framework: z.string(),
    afterMs: z.number(),
    counts: TestCounts.optional(),
    output: z.string(),
  }),
  z.object({
    kind: z.literal("crashed"),
    framework: z.string(),
    why: z.string(),
    counts: TestCounts.optional(),
    output: z.string(),
    durationMs: z.number(),
  }),
]);
export type TestRun = z.infer<typeof TestRun>;
export type FinishedRun = Extract<TestRun, { kind: "finished" }>;

export function failures(run: TestRun): readonly TestCase[] {
  return run.kind === "finished" ? run.cases.filter((c) => c.outcome.kind === "failed") : [];
}

/** Tests that fail, and files that do not load. */
export function failingNames({ cases, loadFailures }: FinishedRun): readonly string[] {
  const failed = cases.filter(({ outcome }) => outcome.kind === "failed").map(({ id }) => id);
  return [...failed, ...loadFailures.map(({ file }) => file)];
}

export function passedIds(run: TestRun): readonly string[] {
  if (run.kind !== "finished") return [];
  return run.cases.filter((test) => test.outcome.kind === "passed").map((test) => test.id);
}

/**
 * What speaks against a run's report; null when nothing does. A runner that already printed otherwise
 * on the untouched base cannot be held to it.
 */
export function disputeIn(run: FinishedRun, baseline: TestRun | null): string | null {
  const before = baseline?.kind === "finished" && baseline.disputed !== undefined;
  return before ? null : (run.disputed ?? null);
}

/** A run, and the isolation that was in force, e.g. "bubblewrap, no network". */
export interface RanTests {
  readonly run: TestRun;
  readonly sandbox: string;
}

/** A run that an agent asked for: a digest of what fails, and whether its work could end with it. */
export interface TriedTests {
  readonly digest: string;
  readonly isAsWanted: boolean;
}
