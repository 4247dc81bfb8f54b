import { z } from "zod";

/** How a run ends. `blocked` says what S0-46 demands and the exact command that goes on. */
export const Conclusion = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("success") }),
  z.object({
    kind: z.literal("blocked"),
    reason: z.enum([
      "red_wrong_reason",
      "debug_exhausted",
      "critic_exhausted",
      "proof_failed",
      "attempts_exhausted",
      "agent_blocked",
      "scope",
      "criteria_unclear",
      "infrastructure",
      "configuration",
      "contradiction",
      "budget",
    ]),
    tried: z.array(z.string()),
    failed: z.string(),
    decision: z.string(),
    command: z.string(),
  }),
  z.object({ kind: z.literal("action_required"), question: z.string(), command: z.string() }),
  z.object({ kind: z.literal("timed_out"), limit: z.string() }),
  z.object({ kind: z.literal("cancelled"), by: z.string() }),
]);
export type Conclusion = z.infer<typeof Conclusion>;
export type Blocked = Extract<Conclusion, { kind: "blocked" }>;
