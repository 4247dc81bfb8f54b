import { z } from "zod";
import {
  CriticAnswer,
  DecomposerAnswer,
  EditorAnswer,
  PlannerAnswer,
  RefinerAnswer,
  StepAnswer,
  WriterAnswer,
} from "./answers.ts";
import { Change } from "./change.ts";
import { CheckPurpose, TestPurpose } from "./command.ts";
import { Role } from "./config.ts";
import { Fact } from "./fact.ts";
import { LayerBreach } from "./layer-breach.ts";
import { ProofEvidence, TreeMutation } from "./proof-evidence.ts";
import { LayerMap } from "./slice.ts";
import { Spend } from "./spend.ts";
import { TestRun } from "./test-run.ts";

/** A configured project in the base tree. */
export const FoundProject = z.object({
  path: z.string(),
  cwd: z.string(),
  /** Directories among `path` and `cwd` that the base does not have, and the nearest that it has. */
  missing: z.array(z.object({ dir: z.string(), near: z.string().nullable() })),
  command: z.string().nullable(),
  framework: z.string().nullable(),
  lookedAt: z.array(z.string()),
});
export type FoundProject = z.infer<typeof FoundProject>;

/** How a command of a loop spec ended. */
export const CheckExit = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("exited"), code: z.number().int() }),
  z.object({ kind: z.literal("killed"), signal: z.string() }),
  z.object({ kind: z.literal("timed_out"), afterMs: z.number() }),
]);
export type CheckExit = z.infer<typeof CheckExit>;

/** The answer of an agent, already parsed by the schema of its role. */
export const Answer = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("plan"), plan: PlannerAnswer }),
  z.object({ kind: z.literal("tests"), tests: WriterAnswer }),
  z.object({ kind: z.literal("edit"), edit: EditorAnswer }),
  z.object({ kind: z.literal("review"), review: CriticAnswer }),
  z.object({ kind: z.literal("step"), step: StepAnswer }),
  z.object({ kind: z.literal("decomposition"), plan: DecomposerAnswer }),
  z.object({ kind: z.literal("suggestions"), refinement: RefinerAnswer }),
]);
export type Answer = z.infer<typeof Answer>;

/** A line of a stub that RED needed and that still says "not implemented". */
export const LeftStub = z.object({ path: z.string(), line: z.number(), text: z.string() });
export type LeftStub = z.infer<typeof LeftStub>;

/**
 * What came back: one variant a command, plus failures that any command can have. The journal
 * stores Results and nothing else moves the loop: state is the fold of `next` over them.
 */
