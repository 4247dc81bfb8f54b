import { z } from "zod";

/** One path that differs between two trees; modes and blobs are git's, null where the path is absent. */
export const Change = z.object({
  path: z.string(),
  status: z.enum(["added", "modified", "deleted"]),
  mode: z.string().nullable(),
  blob: z.string().nullable(),
});
export type Change = z.infer<typeof Change>;

/** What cannot be part of a commit, with what to do about it. */
export interface Offence {
  readonly code: string;
  readonly path: string;
  readonly fix: string;
}

/** The test files as they stood when RED was accepted: path to git blob id. */
export const Seal = z.record(z.string(), z.string());
export type Seal = z.infer<typeof Seal>;
