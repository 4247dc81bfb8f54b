import { z } from "zod";
import { Finding } from "./answers.ts";
import { Conclusion } from "./conclusion.ts";
import { Role } from "./config.ts";
import { Lock } from "./lock.ts";

export const TestPurpose = z.enum(["baseline", "red", "green", "refactor", "final"]);
export type TestPurpose = z.infer<typeof TestPurpose>;

export const CommitPhase = z.enum(["red", "green", "refactor"]);
export type CommitPhase = z.infer<typeof CommitPhase>;

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
