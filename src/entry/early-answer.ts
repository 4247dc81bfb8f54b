import type { EarlyAnswer } from "../domain/early-answer.ts";

/** A GraphQL request as JSON text. */
export interface FirstQuestion {
  readonly url: string;
  readonly body: string;
  readonly token: string;
}

/** GitHub ends a GraphQL query after 10 s. Milliseconds. */
const PATIENCE = 15_000;

/**
 * Sends a question with Node's own client, which is there before anything is loaded. Every failure is
 * null, so that the real client asks, waits and explains as it always does.
 */
export function askEarly(question: FirstQuestion): EarlyAnswer {
  return { url: question.url, body: question.body, answer: send(question) };
}

/** Loads the one client that is needed: that for TLS alone takes longer than the rest of the start. */
async function send({ url, body, token }: FirstQuestion): Promise<Response | null> {
  const { request } = await (url.startsWith("https:") ? import("node:https") : import("node:http"));
  return new Promise((resolve) => {
    const headers = {
      authorization: `token ${token}`,
      "content-type": "application/json; charset=utf-8",
      accept: "application/vnd.github.v3+json",
      "user-agent": "tdd-loop",
      "content-length": Buffer.byteLength(body),
    };
    const sent = request(url, { method: "POST", headers, timeout: PATIENCE }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", () => resolve(null));
      response.on("close", () => resolve(response.complete ? whole(response, chunks) : null));
    });
    sent.on("timeout", () => sent.destroy());
    sent.on("error", () => resolve(null));
    sent.end(body);
  });
}

interface Answered {
  readonly statusCode?: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Anything but a plain success is left to the client, who knows limits and repeats. */
function whole({ statusCode, headers }: Answered, chunks: readonly Buffer[]): Response | null {
  if (statusCode !== 200) return null;
  const type = headers["content-type"];
  return new Response(Buffer.concat(chunks), {
    status: 200,
    headers: typeof type === "string" ? { "content-type": type } : {},
  });
}
