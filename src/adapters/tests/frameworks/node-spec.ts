/** One test in the text of node's `spec` reporter. */
export interface SpecLine {
  readonly path: readonly string[];
  readonly outcome: "passed" | "failed" | "skipped";
  /** The lines below it that are indented deeper. */
  readonly text: string;
}

interface Mark {
  readonly indent: number;
  readonly sign: string;
  readonly name: string;
  readonly skipped: boolean;
}

interface Open {
  readonly found: { path: readonly string[]; outcome: SpecLine["outcome"]; text: string[] }[];
  readonly suites: Mark[];
}

/** Reads the tree of ▶ ✔ ✖ ﹣ lines; suites are names in the path, never tests of their own. */
export function readSpecLines(stdout: string): SpecLine[] {
  const state: Open = { found: [], suites: [] };
  for (const line of body(stdout)) {
    const mark = markOf(line);
    if (mark === null) state.found.at(-1)?.text.push(line);
    else place(mark, state);
  }
  return state.found.map((test) => ({ ...test, text: test.text.join("\n") }));
}

function place(mark: Mark, { found, suites }: Open): void {
  while ((suites.at(-1)?.indent ?? -1) > mark.indent) suites.pop();
  const closed = suites.at(-1)?.indent === mark.indent ? suites.pop() : undefined;
  if (mark.sign === "▶") suites.push(mark);
  else if (closed?.name === mark.name) found.at(-1)?.text.push("");
  else {
    const path = [...suites.map((suite) => suite.name), mark.name];
    found.push({ path, outcome: outcomeOf(mark), text: [] });
  }
}

/** The list of failures at the end repeats what the tree says. */
function body(stdout: string): string[] {
  const end = stdout.search(/^✖ failing tests:/m);
  return (end === -1 ? stdout : stdout.slice(0, end)).split("\n");
}

function markOf(line: string): Mark | null {
  const match = /^(\s*)([▶✔✖﹣]) (.*?)(?: \(([\d.]+)ms\))?( # .*)?$/u.exec(line);
  if (match === null) return null;
  return {
    indent: (match[1] ?? "").length,
    sign: match[2] ?? "",
    name: match[3] ?? "",
    skipped: match[5] !== undefined,
  };
}

function outcomeOf(mark: Mark): SpecLine["outcome"] {
  if (mark.sign === "﹣" || mark.skipped) return "skipped";
  return mark.sign === "✔" ? "passed" : "failed";
}
