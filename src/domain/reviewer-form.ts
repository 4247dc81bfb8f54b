import { z } from "zod";
import { whereAndWhat } from "./answer-forms.ts";
import { Finding } from "./answers.ts";

/** The form of a reviewer: who has to mend a finding is said with it (S4-29). */
export const ReviewerForm = z
  .object({
    verdict: z.enum(["APPROVED", "NEEDS_WORK"]),
    summary: z
      .string()
      .min(1)
      .describe("Two or three sentences on the change, and what convinced you."),
    findings: z
      .array(
        Finding.omit({ kind: true, replacement: true }).extend({
          side: z
            .enum(["test", "implementation"])
            .describe("test: the tests have to change. implementation: the code has to."),
          ...whereAndWhat,
        }),
      )
      .default([])
      .describe("In the order of their weight; none with APPROVED."),
    suggestions: z
      .array(z.string().min(1))
      .default([])
      .describe("What could be simpler in the code. It goes to a person and is not worked."),
  })
  .superRefine((form, context) => {
    const isApproved = form.verdict === "APPROVED";
    if (isApproved === (form.findings.length === 0)) return;
    const message = isApproved
      ? "APPROVED goes with no findings. Put what could be simpler into `suggestions`, or answer NEEDS_WORK."
      : "NEEDS_WORK needs at least one finding.";
    context.addIssue({ code: "custom", path: ["findings"], message });
  });
