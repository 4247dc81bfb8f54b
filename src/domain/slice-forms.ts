import { z } from "zod";

/** The forms of a decomposer and of a refiner, as strict as those of the other roles. */
const path = z.string().min(1);

export const DecomposerForm = z.object({
  slices: z
    .array(
      z.object({
        id: z
          .string()
          .regex(/^[A-Za-z][\w-]{0,19}$/, "must be a short word such as S1")
          .describe("S1, S2 … in the order of work."),
        title: z.string().min(1).max(80).describe("The behaviour in a few words."),
        behaviour: z
          .string()
          .min(1)
          .describe(
            "One behaviour that one test can observe, complete in itself: names, exact input, exact result. Nothing else is told to whoever writes its test.",
          ),
        layer: z
          .enum(["domain", "domain-service", "application", "infrastructure"])
          .describe("The outermost layer that it touches."),
        files: z
          .array(
            z.object({
              path: path.describe("Exact path from the root of the repository, no globs."),
              isNew: z.boolean().describe("True when it does not exist before this slice."),
            }),
          )
          .min(1)
          .describe("The source files that this slice changes or creates."),
        testFile: path.describe("The one test file that its test is added to, or that is created."),
        after: z
          .array(z.string())
          .default([])
          .describe("Ids of slices that it builds on or shares a file with."),
      }),
    )
    .min(1)
    .max(16),
});

export const RefinerForm = z.object({
  suggestions: z
    .array(
      z.object({
        description: z.string().min(1).describe("What becomes simpler, in one sentence."),
        priority: z
          .enum(["high", "medium", "low"])
          .describe("high: a dependency against the direction of the layers, or real duplication."),
        edits: z
          .array(
            z.object({
              path,
              old: z.string().min(1).describe("Text that stands in the file exactly once."),
              new: z.string().describe("What replaces it."),
            }),
          )
          .min(1),
      }),
    )
    .default([])
    .describe("Each can be applied alone. None is a good answer."),
  summary: z.string().min(1).describe("Two sentences on the state of the code."),
});
