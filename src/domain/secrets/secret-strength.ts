/** Shorter ones are left alone: hiding them would shred ordinary text. */
const SHORTEST = 6;
/** A fragment tells something of a secret only when the secret is longer than one. */
const STRONG = 12;
const DIFFERENT = 7;

/** Letters of one case, or with a capital in front; at most a few of them with signs between. */
const WORDS = /^[^\p{L}\p{N}]*(?:(?:\p{Lu}?\p{Ll}+|\p{Lu}+)(?:[^\p{L}\p{N}]+|$)){1,6}$/u;

/**
 * How a known value is looked for. `fragments`: it is random enough for a part of it to be no
 * accident. `whole`: only all of it, standing by itself. `word`: it may be an ordinary word or number
 * (`production`, `12345678`), so that it is hidden where it stands but never counts as found. `none`: too short.
 */
export type Strength = "fragments" | "whole" | "word" | "none";

export function strengthOf(secret: string): Strength {
  if (secret.length < SHORTEST) return "none";
  if (isWords(secret) || /^[\d.,:_-]+$/.test(secret) || isPath(secret)) return "word";
  return secret.length >= STRONG && new Set(secret).size >= DIFFERENT ? "fragments" : "whole";
}

/** Whether a text may be a piece of ordinary prose or code. */
export function isWords(text: string): boolean {
  return WORDS.test(text);
}

/** Letters or digits between signs, as in `/home/me/.ssh/id_rsa`: a place is no secret. */
function isPath(text: string): boolean {
  return /^(?:~|\.{0,2})\/(?:(?:[A-Za-z]+|\d{1,6})[._/ -]{0,2}|[._][A-Za-z]){2,40}$/.test(text);
}

/** What everybody's secrets of one kind begin with; 0 where nothing is known of it. */
export function publicPrefix(secret: string): number {
  return PREFIX.exec(secret)?.[0].length ?? 0;
}

const PREFIX =
  /^(?:sk-(?:ant-(?:[a-z]+\d*-)?|proj-|svcacct-)?|github_pat_|gh[pousr]_|glpat-|npm_|xox[a-z]-|A[KS]IA|AIza|eyJ[\w-]+\.(?:eyJ)?|-----BEGIN [A-Z ]{0,40}KEY-----\s*[\w+/]{0,40}|[a-z][a-z0-9+.-]{1,20}:\/\/)/;
