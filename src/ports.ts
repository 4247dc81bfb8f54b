import type { Change, Offence } from "./domain/change.ts";
import type { CheckEnd, CheckRequest } from "./domain/check-run.ts";
import type { TestPurpose } from "./domain/command.ts";
import type { CommitAsked, HookSite } from "./domain/commit-asked.ts";
import type { Role } from "./domain/config.ts";
import type { Detect } from "./domain/detected.ts";
import type { IssueRef } from "./domain/issue-ref.ts";
import type { JournalEntry } from "./domain/journal-entry.ts";
import type { Lock, LockCheck } from "./domain/lock.ts";
import type { ProofRequest, Proven, TreeMutation } from "./domain/proof-evidence.ts";
import type { Answer } from "./domain/result.ts";
import type { CheckRun, PullRequestDraft, Review } from "./domain/shown-on-github.ts";
import type { Spend } from "./domain/spend.ts";
import type { FileSurface } from "./domain/surface.ts";
import type { PostedTask, TaskRecord, TaskStarted } from "./domain/task-record.ts";
import type { RanTests, TriedTests } from "./domain/test-run.ts";

/**
 * The outside world, on one page.
 *
 * Contract of every port: what can happen on a good day (a red test, a model that gives up, a
 * refused push) is a value; a rejected promise means a bug or a broken machine. Whatever can be
 * slow takes an AbortSignal and ends soon after it fires, leaving no process behind.
 */
export interface Ports {
  readonly workspace: Workspace;
  readonly views: Views;
  readonly agent: Agent;
  readonly tests: TestRunner;
  readonly prover: Prover;
  /** Null for a run on a local repository: there is nobody to tell but the terminal. */
  readonly github: GitHub | null;
  readonly journal: Journal;
  readonly approvals: Approvals;
  readonly clock: Clock;
}

/** The loop's own repository: trees in, trees out. Neither agents nor tests can reach it. */
export interface Workspace {
  /** Fetches the base and finds what the run needs to know of it. Safe to repeat. */
  open(asked: OpenRequest, signal: AbortSignal): Promise<Opened>;
  /**
   * Lays `tree` out where an agent may work: one commit, no remote, no history. Turns that go on at
   * the same time name different lanes.
   */
  beginTurn(tree: string, signal: AbortSignal, lane?: string, view?: TurnView): Promise<TurnSite>;
  /** Lays `tree` out for a test run, with carried dependencies; exactly that tree, nothing left over. */
  testSite(tree: string, signal: AbortSignal, lane?: string): Promise<TestSite>;
  /** The tree that `tree` becomes with these versions in place; nothing is laid out. */
  withChanges(tree: string, changes: readonly Change[]): Promise<string>;
  /** Text of one file of a tree, null when absent or not text. */
  readFile(tree: string, path: string): Promise<string | null>;
  /** Unified diff between two trees or commits, renames off. */
  diff(from: string, to: string): Promise<string>;
  /** Commits without work tree, hooks or signing config; the same arguments give the same sha. `also`: a second parent. */
  commit(tree: string, parent: string, message: string, also?: string): Promise<string>;
  /** A checkout of a commit to be, and the lines that run the person's hooks there; null for none. */
  hookSite(asked: CommitAsked, signal: AbortSignal): Promise<HookSite | null>;
  /** Pushes by explicit address with a lease; never forces. Verifies that the remote has it. */
  push(branch: string, sha: string, expected: string | null, signal: AbortSignal): Promise<Pushed>;
}

/** For a turn in a part of a tree: the tree that it is a part of, and whether dependencies come along. */
export interface TurnView {
  readonly whole: string;
  readonly carries: boolean;
}

/** What of a tree one role may see, and how its work gets back into the whole. */
export interface Views {
  /** Every path of a tree. */
  files(tree: string): Promise<readonly string[]>;
  /** A tree of those paths of `tree` and no others. */
  narrow(tree: string, paths: readonly string[]): Promise<string>;
  /** `onto` with these texts in place of what was at their paths, and how that differs. */
  put(onto: string, texts: Readonly<Record<string, string>>): Promise<Snapshot>;
  /** Signatures of all that is public in those files of a tree, never a body; each with its comment. */
  surface(tree: string, paths: readonly string[]): Promise<readonly FileSurface[]>;
}

