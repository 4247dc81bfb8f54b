import type { SyntaxNode } from "./syntax-node.ts";
import { textOf } from "./syntax-node.ts";

export interface ModuleStatements {
  /** In source order; those below `if`, `try` and functions that are called at once stand in line. */
  readonly statements: readonly SyntaxNode[];
  /** What a UMD factory returns, which its wrapper then exports. */
  readonly returned: readonly SyntaxNode[];
}

/** Wrappers around wrappers: no bundle has more. */
const MAX_DEPTH = 6;

/** The statements that run when a script is loaded. */
export function moduleStatements(root: SyntaxNode): ModuleStatements {
  const statements = root.namedChildren.flatMap((child) => flattened(child, 0));
  const wrappers = root.namedChildren.filter(
    ({ type, text }) =>
      type === "expression_statement" && /\bmodule\.exports\s*=\s*\w+\(/.test(text),
  );
  const factories = wrappers.flatMap((wrapper) => calledIn(wrapper).slice(1));
  return { statements, returned: factories.flatMap(returnedBy) };
}

function flattened(statement: SyntaxNode, depth: number): readonly SyntaxNode[] {
  if (depth > MAX_DEPTH) return [];
  const inner = innerStatements(statement);
  return [statement, ...inner.flatMap((child) => flattened(child, depth + 1))];
}

function innerStatements(statement: SyntaxNode): readonly SyntaxNode[] {
  switch (statement.type) {
    case "if_statement":
    case "try_statement":
      return statement.namedChildren.filter(({ type }) => type !== "parenthesized_expression");
    case "else_clause":
    case "catch_clause":
    case "finally_clause":
    case "statement_block":
      return statement.namedChildren;
    case "expression_statement":
      return calledIn(statement).flatMap(bodyOf);
    default:
      return [];
  }
}

/** The statements of a function's body. */
export function bodyOf(called: SyntaxNode): readonly SyntaxNode[] {
  const body = called.childForFieldName("body");
  return body?.type === "statement_block" ? body.namedChildren : [];
}

/** What a function returns at the end of its own body. */
export function returnedBy(called: SyntaxNode): readonly SyntaxNode[] {
  const body = called.childForFieldName("body");
  if (body !== null && body.type !== "statement_block") return [body];
  return bodyOf(called).flatMap((statement) =>
    statement.type === "return_statement" ? statement.namedChildren.slice(0, 1) : [],
  );
}

/** The functions of a call that runs them: its callee, `.call` or `!` around it or not, and its arguments. */
export function calledIn(expression: SyntaxNode): readonly SyntaxNode[] {
  switch (expression.type) {
    case "function_expression":
    case "arrow_function":
      return [expression];
    case "call_expression": {
      const given = expression.childForFieldName("arguments")?.namedChildren ?? [];
      const callee = expression.childForFieldName("function");
      return [...(callee === null ? [] : calledIn(callee)), ...given.flatMap(functionIn)];
    }
    case "member_expression":
      return /^(call|apply|bind)$/.test(textOf(expression, "property"))
        ? (expression.childForFieldName("object")?.namedChildren ?? []).flatMap(functionIn)
        : [];
    case "expression_statement":
    case "parenthesized_expression":
    case "unary_expression":
    case "sequence_expression":
      return expression.namedChildren.flatMap(calledIn);
    default:
      return [];
  }
}

function functionIn(node: SyntaxNode): readonly SyntaxNode[] {
  if (node.type === "parenthesized_expression") return node.namedChildren.flatMap(functionIn);
  return /^(function_expression|arrow_function)$/.test(node.type) ? [node] : [];
}
