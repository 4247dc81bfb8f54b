/** One marked line of a tree printed for people, with the suites it stands under. */
export interface TreeLine {
  readonly path: readonly string[];
  readonly mark: string;
}

interface Suite {
  readonly indent: number;
  readonly name: string;
}

/**
 * Reads a tree in which indentation is nesting, tests carry a mark and suites do not.
 * @param mark what stands before a test's name, as in /[✓✕○] /
 */
export function readTree(text: string, mark: RegExp): TreeLine[] {
  const pattern = new RegExp(`^( +)(${mark.source})?(\\S.*?)(?: \\([\\d.]+ ?m?s\\))?$`, "u");
  const suites: Suite[] = [];
  const found: TreeLine[] = [];
  for (const line of text.split("\n")) {
    const match = pattern.exec(line);
    if (match !== null) place(match, suites, found);
    else if (line.trim() !== "") suites.length = 0;
  }
  return found;
}

function place(match: RegExpExecArray, suites: Suite[], found: TreeLine[]): void {
  const indent = (match[1] ?? "").length;
  const name = match[3] ?? "";
  while ((suites.at(-1)?.indent ?? -1) >= indent) suites.pop();
  if (match[2] === undefined) suites.push({ indent, name });
  else found.push({ path: [...suites.map((suite) => suite.name), name], mark: match[2].trim() });
}
