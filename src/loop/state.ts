import type { Finding, Suggestion } from "../domain/answers.ts";
import type { Command } from "../domain/command.ts";
import type { Blocked, Conclusion } from "../domain/conclusion.ts";
import type { Event } from "../domain/event.ts";
import type { Lock } from "../domain/lock.ts";
import type { LoopSpec } from "../domain/loop-spec/loop-spec.ts";
import type { RedVerdict } from "../domain/red-verdict.ts";
import type { LeftStub, ResultOf } from "../domain/result.ts";
import type { RunRequest } from "../domain/run-request.ts";
import type { Slice } from "../domain/slice.ts";
import type { Spec } from "../domain/spec.ts";
import type { Spend } from "../domain/spend.ts";
import type { FinishedRun, TestRun } from "../domain/test-run.ts";
import type { Cycling, GreenHead, SealedRed } from "./cycle-state.ts";
import type { Desk, Head, Lane } from "./desk.ts";
import type { Scaffold, TestWork } from "./test-work.ts";

/** What every phase knows. `pending` are the commands whose results have not come back. */
export interface Begun {
  readonly request: RunRequest;
  readonly pending: readonly Command[];
  /** Commands issued so far: gives each its id, the same in every replay. */
  readonly issued: number;
  readonly spend: Spend;
  /** What was tried, for the BLOCKED report (S0-46). */
  readonly tried: readonly string[];
}

export interface WithSpec extends Begun {
  readonly spec: Spec;
}

export type Ground = Omit<ResultOf<"workspace_opened">, "kind" | "command">;

export interface Grounded extends WithSpec {
  readonly ground: Ground;
  /** As a person approved them, in the order of work; absent where the issue is one unit. */
  readonly slices?: readonly Slice[];
  /** Whether the tests of the slices are a person's, and in the base. */
  readonly provided?: boolean;
}

export interface Locked extends Grounded {
  readonly lock: Lock;
}

export interface Baselined extends Locked {
  readonly baseline: TestRun;
  /** Paths that the run of the untouched base changed: when a later run does, it is not the work's fault. */
  readonly restless: readonly string[];
  /** Null where the issue is one unit. */
  readonly slicing: Slicing | null;
  /** Absent where the issue is not worked in cycles. */
  readonly cycling?: Cycling;
}

/** Which slice is in work, and what the ones before left. */
export interface Slicing {
  readonly slices: readonly Slice[];
  readonly index: number;
  /** Their tests are there already: each begins at GREEN. */
  readonly provided: boolean;
  /** Null as long as nothing is committed. */
  readonly last: Pick<Headed, "red" | "head" | "pushedSha"> | null;
}

export interface Reddened extends Baselined {
  readonly red: SealedRed;
}

/** The branch as far as it is committed. */
export interface Headed extends Reddened {
  readonly head: GreenHead;
  /** Null where nothing goes out before the end. */
  readonly pushedSha: string | null;
}

export type RunState =
  | (WithSpec & { readonly phase: "opening" })
  | (Grounded & { readonly phase: "planning" })
  | (Grounded & { readonly phase: "approving" })
  | ProbingState
  | DecomposingState
  | SlicingState
  | (Locked & { readonly phase: "locking" })
  | (Locked & {
      readonly phase: "baseline";
      /** The first of two runs, and what it changed; absent until something failed in it. */
      readonly first?: { readonly run: FinishedRun; readonly restless: readonly string[] };
    })
  | RedState
  | GreenState
  | ReviewState
  | (Headed & { readonly phase: "proving" })
  | (Headed & { readonly phase: "pushing" })
  | (Looped & { readonly phase: "loop_opening" })
  | (LoopLocked & { readonly phase: "loop_approving" })
  | (LoopLocked & { readonly phase: "loop_locking" })
  | StepsState
  | (Begun & { readonly phase: "concluding"; readonly conclusion: Conclusion })
  | (Begun & { readonly phase: "done"; readonly conclusion: Conclusion });

/** The suite of the base, before anybody is asked; `before`: the first of two runs, when that failed. */
export type ProbingState = Grounded & {
  readonly phase: "probing";
  readonly before: TestRun | null;
};

export type DecomposingState = Grounded & {
  readonly phase: "decomposing";
  readonly attempt: number;
  readonly feedback: readonly string[];
};

