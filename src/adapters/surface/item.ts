import type { SyntaxNode } from "./syntax-node.ts";

/** One signature that a language found. Members follow their owner, one deeper. */
export interface Item {
  /** Where it stands: its first row is the line shown, and its documentation is looked for there. */
  readonly node: SyntaxNode;
  readonly name: string;
  readonly depth: number;
  readonly text: string;
}

/** What we know of one language. */
export interface Language {
  /** As people write it. */
  readonly name: string;
  /** File of its grammar, without directory. */
  readonly grammar: string;
  /** Makes a text readable for the grammar, every character where it was; `restore` undoes it in what is shown. */
  prepare?(source: string): { readonly text: string; restore(shown: string): string };
  /** Everything public in a file, in any order. */
  items(root: SyntaxNode, path: string): readonly Item[];
  /** Where documentation is, when it is not a comment before the declaration. */
  documentation?(node: SyntaxNode): string | null;
  /** Types of comments before a declaration, and how a documentation comment begins. */
  readonly comments: CommentStyle;
}

export interface CommentStyle {
  readonly types: readonly string[];
  readonly begins: RegExp;
  /** Types of what may stand between a comment and its declaration. */
  readonly between: readonly string[];
}
