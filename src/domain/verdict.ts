import { z } from "zod";

/**
 * What a gate says. `fix` goes word for word into the next prompt, the comment and the terminal.
 * An outage is `cannot_judge`, never a violation, and never a pass.
 */
export const Verdict = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("pass") }),
  z.object({
    kind: z.literal("fail"),
    gate: z.string(),
    /** A reason code, as in OUTSIDE_ALLOWLIST, TEST_MODIFIED, wrong_reason. */
    code: z.string(),
    reason: z.string(),
    fix: z.string(),
    paths: z.array(z.string()),
  }),
  z.object({ kind: z.literal("cannot_judge"), gate: z.string(), why: z.string() }),
]);
export type Verdict = z.infer<typeof Verdict>;
export type Failing = Extract<Verdict, { kind: "fail" }>;
