import { knownSecrets } from "./secrets/known-secrets.ts";
import { hideShapes } from "./secrets/token-shapes.ts";
import type { Unpack } from "./secrets/wrapped-texts.ts";

/** Replaces what looks like, or is made of, a secret by `***`. */
export type Redactor = (text: string) => string;

/**
 * Hides the given secrets wherever they show: as they are, reversed, in upper or lower case, rot13
 * and rot47, as base64 and base32 (any alignment, wrapped or url-safe), in base85, base58 and as one number, as hex, octal or decimal codes of
 * their bytes, as hex or base64 in base64 or hex, in url encoding once or twice, quoted-printable, HTML entities, JSON and other escapes,
 * in full-width letters, with blanks, signs, escapes, tags or invisible characters between, letter by
 * letter between words or numbers, and any fragment of 12 characters or more of those (case L13, GitHub
 * limit 40); as binary digits, and with `unpack` in compressed data in base64 or hex; besides them
 * whatever has the shape of a well-known token. A value that is short or may be a word is only looked
 * for as a whole, one of fewer than 6 characters not at all: hiding it would shred ordinary text. gzip
 * and zlib in base64 are hidden by their shape, as nobody reads them; encryption is out of reach.
 */
export function createRedactor(secrets: readonly string[], unpack?: Unpack): Redactor {
  const { hits } = knownSecrets(secrets, unpack);
  return (text) => {
    const found = hits(text);
    return hideShapes(found.length === 0 ? text : without(text, found));
  };
}

/**
 * Finds the given secrets in any of those forms. What only has a token's shape is not one of them,
 * and a value that may be an ordinary word is no find.
 */
export function createSecretFinder(
  secrets: readonly string[],
  unpack?: Unpack,
): (text: string) => boolean {
  return knownSecrets(secrets, unpack).isIn;
}

function without(text: string, hits: readonly { from: number; to: number }[]): string {
  const ordered = [...hits].sort((a, b) => a.from - b.from);
  const parts: string[] = [];
  let [shown, isOpen] = [0, false];
  for (const { from, to } of ordered) {
    if (from > shown || !isOpen) parts.push(text.slice(shown, from), "***");
    isOpen = true;
    shown = Math.max(shown, to);
  }
  return [...parts, text.slice(shown)].join("");
}