export interface OpenRequest {
  readonly base: string | null;
  readonly branch: string;
  readonly paths: readonly string[];
}

export type Opened =
  | {
      readonly kind: "opened";
      readonly baseRef: string;
      readonly baseSha: string;
      readonly baseTree: string;
      /** Every path of the base tree. */
      readonly files: readonly string[];
      /** The asked branch, or with -2, -3 … behind it when that exists: an old run is never built on. */
      readonly branch: string;
    }
  | { readonly kind: "refused"; readonly why: string; readonly fix: string };

/** Where one agent works. `snapshot` takes what it left, by bytes, and says how it differs. */
export interface TurnSite {
  readonly dir: string;
  snapshot(): Promise<Snapshot>;
}

export interface Snapshot {
  readonly tree: string;
  readonly changes: readonly Change[];
  /** What cannot be part of a commit: sockets, nested repositories, links out. Each with its fix. */
  readonly offences: readonly Offence[];
}

export interface TestSite {
  readonly dir: string;
  /** What a run left changed, deleted or new in it by now, carried dependencies left aside. */
  changes(): Promise<readonly TreeMutation[]>;
}

export type Pushed =
  | { readonly kind: "pushed"; readonly sha: string; readonly url: string }
  | { readonly kind: "refused"; readonly why: string; readonly fix: string };

/** One model, CLI or recording that takes one turn in a fresh context and is then forgotten. */
export interface Agent {
  takeTurn(turn: Turn, signal: AbortSignal): Promise<TurnReply>;
}

export interface Turn {
  readonly role: Role;
  readonly attempt: number;
  /** Stable parts first, for the cache: rules of all roles, what the run shares, RED's sealed tests ("" before), the task. */
  readonly system: string;
  readonly shared: string;
  readonly sealed: string;
  readonly task: string;
  readonly dir: string;
  /** Exact paths, or directories ending in "/", that the agent may write. */
  readonly mayWrite: readonly string[];
  /** Id of the step of a loop spec, for a developer. */
  readonly step?: string;
  /** Runs the tests on what the agent has now. Null for readers. */
  readonly runTests: (() => Promise<TriedTests>) | null;
}

/** With the isolation that the agent worked under, as its sandbox names itself; absent for recordings. */
export type TurnReply = TurnEnd & { readonly sandbox?: string };

export type TurnEnd =
  | { readonly kind: "finished"; readonly answer: Answer; readonly spend: Spend }
  | {
      readonly kind: "failed";
      readonly why: "gave_up" | "limit" | "budget" | "refused" | "unreachable" | "bad_answer";
      readonly detail: string;
      readonly spend: Spend;
    };

export interface TestRunner {
  /**
   * What the repository's tests are run with: the command that a person named, else one found from its
   * files; `lookedAt` says where.
   */
  readonly detect: Detect;
  /** Runs the command in `dir` under the sandbox and reads its report. Never throws on red. */
  run(asked: TestRequest, signal: AbortSignal): Promise<RanTests>;
  /** Runs one line of a loop spec the same way; only its exit and what it printed count. */
  check(asked: CheckRequest, signal: AbortSignal): Promise<CheckEnd>;
  /** Runs a lint command the same way; only its exit and text count. */
  lint(
    dir: string,
    command: string,
    signal: AbortSignal,
  ): Promise<{ passed: boolean; output: string }>;
}

