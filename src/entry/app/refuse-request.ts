import type { IncomingMessage } from "node:http";

export interface Refusal {
  readonly status: 400 | 404;
  readonly text: string;
}

/** What GitHub's headers look like. A header that came twice is one with a comma in it. */
const headers = [
  { name: "x-hub-signature-256", looks: /^sha256=[0-9a-f]{64}$/, what: "a SHA-256 signature" },
  { name: "x-github-event", looks: /^[a-z][a-z_]{0,63}$/, what: "one event" },
  { name: "x-github-delivery", looks: /^[\w-]{1,100}$/, what: "one delivery id" },
] as const;

/**
 * Refuses what cannot be a webhook before its body is read, so that nobody without a signature has
 * memory filled. Whether the signature is right shows when the body is there.
 */
export function refuseRequest(
  request: Pick<IncomingMessage, "method" | "url" | "headers">,
  webhookPath: string,
): Refusal | null {
  const [path] = (request.url ?? "").split("?");
  if (request.method !== "POST" || path !== webhookPath)
    return { status: 404, text: "not found\n" };
  const wrong = headers.find(({ name, looks }) => !looks.test(String(request.headers[name] ?? "")));
  return wrong === undefined
    ? null
    : { status: 400, text: `not a webhook: ${wrong.name} is not ${wrong.what}\n` };
}
