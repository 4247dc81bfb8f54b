import { z } from "zod";

/** One behaviour to prove: a test and the code for it, in one turn. */
export const SpecTask = z.object({
  id: z.string(),
  name: z.string(),
  /** What the agent is told; null leaves it at the goal. */
  prompt: z.string().nullable(),
  /** The verifier: exit 0 proves the task. */
  check: z.string(),
  dependsOn: z.array(z.string()),
  /** Paths, directories ending in "/" or globs that the task owns; empty when it does not say. */
  files: z.array(z.string()),
});
export type SpecTask = z.infer<typeof SpecTask>;

/** What a loop spec can be (S1-5). A fuzzy one writes its checker first and stops for a person. */
export const SpecShape = z.enum(["single", "suite", "ordered", "dag", "fuzzy"]);
export type SpecShape = z.infer<typeof SpecShape>;

/** A loop spec with every default filled in, every limit kept, every old name replaced (S1-7 … S1-22). */
export const LoopSpec = z.object({
  /** Safe as a file name: [a-z0-9._-]. */
  name: z.string(),
  goal: z.string(),
  shape: SpecShape,
  /** How tasks unlock: all there is, one after the other, or by their dependencies. */
  order: z.enum(["one", "given", "dag"]),
  /** At least one: without steps, the spec itself is the only task. */
  tasks: z.array(SpecTask).min(1),
  /** Runs after the last task, with a counter of its own. */
  finalCheck: z.string().nullable(),
  /** Runs after a verifier that ended with 0; null skips it. */
  validation: z.object({ command: z.string().nullable(), isDefault: z.boolean() }),
  /** Iterations in all, the final check's included. */
  maxIterations: z.number().int(),
  attemptsPerTask: z.number().int(),
  finalAttempts: z.number().int(),
  timeoutMs: z.number().int(),
  /** Ready tasks that are shown, or worked on, at the same time. */
  parallelism: z.number().int(),
  /** What happens to tasks that own the same files and could be ready together. */
  overlap: z.enum(["serialise", "refuse"]),
  taskWorktrees: z.boolean(),
  autoCommitNoVerify: z.boolean(),
  autoCommitAddUntracked: z.boolean(),
  /** Must match in what a verifier prints, else exit 0 does not count. Compiles with flag "m". */
  verifyOutputPattern: z.string().nullable(),
  verifyPrefix: z.string().nullable(),
});
export type LoopSpec = z.infer<typeof LoopSpec>;

/** What is said about a spec: where, and what. */
export interface SpecNote {
  /** A field, such as `steps[1].check`; "spec" for the whole. */
  readonly place: string;
  readonly text: string;
}

export type LoopSpecReading =
  | { readonly kind: "read"; readonly spec: LoopSpec; readonly notes: readonly SpecNote[] }
  | {
      readonly kind: "invalid";
      readonly problems: readonly SpecNote[];
      readonly notes: readonly SpecNote[];
    };

/**
 * A name that is safe in file names and branches (S1-7): lower case, each run of other characters a
 * dash, no dash at the edges. Null when nothing is left, or only dots.
 */
export function safeName(text: string): string | null {
  const name = text
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return /^\.*$/.test(name) ? null : name;
}
