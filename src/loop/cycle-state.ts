import type { Seal } from "../domain/change.ts";
import type { RedVerdict } from "../domain/red-verdict.ts";
import type { TestRun } from "../domain/test-run.ts";
import type { TestWork } from "./test-work.ts";

/** Tests that were seen to fail for the right reason, and nobody changes any more. */
export interface SealedRed {
  readonly sha: string;
  readonly tree: string;
  readonly seal: Seal;
  readonly ids: readonly string[];
  /** RED failures that named no test of their own. */
  readonly groups: readonly string[];
  readonly run: TestRun;
  readonly verdict: RedVerdict;
}

export interface GreenHead {
  readonly sha: string;
  readonly tree: string;
  readonly run: TestRun;
}

/** Which cycle of test and code is in work, and what the ones before left. */
export interface Cycling {
  /** From 1. */
  readonly number: number;
  /** Criteria that need no further test. */
  readonly covered: readonly string[];
  /** Those that the tests in work are said to finish. */
  readonly claimed: readonly string[];
  readonly done: readonly DoneCycle[];
  /** Null as long as no cycle is green. */
  readonly last: { readonly red: SealedRed; readonly head: GreenHead } | null;
  /** The tests of the cycle in work, once they are RED. */
  readonly work: TestWork | null;
  /** Whether stubs stand where the behaviour of the cycle in work belongs. */
  readonly isScaffolded: boolean;
  /** Why a tester has tests before it that exist; null when it writes new ones. */
  readonly amending: Amending | null;
  /** Objections to the tests in work, and whether a tester upheld them. */
  readonly disputes: number;
  readonly isUpheld: boolean;
  /** Where the implementer stands while a tester or a person looks at its objection. */
  readonly disputed: {
    readonly red: SealedRed;
    readonly attempt: number;
    readonly feedback: readonly string[];
  } | null;
  /** The review in work, and what an implementer has still to mend of it. */
  readonly review: { readonly scope: "direction" | "final"; readonly round: number } | null;
  readonly toMend: readonly string[];
  /** The suite that a fix is held against, where tests were amended since. */
  readonly before: TestRun | null;
}

/** A cycle that is green: the evidence that its one commit keeps. */
export interface DoneCycle {
  readonly behaviour: string;
  readonly tests: readonly string[];
  readonly attempts: number;
}

export interface Amending {
  readonly about: "dispute" | "findings";
  /** Word for word. */
  readonly said: readonly string[];
  /** The tree that has these tests, and the one that changes of them are held against. */
  readonly tree: string;
  readonly since: string;
}
