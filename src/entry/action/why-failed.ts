import { z } from "zod";
import { oneLine } from "../../domain/outbound-text.ts";
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
  401: "The token was not accepted: it is wrong, expired or revoked. Pass a valid one as the input `github-token` (the default is the job's own), then start the job anew.",
  403: "The job's token lacks a permission; the workflow file in `.github/examples` lists them.",
  404: "It is not there, or the token cannot see it; the workflow file in `.github/examples` lists the permissions.",
};

/** The path as a person reads it, however often it was encoded on its way. */
function plainPath(url: string): string {
  let path = new URL(url).pathname;
  for (let times = 0; times < 3 && /%[0-9a-f]{2}/i.test(path); times += 1) {
    try {
      path = decodeURIComponent(path);
    } catch {
      // A stray percent sign of its own: there is nothing more to decode.
      return path;
    }
  }
  return oneLine(path, 200);
}

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
  const where = `${request.method} ${plainPath(request.url)}`;
  if (response === undefined) {
    return `GitHub could not be reached (${where}: ${message.slice(0, 200)}). Nothing is lost: try again with \`/tdd resume\`.`;
  }
  const what = advice[status] ?? "Nothing is lost: try again with `/tdd resume`.";
  return `GitHub answered ${status} to ${where}. ${what}`;
}
