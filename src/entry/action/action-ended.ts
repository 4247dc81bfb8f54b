/** What the job shows: its outputs, its summary page, and why it failed, if it did. */
export interface ActionEnded {
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly failure: string | null;
  /** The run whose tasks other jobs work on now; absent when there is nothing more to wait for. */
  readonly away?: AwayRun;
}

/** A run that goes on in other jobs. */
export interface AwayRun {
  readonly issue: number;
  readonly run: string;
}
