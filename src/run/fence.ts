/**
 * Puts foreign text between fences that it cannot close: longer than any run of backticks inside.
 * @param label one word behind the opening fence, our own
 */
export function fence(text: string, label = "text"): string {
  const longest = [...text.matchAll(/`+/gu)].reduce(
    (most, run) => Math.max(most, run[0].length),
    2,
  );
  const marks = "`".repeat(longest + 1);
  return `${marks}${label}\n${text.trimEnd()}\n${marks}`;
}
