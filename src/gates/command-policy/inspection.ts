import type { CommandCode } from "./finding.ts";
import type { Variables } from "./words.ts";

/** What a program finds on its standard input, as far as the command tells. */
export type Feed =
  /** Nothing, a file of the repository, or what another program prints. */
  | { readonly kind: "plain" }
  | { readonly kind: "text"; readonly text: string }
  /** Fetched or decoded. */
  | { readonly kind: "hidden" };

export const plainFeed: Feed = { kind: "plain" };

/** One look at one command line: what is known so far, and where findings go. */
export interface Inspection {
  readonly variables: Variables;
  /** Base names of files that the command fetches. */
  readonly fetched: Set<string>;
  /** Texts that the command writes into files, by base name. */
  readonly written: Map<string, string>;
  report(code: CommandCode, shown: string): void;
  /** Judges a text that a shell would read as a script. */
  script(text: string): void;
  /** Judges a program with its arguments. */
  argv(argv: readonly string[], feed: Feed): void;
}
