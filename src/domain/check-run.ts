import type { ResultOf } from "./result.ts";

/** One command line of a loop spec, to be run in a checkout. */
export interface CheckRequest {
  readonly dir: string;
  readonly line: string;
  readonly timeoutMs: number;
  /** Regular expression, flag m, that is looked for in everything that was printed. */
  readonly pattern: string | null;
}

/** How it ended, as it is journaled: see the result `check_ran`. */
export type CheckEnd = Pick<
  ResultOf<"check_ran">,
  "exit" | "matched" | "output" | "durationMs" | "sandbox"
>;
