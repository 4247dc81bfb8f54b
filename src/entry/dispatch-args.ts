import { z } from "zod";
import { isSafeBranchName, isSafeSpec } from "../domain/comment-command.ts";
import { describeProblem } from "../domain/describe-problem.ts";
import { ProfileName } from "../domain/rules.ts";

/** The JSON in the input `args`, made by the App or typed by a person. */
export const DispatchArgs = z.strictObject({
  profile: ProfileName.nullable().default(null),
  base: z.string().refine(isSafeBranchName, "is the name of a branch").nullable().default(null),
  dryRun: z.boolean().default(false),
  fresh: z.boolean().default(false),
  spec: z.string().refine(isSafeSpec, "is the name of a loop spec").nullable().default(null),
  paths: z.array(z.string()).default([]),
  /** With the command `resume`: what should be different in the slices that were asked about. */
  said: z.string().nullable().default(null),
  issueSha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .default(null),
  actorId: z.number().int().positive().nullable().default(null),
  bot: z.string().nullable().default(null),
  stickyComment: z.number().int().positive().nullable().default(null),
});
export type DispatchArgs = z.infer<typeof DispatchArgs>;

/** The arguments, or what is wrong with their text. */
export function readArgs(text: string): DispatchArgs | string {
  const trimmed = text.trim();
  const parsed = DispatchArgs.safeParse(trimmed === "" ? {} : parseJson(trimmed), {
    reportInput: true,
  });
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues.map(
    (issue) => `${issue.path.join(".") || "all of it"} ${describeProblem(issue)}`,
  );
  return `Input "args" is a JSON object such as {"profile": "strict"}. ${where.join("; ")}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