const command = z.string();
export const Result = z.discriminatedUnion("kind", [
  z.object({
    command,
    kind: z.literal("workspace_opened"),
    baseRef: z.string(),
    baseSha: z.string(),
    baseTree: z.string(),
    branch: z.string(),
    /** Those of the asked paths that exist in the base tree. */
    existing: z.array(z.string()),
    /** The config's or a local spec's own; else found from the repository, null if nothing was found. */
    testCommand: z.string().nullable(),
    framework: z.string().nullable(),
    /** What told the framework, as a clause; absent in old journals. */
    why: z.string().optional(),
    lookedAt: z.array(z.string()),
    /** The configured projects, and what was found of each; absent when none is configured. */
    projects: z.array(FoundProject).optional(),
    /** Directories and files of the base tree that hold tests. */
    testLocations: z.array(z.string()),
    /** Test files of the base tree, as far as an agent may have to see one; absent in old journals. */
    testPaths: z.array(z.string()).optional(),
    /** The layers of its directories; empty where it has none, absent in old journals. */
    layers: LayerMap.optional(),
  }),
  z.object({
    command,
    kind: z.literal("turn_taken"),
    role: Role,
    /** The work tree after the turn, as a git tree, and how it differs from the one it began with. */
    tree: z.string(),
    changes: z.array(Change),
    /** What the turn left that no commit may hold: each with its code and the fix. */
    offences: z.array(z.object({ code: z.string(), path: z.string(), fix: z.string() })),
    /** Text of the changed test files with the lines (from 1) that are new, for the weak-test judge. */
    testTexts: z.record(
      z.string(),
      z.object({
        text: z.string(),
        added: z.array(z.number()),
        /** Old lines that it lost; absent in old journals. */
        lost: z.array(z.string()).optional(),
      }),
    ),
    /** The same of each file that a scaffolder changed; absent for other roles. */
    sourceTexts: z
      .record(z.string(), z.object({ text: z.string(), added: z.array(z.number()) }))
      .optional(),
    /** Stubs of RED that the tree still holds; absent for other roles than those that replace them. */
    leftStubs: z.array(LeftStub).optional(),
    answer: Answer,
    spend: Spend,
    /** The isolation that the agent worked under; absent for recordings and in old journals. */
    sandbox: z.string().optional(),
    /** What the static rules see in the change that a critic was shown; absent for other roles. */
    facts: z.array(Fact).optional(),
    /** What the tree has against the direction of its layers, and did not have before; absent without layers. */
    breaches: z.array(LayerBreach).optional(),
  }),
  z.object({
    command,
    kind: z.literal("turn_failed"),
    role: Role,
    /** The agent gave up, ran out of turns or money, refused, or could not be reached. */
    why: z.enum(["gave_up", "limit", "budget", "refused", "unreachable", "bad_answer"]),
    detail: z.string(),
    spend: Spend,
    sandbox: z.string().optional(),
  }),
  z.object({
    command,
    kind: z.literal("asked"),
    /** `widened`: a person added paths to the list that was asked about, and is asked again. */
    /** `revised`: what was asked about is made again, with what the person said of it, and asked again. */
    answer: z.enum(["approved", "refused", "waiting", "widened", "revised"]),
    by: z.string(),
    paths: z.array(z.string()).optional(),
    said: z.string().optional(),
  }),
  z.object({ command, kind: z.literal("lock_taken"), digest: z.string() }),
  z.object({
    command,
    kind: z.literal("edits_applied"),
    tree: z.string(),
    changes: z.array(Change),
    /** Why an edit could not be made; then none was. */
    misfit: z.string().nullable(),
    breaches: z.array(LayerBreach).optional(),
  }),
  z.object({
    command,
    kind: z.literal("tests_ran"),
    purpose: TestPurpose,
    tree: z.string(),
    run: TestRun,
    /** The isolation that was in force, e.g. "bubblewrap, no network". */
    sandbox: z.string(),
    /** What the run did to the tree it ran in; absent in old journals. */
    mutated: z.array(TreeMutation).optional(),
  }),
  z.object({
    command,
    kind: z.literal("proven"),
    tree: z.string(),
    evidence: ProofEvidence,
    sandbox: z.string(),
  }),
  z.object({
    command,
    kind: z.literal("check_ran"),
    purpose: CheckPurpose,
    step: z.string(),
    /** The tree it ran on, `changes` of the command included. */
    tree: z.string(),
    exit: CheckExit,
    /** Whether the pattern was found in all of the output; null when none was asked for. */
    matched: z.boolean().nullable(),
    /** Cut to 4000 characters, with the cut named (S1-31). */
    output: z.string(),
    durationMs: z.number(),
    sandbox: z.string(),
  }),
  z.object({ command, kind: z.literal("commit_refused"), why: z.string() }),
  z.object({ command, kind: z.literal("lint_ran"), passed: z.boolean(), output: z.string() }),
  z.object({ command, kind: z.literal("committed"), sha: z.string(), tree: z.string() }),
  z.object({ command, kind: z.literal("pushed"), sha: z.string(), url: z.string() }),
  z.object({
    command,
    kind: z.literal("published"),
    pullRequest: z.object({ number: z.number(), url: z.string() }).nullable(),
  }),
  z.object({ command, kind: z.literal("stopped") }),
  /** The world broke, not the work: git, disk, network, GitHub. An outage is never a violation. */
  z.object({
    command,
    kind: z.literal("broken"),
    what: z.string(),
    detail: z.string(),
    fix: z.string(),
    /** How to go on when it is put right; absent: resume from this very command. */
    again: z.literal("run").optional(),
  }),
  z.object({ command, kind: z.literal("aborted"), by: z.enum(["signal", "deadline", "person"]) }),
]);
export type Result = z.infer<typeof Result>;
export type ResultOf<K extends Result["kind"]> = Extract<Result, { kind: K }>;
