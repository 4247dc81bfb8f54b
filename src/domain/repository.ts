import type { Change } from "./change.ts";
import type { RunMark } from "./run-mark.ts";

/** Who wants an issue: `key` names the one trigger, so that its redelivery meets its own claim. */
export interface ClaimRequest {
  readonly issueNumber: number;
  /** A branch of the repository, whose head the claim's commit hangs on. */
  readonly branch: string;
  readonly key: string;
}

export type Claimed =
  /** `isNew` is false when this very trigger had claimed the issue before. */
  | { readonly kind: "claimed"; readonly isNew: boolean }
  /** `at`: when the other one came, in ms since 1970. */
  | { readonly kind: "taken"; readonly key: string; readonly at: number };

export interface DispatchRequest {
  /** File name below `.github/workflows`. */
  readonly workflow: string;
  /** The branch whose copy of the workflow runs: always the default one. */
  readonly branch: string;
  readonly issueNumber: number;
  readonly inputs: Readonly<Record<string, string>>;
}

/** `refused`: 404 no such workflow, 403 no right, 422 inputs it does not take. */
export type Dispatched =
  | { readonly kind: "dispatched" }
  | { readonly kind: "refused"; readonly status: number };

/** A workflow run that has not ended. */
export interface LiveRun {
  readonly id: number;
  readonly url: string;
}

export type ComparedTrees =
  | {
      readonly kind: "compared";
      readonly mergeBase: string;
      readonly changes: readonly Change[];
      /** Whether the head still contains the RED commit; true when none was named. */
      readonly holdsRed: boolean;
      /** Paths that both the branch and its base, since they parted, changed in different ways. */
      readonly movedToo: readonly string[];
    }
  | { readonly kind: "cannot_compare"; readonly why: string };

export type ReactionTarget =
  | { readonly kind: "issue"; readonly number: number }
  | { readonly kind: "comment"; readonly id: number };

export interface IssueText {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly state: string;
  readonly isPullRequest: boolean;
}

export interface PullRequestRefs {
  readonly number: number;
  readonly headRef: string;
  readonly headSha: string;
  readonly baseRef: string;
  /** Whether the head lives in a fork, or in a repository that is gone. */
  readonly isFork: boolean;
  /** The run that opened it, as its text says. */
  readonly run: RunMark | null;
}
