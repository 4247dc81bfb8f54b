import type { Config } from "../domain/config.ts";
import type { Agent, Approvals, Clock, GitHub, Sandbox } from "../ports.ts";
import type { Links } from "../report/links.ts";

export type Env = Readonly<Record<string, string | undefined>>;

/** Where the branch comes from and goes to. */
type Remote =
  | { readonly kind: "path"; readonly path: string }
  | { readonly kind: "url"; readonly url: string; readonly token: string | null };

/** What keeps an agent's process from the loop's own files. */
export interface AgentWalls {
  /**
   * A sandbox that shows an agent its copy of the repository, programs and dependencies.
   * @param readable what it has to see besides
   */
  sandbox(readable: readonly string[]): Sandbox;
  /** The loop's own places, of which it shows nothing. */
  readonly closed: readonly string[];
}

/** All that a run is made of, whoever started it: a person in a terminal or a job on GitHub. */
export interface RunWiring {
  readonly config: Config;
  readonly issue: number;
  /** Journal, lock and report. */
  readonly stateDir: string;
  /** The loop's clone and the sites of agents and tests. Not in a work tree: its own tests would find them. */
  readonly workDir: string;
  readonly remote: Remote;
  /** A checkout whose installed dependencies the test sites use; null when there is none. */
  readonly carryFrom: string | null;
  /** More places that neither agents nor tests may see: the files of the runner. */
  readonly hidden: readonly string[];
  readonly agent: (walls: AgentWalls) => Agent;
  /** Whether a coding CLI plays a role: it wants a git repository to work in. */
  readonly usesCommandAgent: boolean;
  readonly github: GitHub | null;
  readonly approvals: Approvals;
  readonly links: Links;
  readonly env: Env;
  /** Values that must appear in no journal line. */
  readonly secrets: readonly string[];
  readonly clock: Clock;
  /** Whether a run is taken up again. */
  readonly isResumed?: boolean;
  /** The version of the state ref that the run goes on from; absent: whatever is there. */
  readonly stateSha?: string | null;
  readonly signal: AbortSignal;
}
