import { z } from "zod";

/**
 * Something in the implementation that a cheat would have, and that honest work may have as well
 * (security.md 2.1): it informs the critic and the person, and stops nothing alone.
 */
export const Fact = z.object({
  rule: z.string(),
  path: z.string(),
  /** In the new version, from 1. */
  line: z.number(),
  /** What it is, in a few words of ours; it may quote values of the tests. */
  what: z.string(),
});
export type Fact = z.infer<typeof Fact>;