/** The decomposition waits for a person. */
export type SlicingState = Grounded & {
  readonly phase: "slicing";
  readonly slices: readonly Slice[];
  readonly attempt: number;
};

export type RedState = Baselined & {
  readonly phase: "red";
  readonly step:
    | "writing"
    | "running"
    | "scaffolding"
    | "linting"
    | "committing"
    | "pushing"
    | "publishing"
    | "approving";
  readonly attempt: number;
  readonly feedback: readonly string[];
  readonly work: TestWork | null;
  /** The stubs that these tests need; null while none were asked for. */
  readonly scaffold: Scaffold | null;
  /** Runs of this very tree so far: the first is judged, the others must agree with it. */
  readonly runs: readonly TestRun[];
  readonly run: TestRun | null;
  readonly verdict: RedVerdict | null;
  readonly sha: string | null;
};

export type GreenState = Reddened & {
  readonly phase: "green";
  readonly step:
    | "editing"
    | "running"
    | "linting"
    | "committing"
    | "pushing"
    | "publishing"
    | "approving"
    | "disputing";
  /** 1 is the implementer, 2 and 3 are the debuggers (S0-24). */
  readonly attempt: number;
  /** Rounds spent on what the change broke, apart from the attempts; see `regressionAttempts`. */
  readonly regressions: number;
  readonly feedback: readonly string[];
  /** What the last attempt said of itself; "" before there was one. */
  readonly lastSummary: string;
  readonly lastGate: "scope" | "suite" | null;
  /** Reason code of the last verdict, for the question to the person. */
  readonly lastCode: string;
  readonly lastPaths: readonly string[];
  /** Stubs of RED that the tree still holds. */
  readonly leftStubs: readonly LeftStub[];
  readonly tree: string;
  readonly touched: readonly string[];
  readonly run: TestRun | null;
  readonly sha: string | null;
};

export type ReviewState = Headed & {
  readonly phase: "review";
  readonly step:
    | "critic"
    | "reviewer"
    | "refiner"
    | "editing"
    | "running"
    | "linting"
    | "committing";
  readonly round: number;
  /** Findings not yet addressed, the one in work first. */
  readonly queue: readonly Finding[];
  /** Suggestions not yet tried, the one in work first; only one of the two queues is ever filled. */
  readonly suggestions: readonly Suggestion[];
  readonly seen: readonly Finding[];
  readonly changed: boolean;
  readonly tree: string;
  readonly touched: readonly string[];
  readonly run: TestRun | null;
};

/** A run by a loop spec instead of an issue's criteria. */
export interface Looped extends Begun {
  readonly loop: LoopSpec;
}

export interface LoopLocked extends Looped {
  readonly ground: Ground;
  readonly lock: Lock;
}

/** One report and what came of it; the prompt shows the last ones (S1-30). */
export interface Iteration {
  readonly step: string;
  readonly attempt: number;
  readonly summary: string;
  readonly outcome: "passed" | "failed";
  readonly why: string;
  readonly lessons: readonly string[];
}

export type StepsState = LoopLocked & {
  readonly phase: "loop_steps";
  readonly head: Head;
  readonly pushedSha: string | null;
  /** The commit that is on its way: steps are judged meanwhile, and the newest head goes next. */
  readonly pushing: string | null;
  /** Commits so far, and the number of the one that changed a path last. */
  readonly commits: number;
  readonly landed: Readonly<Record<string, number>>;
  readonly completed: readonly string[];
  /** Turns begun, for each step and in all. */
  readonly attempts: Readonly<Record<string, number>>;
  readonly iterations: number;
  /** Failures of the final check, which have a limit of their own (S1-38). */
  readonly finalFailures: number;
  readonly history: readonly Iteration[];
  /** Those that came back stand in the order in which they did. */
  readonly lanes: readonly Lane[];
  readonly desk: Desk | null;
  readonly approval: "not_asked" | "asked" | "given";
  /** Set when no further turn may begin: the run ends when the last lane is empty. */
  readonly ending: Ending | null;
};

export type Ending = Pick<Blocked, "reason" | "failed" | "decision"> & {
  readonly command?: "resume";
};

/** What the core decides: the next state, what it wants done, and what happened, in that order. */
export interface Decision {
  readonly state: RunState;
  readonly commands: readonly Command[];
  readonly events: readonly Event[];
}
