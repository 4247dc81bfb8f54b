import type { IncomingMessage } from "node:http";

export type ReadBody =
  | { readonly kind: "body"; readonly text: string }
  | { readonly kind: "too_large" }
  | { readonly kind: "busy" }
  | { readonly kind: "broken" };

/** GitHub sends at most 25 MB; a little more for headers' sake, and then no more is kept. */
export const MAX_BODY_BYTES = 26 * 1024 * 1024;
/** Of all bodies together: whoever sends many large ones is not to fill the memory. */
const MAX_HELD_BYTES = 10 * MAX_BODY_BYTES;

export type BodyReader = (request: IncomingMessage) => Promise<ReadBody>;

/**
 * Reads requests' bodies as UTF-8, up to `limit` bytes each and `most` at a time for all that have not
 * come in whole; the rest is thrown away unread.
 */
export function createBodyReader(limit = MAX_BODY_BYTES, most = MAX_HELD_BYTES): BodyReader {
  let held = 0;
  return (request) => {
    if (Number(request.headers["content-length"] ?? 0) > limit) {
      request.resume();
      return Promise.resolve({ kind: "too_large" });
    }
    return new Promise((resolve) => {
      const parts: Buffer[] = [];
      let size = 0;
      const end = (read: ReadBody) => {
        held -= size;
        size = 0;
        parts.length = 0;
        request.removeListener("data", keep).resume();
        resolve(read);
      };
      const keep = (part: Buffer) => {
        size += part.length;
        held += part.length;
        if (size > limit) end({ kind: "too_large" });
        else if (held > most) end({ kind: "busy" });
        else parts.push(part);
      };
      request.on("data", keep);
      request.on("end", () => end({ kind: "body", text: Buffer.concat(parts).toString("utf8") }));
      request.on("error", () => end({ kind: "broken" }));
      request.on("close", () => end({ kind: "broken" }));
    });
  };
}
