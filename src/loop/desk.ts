import type { StepAnswer } from "../domain/answers.ts";
import type { Change } from "../domain/change.ts";
import type { LeftOut } from "../gates/step-scope.ts";

/** A step in an agent's hands, or back from them and waiting for its check. */
export interface Lane {
  readonly step: string;
  /** Id of the command of its turn. */
  readonly command: string;
  /** From 0; lanes of the same time have different ones. */
  readonly slot: number;
  /** How many commits the branch had when the turn began, and its head then. */
  readonly since: number;
  readonly base: Head;
  /** What the step has changed over that head. */
  readonly changes: readonly Change[];
  /** Paths of all its reports. */
  readonly reported: readonly string[];
  /** Why its attempts failed, oldest first. */
  readonly feedback: readonly string[];
  readonly nextPrompt: string;
  /** Null while the agent is at work. */
  readonly report: StepAnswer | null;
}

/** What is being verified and committed: one step at a time, always on top of the branch's head. */
export interface Desk {
  readonly step: string;
  readonly stage: "check" | "validation" | "committing" | "pushing";
  readonly changes: readonly Change[];
  readonly left: readonly LeftOut[];
  /** The head with the changes; the head's own until the check has run. */
  readonly tree: string;
  /** With task worktrees: the step on the head that it began with, judged and committed before the merge. */
  readonly own: { readonly base: Head; readonly sha: string | null } | null;
}

export interface Head {
  readonly sha: string;
  readonly tree: string;
}
