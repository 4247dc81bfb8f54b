/** What a repository's tests are run with, found from its files; `lookedAt` says where. */
export interface Detected {
  readonly testCommand: string | null;
  readonly framework: string | null;
  /** What told the framework, as a clause for a person; empty when there is no command. */
  readonly why: string;
  readonly lookedAt: readonly string[];
}

/** @param named the command that a person wrote down; without one it is found from the files */
export type Detect = (
  files: readonly string[],
  read: (path: string) => Promise<string | null>,
  named?: string | null,
) => Promise<Detected>;

/** The command, and which framework its output is read as and why: one clause for a person. */
export function readAs(
  testCommand: string,
  { framework, why }: Pick<Detected, "framework" | "why">,
): string {
  if (framework === null) return why === "" ? testCommand : `${testCommand} (${why})`;
  return `${testCommand}, read as ${framework} (${why || "found"})`;
}
