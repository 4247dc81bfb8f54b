import { z } from "zod";
import { IssueRef } from "./issue-ref.ts";
import { TestProject } from "./projects.ts";
import { PlannedFile } from "./spec.ts";

/**
 * What a run may touch, fixed before the first edit and kept outside the branch.
 * `mac` is an HMAC-SHA256 over the rest when the loop has a key, else null.
 */
export const Lock = z.object({
  version: z.literal(2),
  /** Where the run belongs to and which one it is: a lock counts for no other. */
  issue: IssueRef,
  runId: z.string(),
  issueSha256: z.string(),
  profile: z.string(),
  baseRef: z.string(),
  baseSha: z.string(),
  branch: z.string(),
  /** Exact paths, no globs. Test files are in `testFiles`, not here, unless the issue lists them. */
  allowlist: z.array(PlannedFile),
  /** Where the writer may add or change tests: exact paths, or directories ending in "/". */
  testFiles: z.array(z.string()),
  /**
   * What steps own: paths, directories ending in "/", globs, or the glob for everything. Never a
   * protected path, which needs a line of the allowlist. Absent where there are no steps.
   */
  owned: z.array(z.string()).optional(),
  /** One line for a shell; with `projects` the line that runs them all. */
  testCommand: z.string(),
  /** The projects of a monorepo that the files above touch; absent where the repository is one. */
  projects: z.array(TestProject).optional(),
  /** The branch gets a RED commit before any other: an older copy of the plan names none (case J04). */
  redFirst: z.literal(true).optional(),
});
export type Lock = z.infer<typeof Lock>;

/** Whether a lock that was kept is still the one that was taken. */
export type LockCheck =
  | { readonly kind: "intact" }
  | { readonly kind: "changed"; readonly why: string };