export interface TestRequest {
  readonly dir: string;
  readonly command: string;
  readonly framework: string | null;
  /** The projects of a monorepo to run instead of the command, merged to one run. */
  readonly projects?: Lock["projects"];
  readonly purpose: TestPurpose;
  /** Which repeat of the same run this is: it runs in another time zone and with another hash seed. */
  readonly repeat?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Tries a finished tree in checkouts of its own: CI, another day, an assertion that must fail. */
export interface Prover {
  prove(asked: ProofRequest, signal: AbortSignal): Promise<Proven>;
}

export interface GitHub {
  readonly conversation: Conversation;
  readonly checks: Checks;
  readonly pullRequests: PullRequests;
  /** True when an App of ours sets `file-gate` itself; then the loop leaves that check alone. */
  readonly appOwnsFileGate: boolean;
}

/** The issue's one sticky comment and its labels. Both are upserts: twice is once. */
export interface Conversation {
  upsertComment(issue: IssueRef, marker: string, body: string): Promise<void>;
  setLabels(issue: IssueRef, add: readonly string[], remove: readonly string[]): Promise<void>;
}

export interface Checks {
  /** One check run of this name on this commit; a second call updates it. */
  setCheck(check: CheckRun): Promise<void>;
}

export interface PullRequests {
  /** The one pull request of this head branch: found, updated, or opened as a draft. */
  upsert(pr: PullRequestDraft): Promise<{ readonly number: number; readonly url: string }>;
  /** One review found by its marker; comments off the diff are folded into the body. */
  review(review: Review): Promise<void>;
  markReady(number: number): Promise<void>;
}

/** The run's memory. An entry is on disk before the promise resolves. */
export interface Journal {
  append(entry: JournalEntry): Promise<void>;
  read(): Promise<readonly JournalEntry[]>;
  /** Keeps the lock outside the branch, signed when there is a key; gives its digest. */
  saveLock(lock: Lock): Promise<string>;
  /**
   * Holds the lock that is kept now against the one that was taken: its digest then, and `lock`, which
   * is what the run goes by.
   */
  checkLock(lock: Lock, digest: string): Promise<LockCheck>;
  /**
   * Puts lock and journal where the App and other runners find them; nothing for a local run.
   * @param commit one that is not pushed yet and that the journal goes on from
   */
  share(commit?: string): Promise<void>;
}

/**
 * Records of the tasks that other jobs work on, where every job of the run finds them. A record is only
 * ever put in place of the very one that was read.
 */
export interface TaskBoard {
  /** All records of this run, by command. */
  read(): Promise<ReadonlyMap<string, PostedTask>>;
  /**
   * @param over version of the record that it takes the place of; null where there must be none
   * @returns the new version, null when somebody else was faster: then nothing was changed
   */
  post(command: string, record: TaskRecord, over: string | null): Promise<string | null>;
  /** Takes records away; one that is not there is as good. */
  drop(commands: readonly string[]): Promise<void>;
}

/** Jobs of their own for tasks. */
export interface TaskJobs {
  /** Asks for a job; it may begin much later. */
  start(command: string): Promise<TaskStarted>;
  /** Of these tasks the ones that a job which has not ended works on, or is asked for. */
  alive(posted: ReadonlyMap<string, PostedTask>): Promise<ReadonlySet<string>>;
}

/** Asks a person. In a terminal it waits for the answer; on GitHub the answer is "waiting". */
export interface Approvals {
  /** @param always only a person can answer this, whatever was agreed to beforehand */
  ask(
    question: string,
    command: string,
    always: boolean,
  ): Promise<{
    answer: "approved" | "refused" | "waiting" | "revised";
    by: string;
    /** What should be different, for `revised`. */
    said?: string;
  }>;
}

export interface Clock {
  now(): number;
}

/** One process under isolation, for the adapters that run repository code. */
export interface Sandbox {
  readonly name: string;
  run(process: SandboxedProcess, signal: AbortSignal): Promise<ProcessEnd>;
}

export interface SandboxedProcess {
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Directories besides `cwd` and its own temporary one that it may write. */
  readonly writable: readonly string[];
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly network: "off" | "on";
  /** Written to its standard input; closed at once when absent. */
  readonly input?: string;
  /** Hears each line of its standard output; with it, standard input stays open for answers. */
  readonly talk?: Talk;
}

/** One side of a conversation with a process, in lines: what it said, and how to answer. */
export type Talk = (line: string, say: (line: string) => void) => void;

export interface ProcessEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  readonly outputCut: boolean;
  readonly durationMs: number;
  /** Processes that still ran when the command had ended, and were ended then (case R02). */
  readonly leftovers?: number;
  /** The limit that a process which did not end well ran into (case R04). */
  readonly limit?: "processes" | "memory" | "file_size";
}
