import type { IncomingMessage } from "node:http";

export type ReadBody =
  | { readonly kind: "body"; readonly text: string }
  | { readonly kind: "too_large" }
  | { readonly kind: "broken" };

/** GitHub sends at most 25 MB; a little more for headers' sake, and then no more is kept. */
export const MAX_BODY_BYTES = 26 * 1024 * 1024;

/** Reads a request's body as UTF-8, up to `limit` bytes; the rest is thrown away unread. */
export function readBody(request: IncomingMessage, limit = MAX_BODY_BYTES): Promise<ReadBody> {
  if (Number(request.headers["content-length"] ?? 0) > limit) {
    request.resume();
    return Promise.resolve({ kind: "too_large" });
  }
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    request.on("data", (part: Buffer) => {
      size += part.length;
      if (size <= limit) parts.push(part);
      else resolve({ kind: "too_large" });
    });
    request.on("end", () => resolve({ kind: "body", text: Buffer.concat(parts).toString("utf8") }));
    request.on("error", () => resolve({ kind: "broken" }));
    request.on("close", () => resolve({ kind: "broken" }));
  });
}
