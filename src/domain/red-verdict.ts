import { z } from "zod";
import { FailureCause } from "./test-run.ts";

/** Whether one new test is RED for the right reason. */
export const TestVerdict = z.object({
  id: z.string(),
  verdict: z.enum(["right_reason", "already_satisfied", "wrong_reason", "cannot_judge"]),
  cause: FailureCause.nullable(),
  why: z.string(),
});
export type TestVerdict = z.infer<typeof TestVerdict>;

/** Whether the RED run as a whole is right, with the one thing to do when it is not. */
export const RedVerdict = z.object({
  verdict: z.enum(["right_reason", "already_satisfied", "wrong_reason", "cannot_judge"]),
  /** A word of shared vocabulary: assertion, missing_module, syntax_error, no_tests, flaky … */
  reason: z.string(),
  fix: z.string(),
  /** True when right only if the promised target is stubbed and the tests then run. */
  needsScaffold: z.boolean(),
  missing: z.array(z.object({ target: z.enum(["module", "symbol"]), name: z.string() })),
  tests: z.array(TestVerdict),
  warnings: z.array(z.string()),
});
export type RedVerdict = z.infer<typeof RedVerdict>;

/** The names that do not exist yet and that the plan promised. */
export interface Promised {
  readonly modules: readonly string[];
  readonly symbols: readonly string[];
  readonly files: readonly string[];
}

/** A file that the test writer changed, and whether the base had it. */
export interface Written {
  readonly path: string;
  readonly isNew: boolean;
}

/** What of the outside world the text of tests asks for. */
export type Asked = "clock" | "chance" | "network";
