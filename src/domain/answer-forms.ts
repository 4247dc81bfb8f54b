import { z } from "zod";
import { Cannot, Coverage, Finding } from "./answers.ts";

/**
 * The forms that agents fill in at the end of a turn: stricter than the stored answers, so that a hole
 * is told to the agent while it can still mend it, and with a word of explanation on each field.
 */
const path = z.string().min(1);

export const PlannerForm = z.object({
  criteria: z
    .array(z.string().min(1))
    .min(1)
    .describe("Acceptance criteria, each one thing that a test can observe."),
  files: z
    .array(
      z.object({
        path: path.describe("Exact path from the root of the repository, no globs."),
        isNew: z.boolean().describe("True when the file does not exist yet."),
      }),
    )
    .min(1)
    .describe(
      "The source files that have to change, at most five. Test files are not listed here.",
    ),
  testFiles: z.array(path).min(1).describe("Exact paths of the test files to add to or to create."),
});

export const WriterForm = z
  .object({
    coverage: z
      .array(
        Coverage.extend({
          criterion: z.string().min(1).describe("Id of the criterion: C1, C2 …"),
          tests: z
            .array(z.string().min(1))
            .default([])
            .describe("Names of the new tests that prove it, as the runner prints them."),
          preserved: z
            .boolean()
            .default(false)
            .describe(
              "True when it says that something stays as it is and existing tests hold it.",
            ),
        }),
      )
      .min(1)
      .describe(
        "One entry for each criterion that your rules ask you to account for: all of the issue's, or those of this turn.",
      ),
    promised: z
      .object({
        modules: z
          .array(z.string())
          .default([])
          .describe("Modules that the tests load and that do not exist yet, as they are imported."),
        symbols: z
          .array(z.string())
          .default([])
          .describe("Functions, classes, methods that the tests use and that do not exist yet."),
      })
      .prefault({}),
    summary: z.string().min(1).describe("Two or three sentences on what the tests demand."),
  })
  .superRefine((form, context) => {
    const bare = form.coverage.filter((entry) => !entry.preserved && entry.tests.length === 0);
    for (const entry of bare) {
      context.addIssue({
        code: "custom",
        path: ["coverage"],
        message: `${entry.criterion} has no test: name at least one, or mark it preserved.`,
      });
    }
  });

export const EditorForm = z.object({
  summary: z
    .string()
    .min(1)
    .describe("Two or three sentences: what was changed, and why it works."),
});

export const StepForm = z.object({
  summary: z
    .string()
    .min(1)
    .describe("What was done, why the new test fails without it, and edge cases left for later."),
  blocked: z
    .boolean()
    .default(false)
    .describe(
      "True only when nothing can go on without a person; summary then holds the question.",
    ),
  nextPrompt: z.string().default("").describe("What to look at next, should the check still fail."),
  artifacts: z
    .array(path)
    .default([])
    .describe(
      "Path of every file that you added, changed or deleted for this step; no directories.",
    ),
  taskId: z
    .string()
    .nullable()
    .default(null)
    .describe(
      "Id of the step, where several are ready and you took another than the suggested one.",
    ),
  lessonsLearned: z
    .array(z.string())
    .default([])
    .describe("What later iterations should know, one sentence each."),
});

/** What every finding says, whoever has it. */
export const whereAndWhat = {
  file: path.describe("Path from the root of the repository."),
  line: z
    .number()
    .int()
    .positive()
    .nullable()
    .default(null)
    .describe("Line in the new version of the file; null only if no line shows it."),
  problem: z.string().min(1).describe("What is wrong, with the input that shows it."),
  suggestion: z.string().default("").describe("The smallest change that mends it."),
};

export const CriticForm = z
  .object({
    verdict: z.enum(["APPROVED", "NEEDS_WORK"]),
    summary: z.string().min(1).describe("Two or three sentences on the whole change."),
    findings: z
      .array(
        Finding.extend({
          kind: z
            .enum(["drift", "missing_edge_case", "quality"])
            .describe(
              "drift: not what was asked. missing_edge_case: an input that goes wrong. quality: hard to keep.",
            ),
          ...whereAndWhat,
          replacement: z
            .string()
            .nullable()
            .default(null)
            .describe(
              "The exact code to put in place of that one line, indented as it is, when this alone mends it; else null.",
            ),
        }),
      )
      .default([]),
  })
  .superRefine((form, context) => {
    const wrong =
      form.verdict === "APPROVED" ? form.findings.length > 0 : form.findings.length === 0;
    if (!wrong) return;
    context.addIssue({
      code: "custom",
      path: ["findings"],
      message:
        form.verdict === "APPROVED"
          ? "APPROVED goes with no findings. Put remarks into the summary, or answer NEEDS_WORK."
          : "NEEDS_WORK needs at least one finding with file and line.",
    });
  });

export const GiveUpForm = z.object({
  kind: Cannot.shape.kind.describe(
    "unclear: the issue leaves open what is right. contradiction: two demands exclude each other, or a test demands what is wrong. impossible: it cannot be done within the files you may write.",
  ),
  question: Cannot.shape.question.describe(
    "The one question that a person has to answer, with the options that you see; or the whole objection, where your rules let you raise one.",
  ),
});
