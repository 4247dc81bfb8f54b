/** The number in front of a word, as in `2 failed`; 0 when the line does not have it. */
export function numberBefore(line: string, word: string): number {
  return Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0);
}

/** The last line that matches: a test may print a summary of its own before the real one. */
export function lastMatch(text: string, pattern: RegExp): RegExpExecArray | null {
  return [...text.matchAll(pattern)].at(-1) ?? null;
}

/** The first path of a stack that is the project's own test file, relative; "" when there is none. */
export function testFileIn(text: string, dir: string, extensions: string): string {
  const root = dir.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const pattern = new RegExp(`(?:file://)?(?:${root}/|\\./)([\\w@./+-]+\\.(?:${extensions}))`, "g");
  const own = [...text.matchAll(pattern)]
    .map((match) => match[1] ?? "")
    .filter((path) => !path.includes("node_modules/"));
  return (
    own.find((path) =>
      /(?:^|\/)(?:tests?|specs?|__tests__)\/|[._-](?:test|spec)s?[._]|^test/.test(path),
    ) ?? ""
  );
}
