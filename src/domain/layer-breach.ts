import { z } from "zod";

/** A place where an inner layer reaches for an outer one, or for the world outside (S3-33, S3-34). */
export const LayerBreach = z.object({
  path: z.string(),
  /** 1-based. */
  line: z.number().int().positive(),
  kind: z.enum(["outer_import", "outside_world"]),
  /** In our words, with the name that is reached for. */
  what: z.string(),
});
export type LayerBreach = z.infer<typeof LayerBreach>;
