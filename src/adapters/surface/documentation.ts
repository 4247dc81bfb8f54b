import type { Language } from "./item.ts";
import type { SyntaxNode } from "./syntax-node.ts";

/** How far up the statement may be that a comment stands before: `export`, `declare`, a list of one. */
const MAX_CLIMB = 3;

/** The documentation comment of a declaration as it was written, null when there is none. */
export function documentationOf(node: SyntaxNode, language: Language): string | null {
  if (language.documentation !== undefined) return language.documentation(node);
  let at: SyntaxNode | null = node;
  for (let climb = 0; at !== null && at.parent !== null && climb <= MAX_CLIMB; climb += 1) {
    const comment = commentBefore(at, language);
    if (comment !== null) return comment;
    if (at.parent.namedChildren[0]?.id !== at.id && !isMarked(at, language)) return null;
    at = at.parent;
  }
  return null;
}

/** Whether only decorators stand before a node in its parent. */
function isMarked(node: SyntaxNode, { comments }: Language): boolean {
  return comments.between.includes(node.previousNamedSibling?.type ?? "");
}

function commentBefore(node: SyntaxNode, language: Language): string | null {
  const texts: string[] = [];
  let below = node;
  let before = node.previousNamedSibling;
  while (before !== null && belongsTo(before, below, language)) {
    if (language.comments.types.includes(before.type)) texts.unshift(before.text.trimEnd());
    below = before;
    before = before.previousNamedSibling;
  }
  return texts.length === 0 ? null : texts.join("\n");
}

/** Whether a node is a documentation comment or a decorator of what begins right below it. */
function belongsTo(node: SyntaxNode, below: SyntaxNode, { comments }: Language): boolean {
  // Grammars differ in whether a comment holds its line's end.
  const { row, column } = node.endPosition;
  const end = column === 0 ? row - 1 : row;
  if (end < below.startPosition.row - 1) return false;
  if (comments.between.includes(node.type)) return true;
  return comments.types.includes(node.type) && comments.begins.test(node.text);
}
