/** Put after a character that would start something: the text looks the same and does nothing. */
export const stop = "\u200B";

/**
 * Text of which no line is a workflow command to the runner, neither `::name::` at its start nor
 * `##[name]` anywhere (cases L01-L05, GitHub limit 39). Nothing else is changed.
 */
export function withoutLogCommands(text: string): string {
  return text
    .replace(/^([[\s\p{Z}\p{C}]--\n]*):(?=:)/gmv, `$1:${stop}`)
    .replace(/##(?=\[|vso\[)/g, `##${stop}`);
}
