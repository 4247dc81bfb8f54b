import type { JournalEntry } from "../../domain/journal-entry.ts";
import type { RunRequest } from "../../domain/run-request.ts";

/** What the job will run, or why it will not. */
export type Prepared =
  | {
      readonly kind: "prepared";
      readonly request: RunRequest;
      readonly resume: JournalEntry | null;
      readonly taken: number;
      /** Whether an earlier job of the same run has begun it; absent: it has not. */
      readonly isBegun?: boolean;
      /** Only to say what would be done. */
      readonly isDry: boolean;
    }
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "failed"; readonly why: string };
