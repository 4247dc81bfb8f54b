import { z } from "zod";
import { IssueRef } from "./issue-ref.ts";

/** One acceptance criterion; `id` is C1, C2 … in the order of the issue. */
export const Criterion = z.object({ id: z.string(), text: z.string() });
export type Criterion = z.infer<typeof Criterion>;

/** A path the issue allows to change; `isNew` when it was marked "(new)" (S0-10). */
export const PlannedFile = z.object({ path: z.string(), isNew: z.boolean() });
export type PlannedFile = z.infer<typeof PlannedFile>;

/** An issue, read. There is no Spec without at least one criterion. */
export const Spec = z.object({
  issue: IssueRef,
  title: z.string(),
  /** The visible text of the body: hidden comments and invisible characters removed. */
  body: z.string(),
  criteria: z.array(Criterion).min(1),
  files: z.array(PlannedFile),
  /** Paths, directories (ending in "/") or globs where the issue says that tests go. */
  testLocations: z.array(z.string()),
  testCommand: z.string().nullable(),
  base: z.string().nullable(),
  constraints: z.array(z.string()),
});
export type Spec = z.infer<typeof Spec>;

export type SpecReading =
  | { readonly kind: "clear"; readonly spec: Spec }
  | {
      readonly kind: "unclear";
      readonly about: "criteria" | "files";
      readonly question: string;
    };
