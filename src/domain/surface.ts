/** One public declaration, on one line, without body, values or comments. */
export interface Signature {
  /** Its own name, without its owner's. */
  readonly name: string;
  /** Counted from 1. */
  readonly line: number;
  /** 0 for what a file exports, 1 for its members, and so on. Members follow their owner. */
  readonly depth: number;
  readonly text: string;
  /** What its author wrote about it, as written; null when nothing, or when it was not asked for. */
  readonly documentation: string | null;
}

/** The public part of one file. */
export interface FileSurface {
  readonly path: string;
  readonly language: string;
  readonly signatures: readonly Signature[];
  /** Lines, counted from 1, where the parser did not understand the file; at most 20. */
  readonly syntaxErrors: readonly number[];
  /** Characters of the whole file. */
  readonly characters: number;
}

/** A file whose public part is not shown, and why. */
export interface LeftOut {
  readonly path: string;
  readonly why: string;
}

/** What came of reading a file; one with syntax errors is read as far as it is understood. */
export type SurfaceRead =
  | { readonly kind: "read"; readonly surface: FileSurface }
  | { readonly kind: "unreadable"; readonly why: string };
