import { z } from "zod";
import { Slice } from "./slice.ts";

/**
 * What an agent hands in when it is done, one schema a role. An answer is a claim: the loop re-runs
 * whatever can be run, and never takes one as proof.
 */
export const Cannot = z.object({
  kind: z.enum(["unclear", "contradiction", "impossible"]),
  question: z.string().min(1),
});
export type Cannot = z.infer<typeof Cannot>;

export const PlannerAnswer = z.object({
  criteria: z.array(z.string().min(1)).default([]),
  files: z.array(z.object({ path: z.string().min(1), isNew: z.boolean() })).default([]),
  testFiles: z.array(z.string().min(1)).default([]),
  cannot: Cannot.nullable().default(null),
});
export type PlannerAnswer = z.infer<typeof PlannerAnswer>;

/** How the criteria are proven. `preserved`: the criterion says that nothing changes, and old tests hold it. */
export const Coverage = z.object({
  criterion: z.string(),
  tests: z.array(z.string()).default([]),
  preserved: z.boolean().default(false),
});
export type Coverage = z.infer<typeof Coverage>;

export const WriterAnswer = z.object({
  coverage: z.array(Coverage).default([]),
  /** Names that the tests use and that do not exist yet: they make a missing target honest. */
  promised: z
    .object({ modules: z.array(z.string()).default([]), symbols: z.array(z.string()).default([]) })
    .prefault({}),
  summary: z.string().default(""),
  cannot: Cannot.nullable().default(null),
});
export type WriterAnswer = z.infer<typeof WriterAnswer>;

export const EditorAnswer = z.object({
  summary: z.string().default(""),
  cannot: Cannot.nullable().default(null),
});
export type EditorAnswer = z.infer<typeof EditorAnswer>;

/** What the one agent of a loop spec reports: progress, never completion (S1-25). */
export const StepAnswer = z.object({
  summary: z.string().default(""),
  /** Nothing more can be done without a person. */
  blocked: z.boolean().default(false),
  /** What the next iteration should look at. */
  nextPrompt: z.string().default(""),
  /** Paths of files that belong to the step: nothing else is verified or committed. */
  artifacts: z.array(z.string()).default([]),
  /** Which of the ready steps was worked on; null leaves it at the one that was asked for. */
  taskId: z.string().nullable().default(null),
  lessonsLearned: z.array(z.string()).default([]),
  cannot: Cannot.nullable().default(null),
});
export type StepAnswer = z.infer<typeof StepAnswer>;

export const Finding = z.object({
  kind: z.enum(["drift", "missing_edge_case", "quality"]),
  file: z.string(),
  line: z.number().int().positive().nullable().default(null),
  problem: z.string().min(1),
  suggestion: z.string().default(""),
  /** Whose work it is about, where the reviewer has to say it: who mends it follows from this. */
  side: z.enum(["test", "implementation"]).optional(),
  /** What the line should be instead, as code; none when more than that line has to change. */
  replacement: z.string().nullish(),
});
export type Finding = z.infer<typeof Finding>;

export const CriticAnswer = z.object({
  verdict: z.enum(["APPROVED", "NEEDS_WORK"]),
  summary: z.string().default(""),
  findings: z.array(Finding).default([]),
  /** What could be simpler: told to the person, never worked (S4-29). */
  suggestions: z.array(z.string()).optional(),
});
export type CriticAnswer = z.infer<typeof CriticAnswer>;

/** How an issue is cut into slices, in the order of work. */
export const DecomposerAnswer = z.object({
  slices: z.array(Slice).default([]),
  cannot: Cannot.nullable().default(null),
});
export type DecomposerAnswer = z.infer<typeof DecomposerAnswer>;

/** One small change that keeps behaviour; `old` stands exactly once in its file (S3-35). */
export const Suggestion = z.object({
  description: z.string().min(1),
  priority: z.enum(["high", "medium", "low"]),
  edits: z.array(z.object({ path: z.string().min(1), old: z.string().min(1), new: z.string() })),
});
export type Suggestion = z.infer<typeof Suggestion>;

export const RefinerAnswer = z.object({
  suggestions: z.array(Suggestion).default([]),
  summary: z.string().default(""),
});
export type RefinerAnswer = z.infer<typeof RefinerAnswer>;
