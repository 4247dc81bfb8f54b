import { z } from "zod";
import { Finding, Suggestion } from "./answers.ts";
import { Change } from "./change.ts";
import { Conclusion } from "./conclusion.ts";
import { Role } from "./config.ts";
import { Lock } from "./lock.ts";

export const TestPurpose = z.enum(["baseline", "red", "green", "refactor", "final"]);
export type TestPurpose = z.infer<typeof TestPurpose>;

export const CommitPhase = z.enum(["red", "green", "refactor", "step"]);
export type CommitPhase = z.infer<typeof CommitPhase>;

/** Why a command of a loop spec is run. `red`: the check on the tests alone, without the code. */
export const CheckPurpose = z.enum(["check", "validation", "final", "red"]);
export type CheckPurpose = z.infer<typeof CheckPurpose>;

/** The part of a task that only a loop spec has. */
export const StepTask = z.object({
  /** Id of the step. */
  id: z.string(),
  /** What earlier attempts at the step changed: it lies over the tree that the turn begins with. */
  changes: z.array(Change),
  /** Names the directory of the turn: turns that go on at the same time have different ones. */
  lane: z.string().nullable(),
  /** This iteration and the most there may be, from 1. */
  iteration: z.number().int(),
  /** What the agent itself said that comes next; empty when it said nothing. */
  nextPrompt: z.string(),
});

/** The part of a task that only a cycle has: one behaviour, its test and its code. */
export const CycleTask = z.object({
  /** From 1, and the most there may be; null for no limit. */
  number: z.number().int(),
  of: z.number().int().nullable(),
  /** Ids of the criteria that need no further test. */
  covered: z.array(z.string()),
  /** What a tester has before it: the next behaviour, an implementer's objection, or findings on tests. */
  about: z.enum(["behaviour", "dispute", "findings"]),
  /** Those objections or findings, word for word. */
  said: z.array(z.string()),
  /** What a reviewer looks at: the direction after a cycle, or all of it. */
  scope: z.enum(["direction", "final"]).nullable(),
});
export type CycleTask = z.infer<typeof CycleTask>;

/** What a fresh agent is asked to do: everything it may know, as data. The prompt is made of it. */
export const Task = z.object({
  role: Role,
  attempt: z.number().int().positive(),
  /** The git tree it starts from. */
  tree: z.string(),
  /** Exact paths, or directories ending in "/", that it may write. Empty: it may only read. */
  mayWrite: z.array(z.string()),
  /** What gates and earlier attempts said, word for word, oldest first. */
  feedback: z.array(z.string()),
  /** The finding to address, for a refactorer. */
  finding: Finding.nullable(),
  /** The names that a scaffolder has to create. */
  scaffold: z.array(z.string()),
  /** What the critic compares: base...HEAD. For a writer, what the attempt before left. */
  diff: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** The last test output, cut to failing tests. */
  testOutput: z.string(),
  /** For a developer: the step of the loop spec. */
  step: StepTask.optional(),
  /** For the roles of a cycle. */
  cycle: CycleTask.optional(),
  /** The tree that changed tests are held against, where it is not the one that the turn starts from. */
  since: z.string().optional(),
});
export type Task = z.infer<typeof Task>;

/**
 * What the loop wants done, coarse enough that the whole protocol fits one page. `id` is unique in a
 * run and the same in every replay; performing a command twice has the effect of once.
 */
const id = z.string();
export const Command = z.discriminatedUnion("kind", [
  z.object({
    id,
    kind: z.literal("open_workspace"),
    base: z.string().nullable(),
    branch: z.string(),
    paths: z.array(z.string()),
  }),
  z.object({ id, kind: z.literal("take_turn"), task: Task }),
  z.object({
    id,
    kind: z.literal("ask"),
    what: z.enum(["proposal", "slices", "red", "green", "disputes", "fuzzy"]),
    question: z.string(),
    command: z.string(),
  }),
  z.object({ id, kind: z.literal("take_lock"), lock: Lock }),
  z.object({
    id,
    kind: z.literal("apply_edits"),
    tree: z.string(),
    edits: Suggestion.shape.edits,
  }),
  z.object({
    id,
    kind: z.literal("run_tests"),
    purpose: TestPurpose,
    tree: z.string(),
    testCommand: z.string(),
    /** Which repeat of the same run this is; absent for the first. Only a repeat may run a tree again. */
    repeat: z.number().int().positive().optional(),
  }),
  z.object({
    id,
    kind: z.literal("prove"),
    /** The finished tree, and the one that RED committed. */
    tree: z.string(),
    redTree: z.string(),
    /** Paths of the test files that RED sealed. */
    redFiles: z.array(z.string()),
    testCommand: z.string(),
  }),
  /** Runs one command line of a loop spec on `tree` with `changes` laid over it. */
  z.object({
    id,
    kind: z.literal("run_check"),
    purpose: CheckPurpose,
    step: z.string(),
    tree: z.string(),
    changes: z.array(Change),
    line: z.string(),
    timeoutMs: z.number().int(),
    /** Regular expression (flag m) that all of the output must match; null asks for none. */
    pattern: z.string().nullable(),
  }),
  z.object({
    id,
    kind: z.literal("run_lint"),
    tree: z.string(),
    lintCommand: z.string(),
    files: z.array(z.string()),
  }),
  z.object({
    id,
    kind: z.literal("commit"),
    phase: CommitPhase,
    tree: z.string(),
    parent: z.string(),
    message: z.string(),
    /** The commit of a step's own branch that this one merges. */
    also: z.string().optional(),
    /** Whether the hooks of the person's repository are asked first. */
    hooks: z.boolean().optional(),
  }),
  z.object({
    id,
    kind: z.literal("push"),
    branch: z.string(),
    sha: z.string(),
    /** What the remote branch must be now; null when it must not exist. Never forced past that. */
    expected: z.string().nullable(),
  }),
  z.object({
    id,
    kind: z.literal("publish"),
    stage: z.enum(["started", "red", "green", "surface"]),
    sha: z.string().nullable(),
  }),
  z.object({ id, kind: z.literal("stop"), conclusion: Conclusion }),
]);
export type Command = z.infer<typeof Command>;
