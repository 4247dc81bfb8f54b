import { z } from "zod";
import { describeFailure } from "../failure.ts";

/** What octokit throws: GitHub's status, 500 when there was no answer at all. */
const HttpError = z.looseObject({
  name: z.literal("HttpError"),
  status: z.number(),
  message: z.string(),
  response: z.unknown().optional(),
  request: z.object({ method: z.string(), url: z.string() }),
});

const advice: Readonly<Record<number, string>> = {
  401: "The token is not valid (any more): pass `github-token`, or start the job anew.",
  403: "The job's token lacks a permission; the workflow file in `.github/examples` lists them.",
  404: "It is not there, or the token cannot see it; the workflow file in `.github/examples` lists the permissions.",
};

/**
 * Why a job ended before its time, for its log and its issue: what happened, where, what to do. Only
 * a bug comes with a stack.
 */
export function whyFailed(
  error: unknown,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const http = HttpError.safeParse(error);
  if (!http.success) return describeFailure(error, env, false).message;
  const { status, message, response, request } = http.data;
  const where = `${request.method} ${new URL(request.url).pathname}`;
  if (response === undefined) {
    return `GitHub could not be reached (${where}: ${message.slice(0, 200)}). Nothing is lost: try again with \`/tdd resume\`.`;
  }
  const what = advice[status] ?? "Nothing is lost: try again with `/tdd resume`.";
  return `GitHub answered ${status} to ${where}. ${what}`;
}
