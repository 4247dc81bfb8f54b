import type { JournalEntry } from "../../domain/journal-entry.ts";
import type { RunRequest } from "../../domain/run-request.ts";

/** What the job will run, or why it will not. */
export type Prepared =
  | {
      readonly kind: "prepared";
      readonly request: RunRequest;
      readonly resume: JournalEntry | null;
      readonly taken: number;
      /**
       * For a run that another job began: the version of its state that this one goes on from, and
       * whether the job before it died.
       */
      readonly begun?: { readonly stateSha: string | null; readonly isRescue: boolean };
      /** Only to say what would be done. */
      readonly isDry: boolean;
      /** What may go wrong later, for the job's log. */
      readonly warning?: string;
    }
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "failed"; readonly why: string };
