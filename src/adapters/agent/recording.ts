import { z } from "zod";
import { ConfigError, Role } from "../../domain/config.ts";
import { describeProblems } from "../../domain/describe-problem.ts";
import { Answer } from "../../domain/result.ts";
import { Spend } from "../../domain/spend.ts";

/** What a turn left in one file; `text` null when the file is gone. Binary files are not recorded. */
export const RecordedEdit = z.object({ path: z.string().min(1), text: z.string().nullable() });
export type RecordedEdit = z.infer<typeof RecordedEdit>;

export const RecordedTurn = z
  .object({
    role: Role,
    attempt: z.number().int().positive(),
    /** For a developer; absent where one recording plays whichever step comes. */
    step: z.string().optional(),
    edits: z.array(RecordedEdit).default([]),
    /** Null when the turn failed. */
    answer: Answer.nullable(),
    failed: z
      .object({
        why: z.enum(["gave_up", "limit", "budget", "refused", "unreachable", "bad_answer"]),
        detail: z.string(),
      })
      .nullable()
      .default(null),
    spend: Spend,
    /** Free text for people; replay does not look at it. */
    transcript: z.string().optional(),
  })
  .refine((turn) => (turn.answer === null) !== (turn.failed === null), {
    message: "a turn has either an answer or a failure",
  });
export type RecordedTurn = z.infer<typeof RecordedTurn>;

/** The turns of one run, in the order in which they were taken. */
export const Recording = z.object({ version: z.literal(1), turns: z.array(RecordedTurn) });
export type Recording = z.infer<typeof Recording>;

/**
 * Reads a recording.
 * @param source path or name, for the message
 * @throws ConfigError when it is not JSON or does not fit
 */
export function readRecording(source: string, json: string): Recording {
  const parsed = Recording.safeParse(parseJson(source, json), { reportInput: true });
  if (parsed.success) return parsed.data;
  const problems = describeProblems(parsed.error).slice(0, 5);
  throw new ConfigError(
    `${source} is not a recording of version 1:\n- ${problems.join("\n- ")}\nRecord the run again.`,
  );
}

function parseJson(source: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new ConfigError(`${source} is not JSON. Give a recording that \`run --record\` wrote.`, {
      cause,
    });
  }
}
