import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { Lock } from "../../domain/lock.ts";

export type StoredLock =
  | { readonly kind: "lock"; readonly lock: Lock }
  | { readonly kind: "unusable"; readonly why: string };

/** The lock's fields with `mac` beside them, or the lock under `lock` with `mac` beside it. */
const Envelope = z.object({ lock: z.unknown().optional(), mac: z.string().nullable().optional() });

/**
 * Reads `lock.json`. With a key its HMAC-SHA256 (hex, over the JSON of the parsed lock in the
 * schema's order) has to be right, because anybody with write access can push a ref.
 */
export function readStoredLock(text: string, key: string | null): StoredLock {
  const data = parseJson(text);
  const envelope = Envelope.safeParse(data);
  const parsed = Lock.safeParse(envelope.data?.lock ?? data);
  if (!parsed.success) return { kind: "unusable", why: "The stored plan cannot be read." };
  if (key === null) return { kind: "lock", lock: parsed.data };
  const isAuthentic = sameText(envelope.data?.mac ?? "", lockMac(parsed.data, key));
  if (isAuthentic) return { kind: "lock", lock: parsed.data };
  return { kind: "unusable", why: "The stored plan does not carry this App's signature." };
}

/** The authentication code of a lock; the loop writes it, the App checks it. */
export function lockMac(lock: Lock, key: string): string {
  return createHmac("sha256", key)
    .update(JSON.stringify(Lock.parse(lock)), "utf8")
    .digest("hex");
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
