/** Shorter lines (a brace, a return) are in every file of a language and tell nothing. */
const TELLING = 12;

/**
 * Takes lines of the implementation out of what is told to somebody who must not see it: messages of
 * runners and linters quote the code that they are about.
 * @param sources texts of the implementation
 * @param shown texts that may be told anyway, such as tests and signatures
 */
export function withoutSourceLines(
  text: string,
  sources: readonly string[],
  shown: readonly string[],
): string {
  const open = linesOf(shown);
  const closed = new Set([...linesOf(sources)].filter((line) => !open.has(line)));
  if (closed.size === 0) return text;
  return text
    .split("\n")
    .map((line) => (holds(line, closed) ? "(a line of the implementation is left out)" : line))
    .join("\n");
}

function linesOf(texts: readonly string[]): Set<string> {
  const lines = texts.flatMap((text) => text.split("\n").map((line) => line.trim()));
  return new Set(lines.filter((line) => line.length >= TELLING));
}

/** Runners put marks and numbers before a quoted line. */
function holds(line: string, closed: ReadonlySet<string>): boolean {
  const bare = line.trim().replace(/^(?:[>|E]\s*)*(?:\d+\s*[|:]?\s*)?/, "");
  return closed.has(bare.trim()) || closed.has(line.trim());
}
