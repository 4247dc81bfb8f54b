import { callItems } from "./commonjs-calls.ts";
import { lateItems } from "./commonjs-late.ts";
import type { CommonJs } from "./commonjs-module.ts";
import { assignment, memberOf } from "./commonjs-module.ts";
import { namedItems, wholeItems } from "./commonjs-values.ts";
import { scopeOf } from "./ecma-scope.ts";
import type { Item } from "./item.ts";
import { moduleStatements } from "./module-statements.ts";
import type { SyntaxNode } from "./syntax-node.ts";
import { textOf } from "./syntax-node.ts";

/** What a CommonJS or UMD module exports, in all the ways that people and compilers write it. */
export function commonJsItems(root: SyntaxNode): readonly Item[] {
  if (!/\bexports\b/.test(root.text)) return [];
  const { statements, returned } = moduleStatements(root);
  const scope = scopeOf(statements);
  const module: CommonJs = {
    scope,
    self: new Set(["exports", "module.exports"]),
    exported: new Set(),
  };
  for (const statement of statements) noteNames(statement, module);
  const items = statements.flatMap((statement) => statementItems(statement, module));
  const wholes = returned.flatMap((value) => wholeItems(value, value, module));
  const made =
    wholes.length > 0 ? items.filter(({ text }) => text !== "module.exports = …") : items;
  return unique([...made, ...wholes, ...statements.flatMap((found) => lateItems(found, module))]);
}

/** `var app = exports = module.exports = {}` and `const self = exports` name the exported object. */
function noteNames(statement: SyntaxNode, module: CommonJs): void {
  const [, bundled] = /^module\.exports = \w*__toCommonJS\(([\w$]+)\)/.exec(statement.text) ?? [];
  if (bundled !== undefined) module.self.add(bundled);
  if (!/^(lexical|variable)_declaration$/.test(statement.type)) return;
  for (const declarator of statement.namedChildren) {
    const value = declarator.childForFieldName("value");
    if (value !== null && isSelf(value, module)) module.self.add(textOf(declarator, "name"));
  }
}

function isSelf(value: SyntaxNode, { self }: CommonJs): boolean {
  const { targets } = assignment(value);
  return self.has(value.text) || targets.some(({ text }) => self.has(text));
}

function statementItems(statement: SyntaxNode, module: CommonJs): readonly Item[] {
  if (/^(lexical|variable)_declaration$/.test(statement.type))
    return statement.namedChildren.flatMap((declarator) => {
      const value = declarator.childForFieldName("value");
      return value === null ? [] : assignedItems(value, module);
    });
  if (statement.type !== "expression_statement") return [];
  return statement.namedChildren.flatMap((child) => expressionItems(child, module));
}

function expressionItems(expression: SyntaxNode, module: CommonJs): readonly Item[] {
  switch (expression.type) {
    case "assignment_expression":
      return assignedItems(expression, module);
    case "call_expression":
      return callItems(expression, module);
    case "parenthesized_expression":
    case "sequence_expression":
      return expression.namedChildren.flatMap((child) => expressionItems(child, module));
    case "binary_expression":
      // `0 && (module.exports = { a, b })`: written by bundlers for those who only read.
      return textOf(expression, "operator") === "&&"
        ? expressionItems(expression.childForFieldName("right") ?? expression, module)
        : [];
    default:
      return [];
  }
}

function assignedItems(expression: SyntaxNode, module: CommonJs): readonly Item[] {
  const { targets, value } = assignment(expression);
  // Compilers write `exports.a = exports.b = void 0` before anything else.
  if (value.type === "unary_expression" && value.text.startsWith("void")) return [];
  if (targets.some(({ text }) => module.self.has(text))) {
    for (const { type, text } of targets) if (type === "identifier") module.self.add(text);
    return wholeItems(value, expression, module);
  }
  return targets.flatMap((target) => {
    const name = memberOf(target, module.self);
    return name === null ? [] : namedItems(name, value, target, module);
  });
}

/** A name that a bundler lists twice is shown once. */
function unique(items: readonly Item[]): readonly Item[] {
  const seen = new Set<string>();
  return items.filter(({ depth, name, text, node }) => {
    const key = depth === 0 && name !== "*" ? `${name}\n${text}` : `${node.id}\n${text}`;
    return !seen.has(key) && seen.add(key);
  });
}
