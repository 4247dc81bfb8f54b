import type { Coverage, Finding, StepAnswer, WriterAnswer } from "../domain/answers.ts";
import type { Change, Seal } from "../domain/change.ts";
import type { Command } from "../domain/command.ts";
import type { Blocked, Conclusion } from "../domain/conclusion.ts";
import type { Event } from "../domain/event.ts";
import type { Lock } from "../domain/lock.ts";
import type { LoopSpec } from "../domain/loop-spec/loop-spec.ts";
import type { Promised, RedVerdict, Written } from "../domain/red-verdict.ts";
import type { LeftStub, ResultOf } from "../domain/result.ts";
import type { RunRequest } from "../domain/run-request.ts";
import type { Spec } from "../domain/spec.ts";
import type { Spend } from "../domain/spend.ts";
import type { TestRun } from "../domain/test-run.ts";
import type { LeftOut } from "../gates/step-scope.ts";

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
}

export interface Locked extends Grounded {
  readonly lock: Lock;
}

export interface Baselined extends Locked {
  readonly baseline: TestRun;
  /** Paths that the run of the untouched base changed: when a later run does, it is not the work's fault. */
  readonly restless: readonly string[];
}

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
  /** False when the tests' text asks for time, chance or network. */
  readonly hermetic: boolean;
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

export interface Reddened extends Baselined {
  readonly red: {
    readonly sha: string;
    readonly tree: string;
    readonly seal: Seal;
    readonly ids: readonly string[];
    /** RED failures that named no test of their own. */
    readonly groups: readonly string[];
    readonly run: TestRun;
    readonly verdict: RedVerdict;
  };
}

/** The branch as far as it is committed. */
export interface Headed extends Reddened {
  readonly head: { readonly sha: string; readonly tree: string; readonly run: TestRun };
  readonly pushedSha: string;
}

export type RunState =
  | (WithSpec & { readonly phase: "opening" })
  | (Grounded & { readonly phase: "planning" })
  | (Grounded & { readonly phase: "approving" })
  | (Locked & { readonly phase: "locking" })
  | (Locked & { readonly phase: "baseline" })
  | RedState
  | GreenState
  | ReviewState
  | (Headed & { readonly phase: "proving" })
  | (Headed & { readonly phase: "pushing" })
  | (Looped & { readonly phase: "loop_opening" })
  | (LoopLocked & { readonly phase: "loop_locking" })
  | StepsState
  | (Begun & { readonly phase: "concluding"; readonly conclusion: Conclusion })
  | (Begun & { readonly phase: "done"; readonly conclusion: Conclusion });

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
  readonly step: "editing" | "running" | "linting" | "committing" | "pushing";
  /** 1 is the implementer, 2 and 3 are the debuggers (S0-24). */
  readonly attempt: number;
  readonly feedback: readonly string[];
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
  readonly step: "critic" | "editing" | "running" | "linting" | "committing";
  readonly round: number;
  /** Findings not yet addressed, the one in work first. */
  readonly queue: readonly Finding[];
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
  readonly stage: "check" | "validation" | "red" | "committing" | "pushing";
  readonly changes: readonly Change[];
  readonly left: readonly LeftOut[];
  /** The head with the changes; the head's own until the check has run. */
  readonly tree: string;
  readonly red: "seen" | "not_seen" | "no_change";
  /** With task worktrees: the step on the head that it began with, judged and committed before the merge. */
  readonly own: { readonly base: Head; readonly sha: string | null } | null;
}

export interface Head {
  readonly sha: string;
  readonly tree: string;
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
