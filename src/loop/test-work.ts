import type { Coverage, WriterAnswer } from "../domain/answers.ts";
import type { Seal } from "../domain/change.ts";
import type { Asked, Promised, RedVerdict, Written } from "../domain/red-verdict.ts";

/** The tests as written, before they are accepted. */
export interface TestWork {
  readonly tree: string;
  readonly seal: Seal;
  /** Every file that the writer changed, and whether the base had it. */
  readonly written: readonly Written[];
  readonly coverage: readonly Coverage[];
  readonly promised: Promised;
  /** The names that the writer itself says its tests use and that do not exist yet. */
  readonly declared: WriterAnswer["promised"];
  /** Names of its tests, as it gave them and as they stand in what it wrote. */
  readonly announced: readonly string[];
  /** What of clock, chance and network the tests' text asks for. */
  readonly asks: readonly Asked[];
  /** What their writer says that they verify. */
  readonly summary?: string;
  /** What is worth saying of them and stops nothing. */
  readonly warnings?: readonly string[];
}

/** Stubs for promised names that do not exist yet, so that the tests can run (settled question 1). */
export interface Scaffold {
  /** Turns that were taken for these tests, this one included. */
  readonly attempt: number;
  /** What the earlier ones were refused for; what they left was thrown away. */
  readonly feedback: readonly string[];
  /** The tests together with the stubs; null while there are none that can be run. */
  readonly tree: string | null;
  /** Whether each added line was seen to be nothing but a stub. */
  readonly isBare: boolean;
  /** An error of one stub ended the whole run before: these may give empty values instead. */
  readonly isGentle: boolean;
  /** What was seen of the tests without any stub. */
  readonly before: RedVerdict;
}
