/**
 * A source that says what was touched in a work tree without reading the tree. It is a hint: it can
 * spare a scan, and never acquits what no scan has seen (decision 0009).
 */
export interface ChangeJournal {
  readonly name: "overlay" | "watch";
  /** Forgets what it knows: from now on everything that is touched is told. */
  mark(): Promise<void>;
  /** What was touched since the mark, perhaps more. It goes on being told until the next mark. */
  since(): Promise<Touched>;
  close(): void;
}

/**
 * Paths from the top of the work tree; what belongs to the repository itself is below ".git",
 * wherever it lies. `lost`: something may have been missed.
 */
export type Touched =
  | { readonly kind: "paths"; readonly paths: readonly string[] }
  | { readonly kind: "lost" };

export const lost: Touched = { kind: "lost" };
