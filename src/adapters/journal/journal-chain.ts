import { createHash, createHmac } from "node:crypto";

/** A line of the journal taken apart: the entry's own text, and the digest that chains it. */
export type ChainedLine =
  | { readonly kind: "follows"; readonly body: string; readonly digest: string }
  | { readonly kind: "broken" };

/** What the first line of a journal follows from. */
export const chainStart = "";

const BEFORE = ',"chain":"';
const LINK_LENGTH = BEFORE.length + 64 + '"}'.length;

/**
 * Chains an entry to the line before it (cases J03, J04): an HMAC-SHA256 of both when there is a
 * key, else a SHA-256, which tells an edit from an accident but not from a forger.
 * @param body the entry as a JSON object
 */
export function chainLine(
  previous: string,
  body: string,
  key: string | null,
): { readonly line: string; readonly digest: string } {
  const digest = digestOf(previous, body, key);
  return { line: `${body.slice(0, -1)},"chain":"${digest}"}`, digest };
}

/** Whether a line is as it was written, and behind the line that it was written behind. */
export function readChainedLine(previous: string, line: string, key: string | null): ChainedLine {
  const link = line.slice(-LINK_LENGTH);
  if (!link.startsWith(BEFORE)) return { kind: "broken" };
  const [body, digest] = [`${line.slice(0, -LINK_LENGTH)}}`, link.slice(BEFORE.length, -2)];
  const isWhole = link.endsWith('"}') && digest === digestOf(previous, body, key);
  return isWhole ? { kind: "follows", body, digest } : { kind: "broken" };
}

function digestOf(previous: string, body: string, key: string | null): string {
  const hash = key === null ? createHash("sha256") : createHmac("sha256", key);
  return hash.update(`${previous}\n${body}`).digest("hex");
}
