/** What a command sees of the terminal it runs in. Tests give their own; only cli.ts makes the real one. */
export interface Terminal {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Fires on Ctrl-C and SIGTERM; a second one ends the process at once. */
  readonly signal: AbortSignal;
  /** A result, to standard output. A newline is added. */
  print(text: string): void;
  /** A message for a person, to standard error. A newline is added. */
  complain(text: string): void;
  /** Sets the exit code that the process will end with; see `exitCodes`. */
  end(exitCode: number): void;
}
