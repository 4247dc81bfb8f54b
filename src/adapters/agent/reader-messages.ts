import { z } from "zod";
import { Role } from "../../domain/config.ts";
import { Answer } from "../../domain/result.ts";
import { Spend } from "../../domain/spend.ts";

/** What an agent's process is told: one turn with all that it needs, then what the tests said. */
export const ToReader = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("turn"),
    turn: z.strictObject({
      role: Role,
      attempt: z.number().int().positive(),
      system: z.string(),
      shared: z.string(),
      sealed: z.string(),
      task: z.string(),
      dir: z.string(),
      mayWrite: z.array(z.string()),
      mayRunTests: z.boolean(),
    }),
    model: z.strictObject({
      name: z.string(),
      /** The only secret that this process is ever given; not in its environment, where others look. */
      apiKey: z.string(),
      baseUrl: z.string().nullable(),
      maxRetries: z.number().int().nonnegative().nullable(),
    }),
    limits: z.strictObject({
      maxTurns: z.number().positive(),
      dollars: z.number().positive(),
      minutes: z.number().positive(),
    }),
  }),
  z.strictObject({ kind: z.literal("tests_ran"), digest: z.string(), isAsWanted: z.boolean() }),
]);
export type ToReader = z.infer<typeof ToReader>;
export type ReaderTurn = Extract<ToReader, { kind: "turn" }>;

const amount = z.number().nonnegative();
const Spent = Spend.extend({
  requests: amount,
  inputTokens: amount,
  cacheReadTokens: amount,
  cacheWriteTokens: amount,
  outputTokens: amount,
  dollars: amount,
});

const LONGEST_DETAIL = 2_000;
const detail = z.string().transform((text) => text.slice(0, LONGEST_DETAIL));

/**
 * What an agent's process may say. It names no path, command, ref or id: it asks for a test run of
 * what it has, tells what it spent, and hands in an answer. Anything else ends it.
 */
export const FromReader = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("run_tests") }),
  z.strictObject({ kind: z.literal("spent"), spend: Spent }),
  z.strictObject({ kind: z.literal("finished"), answer: Answer, spend: Spent }),
  z.strictObject({
    kind: z.literal("failed"),
    why: z.enum(["gave_up", "limit", "budget", "refused", "unreachable", "bad_answer"]),
    detail,
    spend: Spent,
  }),
]);
export type FromReader = z.infer<typeof FromReader>;

/** A line of the channel as data, or undefined when it is no JSON. */
export function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
