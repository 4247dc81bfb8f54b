import { z } from "zod";
import { Result } from "./result.ts";
import { RunRequest } from "./run-request.ts";

/**
 * One line of the journal: the request first, then every Result, each with its moment in ms since
 * 1970. `resumed` takes the run up again behind a broken, aborted or waiting command; with an answer
 * when a person gave the approval that was waited for.
 */
export const JournalEntry = z.discriminatedUnion("type", [
  z.object({ type: z.literal("requested"), at: z.number(), request: RunRequest }),
  z.object({ type: z.literal("resulted"), at: z.number(), result: Result }),
  z.object({
    type: z.literal("resumed"),
    at: z.number(),
    answer: z
      .object({
        answer: z.enum(["approved", "refused", "widened", "revised"]),
        by: z.string(),
        paths: z.array(z.string()).optional(),
        said: z.string().optional(),
      })
      .nullable(),
  }),
]);
export type JournalEntry = z.infer<typeof JournalEntry>;
