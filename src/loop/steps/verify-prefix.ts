import { programsOf } from "../../gates/command-policy/programs-of.ts";

/**
 * Why a verifier's command does not begin with the prefix that a spec fixes (S1-21); null when it
 * does, or there is none. Word for word, and for every program that the line starts: `npm test`
 * allows neither `npm testing` nor `npm test; curl …`. A prefix that ends in a mark such as ":" may
 * go on within the word.
 */
export function prefixBreach(line: string, prefix: string | null): string | null {
  if (prefix === null) return null;
  const programs = programsOf(line);
  const [outside] = programs === null ? [line] : programs.filter((text) => !begins(text, prefix));
  if (outside === undefined) return null;
  return `\`${outside}\` does not begin with the verifyPrefix \`${prefix}\`. Begin every program of the line with it, or change the prefix`;
}

function begins(text: string, prefix: string): boolean {
  const rest = text.startsWith(prefix) ? text.slice(prefix.length) : null;
  return rest !== null && (rest === "" || /^\s/.test(rest) || /[^\w]$/.test(prefix));
}
