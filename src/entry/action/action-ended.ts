/** What the job shows: its outputs, its summary page, and why it failed, if it did. */
export interface ActionEnded {
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly failure: string | null;
}
