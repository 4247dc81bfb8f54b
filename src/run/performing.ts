import type { Ports } from "../ports.ts";
import type { Links } from "../report/links.ts";
import type { Prompts } from "./prompts.ts";
import type { TestBench } from "./test-bench.ts";

/** What performing commands takes: the outside world, the prompts and the one test bench. */
export interface Performing {
  readonly ports: Ports;
  readonly prompts: Prompts;
  readonly bench: TestBench;
  readonly links: Links;
  readonly signal: AbortSignal;
  /** Whether the run was taken up again: what is pending first was begun once before. */
  readonly isResumed?: boolean;
}
