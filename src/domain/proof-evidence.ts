import { z } from "zod";
import type { Lock } from "./lock.ts";
import { TestRun } from "./test-run.ts";

/** A test run together with how its process ended. */
export const ObservedRun = z.object({
  run: TestRun,
  exitCode: z.number().nullable(),
  timedOut: z.boolean(),
  outputCut: z.boolean(),
  /** Processes that the run left behind; they were ended. */
  leftovers: z.number().optional(),
  /** The limit that the run ran into: processes, memory or file_size. */
  limit: z.string().optional(),
});
export type ObservedRun = z.infer<typeof ObservedRun>;

/** What a test run did to the tree it ran in. */
export const TreeMutation = z.object({
  path: z.string(),
  how: z.enum(["changed", "deleted", "added"]),
});
export type TreeMutation = z.infer<typeof TreeMutation>;

/** How the tests came out with one assertion a file turned false. */
export const CanaryRun = z.object({
  observed: ObservedRun,
  /** The files that hold a turned assertion, by the names they ran under: one assertion each. */
  turned: z.array(z.string()),
  /** The tests that the turned assertions stand in, where the text tells: outer ones with inner ones. */
  owners: z.record(z.string(), z.array(z.string())).default({}),
  /** No assertion could be turned: the owners are false tests of ours, one and all. */
  appended: z.boolean().default(false),
});
export type CanaryRun = z.infer<typeof CanaryRun>;

/** How the tests came out of copies of RED's files that say the same: a comment was added to each. */
export const TwinRun = z.object({
  observed: ObservedRun,
  /** The files that stood as copies; `word` took the place of `stem` in a name, "" where none did. */
  copies: z.array(
    z.object({ path: z.string(), name: z.string(), word: z.string(), stem: z.string() }),
  ),
});
export type TwinRun = z.infer<typeof TwinRun>;

/**
 * What was seen of a finished tree in checkouts of its own (security.md 2.1). The later parts are
 * absent when the run itself was not in order.
 */
export const ProofEvidence = z.object({
  /** The run itself; null when the loop's own run of that tree stands for it. */
  main: ObservedRun.nullable(),
  /** Test declarations in files that RED could not load, so that it named none of them. */
  declared: z.number(),
  mutated: z.array(TreeMutation),
  /** CI set and another day; `shaky` are tests that do not stand that even at RED. */
  elsewhere: z.object({ observed: ObservedRun, shaky: z.array(z.string()) }).nullable(),
  /** With tests that were kept back; null when there are none. */
  holdout: ObservedRun.nullable(),
  canaries: z.array(CanaryRun),
  /** Runs of the copies, a second one when the first came out otherwise; none when nothing could be copied. */
  twins: z.array(TwinRun).default([]),
});
export type ProofEvidence = z.infer<typeof ProofEvidence>;

/** A finished tree and what was seen of it before; what the trial adds is the evidence. */
export interface ProofRequest {
  readonly tree: string;
  readonly redTree: string;
  /** Paths of the test files that RED sealed. */
  readonly redFiles: readonly string[];
  readonly testGlobs: readonly string[];
  readonly command: string;
  readonly framework: string | null;
  /** The projects that are run instead of the command. */
  readonly projects?: Lock["projects"];
  readonly baseline: TestRun;
  /** The loop's own runs of RED and of the tree: neither is made a second time. */
  readonly red: ObservedRun;
  readonly now: ObservedRun;
}

export interface Proven {
  readonly evidence: ProofEvidence;
  readonly sandbox: string;
}

/** A run of which only what its report says is known. */
export function observedRun(run: TestRun): ObservedRun {
  return {
    run,
    exitCode: run.kind === "finished" ? run.exitCode : null,
    timedOut: run.kind === "timed_out",
    outputCut: false,
  };
}
