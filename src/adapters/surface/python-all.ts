import type { SyntaxNode } from "./syntax-node.ts";
import { textOf } from "./syntax-node.ts";

/** What a module's `__all__` says. */
export interface Listed {
  readonly names: ReadonlyMap<string, SyntaxNode>;
  /** False when a part of it is computed: then it only adds to the names without an underscore. */
  readonly complete: boolean;
}

/** `__all__` in the ways that it is written: list, tuple, sum, `+=`, `append` and `extend`; null without one. */
export function listedNames(statements: readonly SyntaxNode[]): Listed | null {
  const names = new Map<string, SyntaxNode>();
  let complete = true;
  let found = false;
  for (const value of statements.flatMap(valuesOf)) {
    found = true;
    complete = collect(value, names) && complete;
  }
  return found ? { names, complete } : null;
}

function valuesOf(statement: SyntaxNode): readonly SyntaxNode[] {
  return statement.type === "expression_statement" ? statement.namedChildren.flatMap(listOf) : [];
}

function listOf(expression: SyntaxNode): readonly SyntaxNode[] {
  if (expression.type === "call") return addedBy(expression);
  if (!/^(augmented_)?assignment$/.test(expression.type)) return [];
  const right = expression.childForFieldName("right");
  if (right === null) return [];
  return textOf(expression, "left") === "__all__" ? [right] : listOf(right);
}

function addedBy(call: SyntaxNode): readonly SyntaxNode[] {
  if (!/^__all__\.(extend|append)$/.test(textOf(call, "function"))) return [];
  return call.childForFieldName("arguments")?.namedChildren ?? [];
}

/** Adds the names that stand there as text; false when there is more. */
function collect(value: SyntaxNode, names: Map<string, SyntaxNode>): boolean {
  switch (value.type) {
    case "string": {
      const text = value.namedChildren.find(({ type }) => type === "string_content")?.text ?? "";
      if (text !== "") names.set(text, value);
      return true;
    }
    case "list":
    case "tuple":
    case "set":
    case "binary_operator":
    case "parenthesized_expression":
    case "expression_list":
    case "concatenated_string":
      return value.namedChildren.map((child) => collect(child, names)).every(Boolean);
    case "comment":
      return true;
    default:
      return false;
  }
}
