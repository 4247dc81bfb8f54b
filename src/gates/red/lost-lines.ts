/**
 * Lines of a test file's old text that its new one does not have any more (case D15). Moved, indented
 * or given another comma is not lost; nor is what takes nothing away: comments, brackets, skipped and
 * planned tests, imports and exports that still name all they named, tables that only grew.
 */
export function lostLines(before: string, after: string): string[] {
  const left = new Map<string, number>();
  for (const line of after.split("\n").map(plain)) left.set(line, (left.get(line) ?? 0) + 1);
  const missing = before.split("\n").filter((line) => {
    const count = left.get(plain(line)) ?? 0;
    left.set(plain(line), count - 1);
    return count <= 0;
  });
  if (missing.length === 0) return [];
  const named = new Set(words(after));
  const grown = after.split("\n").filter((line) => table.test(line) && !idle.test(line));
  return missing.filter((line) => !takesNothing(line, named, grown)).map((line) => line.trim());
}

function plain(line: string): string {
  return line
    .trim()
    .replaceAll(/\s+/g, " ")
    .replace(/[,;]+$/, "");
}

const comment = /^\s*(?:\/\/|\/\*|\*[\s/]|\*$|#[\s!]|#$|--\s)/;
const link =
  /^\s*(?:(?:import|from|export|module\.exports|#include|using|use)\b|require(?:_relative)?\s*\(?\s*["']|(?:const|let|var|local)\b.*=\s*(?:await\s+import|require)\b)/;
/** Tests that did not run: to make one run takes nothing away. */
const idle =
  /\b(?:it|test|describe|suite|context|specify|t)\.(?:todo|skip\w*|fixme|failing)\b|^\s*(?:x(?:it|test|describe|specify|context)|skip|pending)\b|[{,]\s*(?:skip|todo)\s*:|@(?:\w+\.)*(?:skip\w*|xfail|Disabled|Ignore)\b|#\[ignore|markTest(?:Skipped|Incomplete)/i;
const table = /\beach\b|parametrize|\bin\s*[[(]/;

function takesNothing(line: string, named: ReadonlySet<string>, grown: readonly string[]): boolean {
  if (!/\w/.test(line) || comment.test(line) || idle.test(line)) return true;
  const parts = words(line);
  if (link.test(line)) return parts.every((word) => named.has(word));
  return table.test(line) && grown.some((other) => isWithin(parts, words(other)));
}

/** Names and whole literals. */
function words(text: string): string[] {
  return text.match(/"[^"\n]*"|'[^'\n]*'|`[^`\n]*`|[\w$]+/g) ?? [];
}

/** Whether all parts come in the other, in this order. */
function isWithin(parts: readonly string[], other: readonly string[]): boolean {
  let at = 0;
  for (const part of other) if (part === parts[at]) at += 1;
  return at === parts.length;
}
