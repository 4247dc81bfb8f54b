/** The branch of one step of a run with task worktrees (S1-50). */
export function taskBranch(name: string, runId: string, step: string): string {
  return `tdd-loop/${name}/${runId}/${step}`.replace(/[^\w./-]/g, "-");
}
