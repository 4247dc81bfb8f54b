import { z } from "zod";

/** One engine, four disciplines: every knob by which profiles differ. Presets are in loop/profiles.ts. */
export const Rules = z.strictObject({
  roles: z.enum(["split", "single"]),
  implementerSees: z.enum(["spec", "step", "failing_test", "feature"]),
  writerSees: z.enum(["spec", "all", "public_api", "feature"]),
  redUnit: z.enum(["all_criteria", "step", "slice", "cycle"]),
  missingTarget: z.enum(["accept", "scaffold", "stub"]),
  passesAtRed: z.enum(["block", "adjust", "skip", "covered"]),
  baseline: z.enum(["no_regressions", "require_green", "record", "warn_dirty"]),
  redAttempts: z.number().int().positive(),
  /** How often new tests are seen to fail before they count as RED; 1 when absent. */
  redRuns: z.number().int().positive().max(10).optional(),
  /** The first GREEN attempt included. */
  greenAttempts: z.number().int().positive(),
  greenAttemptsWithPlan: z.number().int().positive().nullable(),
  regressionAttempts: z.number().int().nonnegative(),
  review: z.enum(["critic", "validation", "scans", "reviewer"]),
  reviewWhen: z.enum(["after_green", "auto", "end", "first_cycle", "every_cycle", "never"]),
  reviewRounds: z.number().int().nonnegative(),
  refactor: z.enum(["on_findings", "every_slice", "suggest_only", "never"]),
  commits: z.enum(["red_green", "per_step", "per_phase", "final"]),
  scopeBreach: z.enum(["stop", "restore_and_respawn", "reject", "not_committed"]),
  testEditors: z.enum(["nobody", "same_agent", "loop", "tester"]),
  order: z.enum(["given", "dag", "inside_out", "riskiest_first"]),
  maxFiles: z.number().int().positive().nullable(),
  maxCycles: z.number().int().positive().nullable(),
  maxIterations: z.number().int().positive().max(50).nullable(),
  worktrees: z.boolean(),
  parallelism: z.number().int().positive().max(50),
  /** Whether ready tasks of a DAG are worked in Actions jobs of their own; absent: none are. */
  fanout: z.enum(["none", "jobs"]).optional(),
  /** How many small changes of the new code are tried before the final review; absent: none. */
  mutationProbes: z.number().int().nonnegative().max(20).optional(),
  validationCommand: z.string().nullable(),
  outputPattern: z.string().nullable(),
  commandPrefix: z.string().nullable(),
  approvals: z.array(z.enum(["proposal", "slices", "red", "green", "disputes", "fuzzy"])),
  done: z.array(z.enum(["green", "approved", "gate_clean", "verifier", "validation", "slices"])),
});
export type Rules = z.infer<typeof Rules>;

export const ProfileName = z.enum(["strict", "steps", "slices", "pair"]);
export type ProfileName = z.infer<typeof ProfileName>;
