import { z } from "zod";

/** Where an issue lives. `number` 0 stands for a spec file that no issue was made of. */
export const IssueRef = z.object({
  owner: z.string(),
  repo: z.string(),
  number: z.number().int().nonnegative(),
});
export type IssueRef = z.infer<typeof IssueRef>;
