/** Dots where git takes none in a ref: at the ends of a part, beside another, before `lock`. */
const ODD_DOT = /^\.|\.(?=\.)|(?<=\.)\.|\.(?=lock$)|\.$/g;

/** The branch of one step of a run with task worktrees (S1-50). Two steps never have the same. */
export function taskBranch(name: string, runId: string, step: string): string {
  return ["tdd-loop", ...[name, runId, step].map(refPart)].join("/");
}

/** Odd dots are written as a browser would write them, so that no two names become one. */
function refPart(text: string): string {
  return text.replace(/[^\w.-]/g, "-").replace(ODD_DOT, "%2E");
}
