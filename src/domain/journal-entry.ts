import { z } from "zod";
import { Result } from "./result.ts";
import { RunRequest } from "./run-request.ts";

/** One line of the journal: the request first, then every Result, each with its moment in ms. */
export const JournalEntry = z.discriminatedUnion("type", [
  z.object({ type: z.literal("requested"), at: z.number(), request: RunRequest }),
  z.object({ type: z.literal("resulted"), at: z.number(), result: Result }),
]);
export type JournalEntry = z.infer<typeof JournalEntry>;
