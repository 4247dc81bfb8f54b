import type { FailureCause, TestCounts } from "../../domain/test-run.ts";

/** What one process left behind, terminal codes removed. */
export interface Output {
  readonly command: string;
  /** Absolute directory of the run: ids and files are relative to it. */
  readonly dir: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly stdout: string;
  readonly stderr: string;
  /** Report name to text. */
  readonly reports: ReadonlyMap<string, string>;
  readonly durationMs: number;
  readonly outputCut: boolean;
  /** Processes that the run left behind; the sandbox ended them. */
  readonly leftovers?: number;
  /** The limit that the run ran into. */
  readonly limit?: string;
}

/** Where a failure happened: in a test's own body, around it, or before any test could run. */
export type Phase = "test" | "hook" | "load";

export interface ReadCase {
  readonly id: string;
  readonly file: string;
  readonly outcome: "passed" | "skipped" | "failed";
  /** Message and stack as the runner gives them; the cause is read off it. */
  readonly text: string;
  readonly phase: Phase;
  /** Known when the report says it, as in `type="timeout"`. */
  readonly cause?: FailureCause;
}

export interface ReadLoad {
  readonly file: string;
  readonly text: string;
  /** `hook` when the file loaded and its set-up then failed. */
  readonly phase?: Phase;
  readonly cause?: FailureCause;
}

/** What a framework's adapter read; not yet judged. */
export interface Reading {
  readonly cases: readonly ReadCase[];
  readonly loads: readonly ReadLoad[];
  /** Files that ran and registered no test at all. */
  readonly empty?: readonly string[];
  /** The runner's own summary; null when it printed none. */
  readonly counts: TestCounts | null;
  readonly source: "report" | "text" | "exit_code";
  /** What people may read, where the report itself was printed; all that was printed when absent. */
  readonly besides?: string;
  /** True when what the summary counts as failed are tests that pass though they were to fail. */
  readonly passing?: boolean;
  /** True when a report ends early. */
  readonly cut: boolean;
  /** False when the runner began and never came to its own end, though the process exited. */
  readonly ended: boolean;
}

/** How a language words failures: `[pattern, cause]`, tried in order on one failure's text. */
export type CauseRule = readonly [RegExp, (match: RegExpExecArray) => FailureCause];

/** What is known of a repository when a command is to be run: file names, and texts of a few. */
export interface RepositoryFacts {
  readonly files: readonly string[];
  /** Text of a well-known file, null when absent. */
  readonly text: (path: string) => string | null;
  /** Names of the directories right below one, which is written without a slash at its end. */
  readonly directories: (path: string) => readonly string[];
}

/** A command ready to run: a shell line, more environment, and the reports it will write. */
export interface Instrumented {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
  /** Files of ours to lay into the report directory: name to text. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface Framework {
  readonly name: string;
  /** Whether a command line, or an npm script's text, starts this framework's runner. */
  readonly runs: RegExp;
  /** The command a repository of this framework is tested with; null when it does not look like one. */
  detect(facts: RepositoryFacts): string | null;
  /**
   * The same command that also writes a machine report into `reportDir`, changed by flags or
   * environment only. Null when there is no such report: the text is read.
   */
  instrument(command: string, reportDir: string): Instrumented | null;
  /** The same for a command that starts the runner more than once: what it prints is all there is. */
  instrumentMany?(command: string): Instrumented;
  /** What a command looks like that flags may be added to, where `runs` cannot tell its program. */
  readonly takesFlags?: RegExp;
  /** True for a runner that prints nothing when there is nothing to run. */
  readonly mayBeSilent?: boolean;
  /** Directories of the tree that the runner itself writes reports to. */
  readonly treeReports?: readonly string[];
  /**
   * True when the runner ends with a printed summary whatever it is told, so that one must be there.
   * False when it prints none beside its report: what looks like one is a test's own.
   */
  readonly printsSummary?: boolean;
  /** Whether a file without tests counts as a test that passed in that summary. */
  readonly emptyFilePasses?: true;
  /** Null when nothing in the output is this framework's. */
  read(output: Output): Reading | null;
  readonly rules: readonly CauseRule[];
  /** One failure's text to texts of its separate errors, for compilers. */
  readonly split?: (text: string) => readonly string[];
}
