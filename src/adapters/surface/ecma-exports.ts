import type { Shown } from "./ecma-declaration.ts";
import {
  declarationItems,
  ecmaText,
  isFunction,
  plainValue,
  valueMembers,
  withoutImplementations,
} from "./ecma-declaration.ts";
import type { Scope } from "./ecma-scope.ts";
import { scopeOf } from "./ecma-scope.ts";
import type { Item } from "./item.ts";
import type { SyntaxNode } from "./syntax-node.ts";
import { childOf, has } from "./syntax-node.ts";

/** What a module or namespace exports by ES `export`, by TypeScript's `export =` and by `declare`. */
export function exportedItems(scope: Scope, ambient: boolean, depth: number): readonly Item[] {
  // TypeScript's own rule: without export lists and assignments everything ambient is exported.
  const implicit = ambient && !scope.statements.some(isExportList);
  const items = scope.statements.flatMap((statement) => {
    if (statement.type === "export_statement")
      return exportStatement(statement, scope, ambient, depth);
    return ambientStatement(statement, scope, implicit, depth);
  });
  return withoutImplementations(items);
}

function isExportList(statement: SyntaxNode): boolean {
  return (
    statement.type === "export_statement" &&
    statement.childForFieldName("declaration") === null &&
    !has(statement, "namespace")
  );
}

function exportStatement(
  statement: SyntaxNode,
  scope: Scope,
  ambient: boolean,
  depth: number,
): readonly Item[] {
  const isDefault = has(statement, "default");
  const declaration = statement.childForFieldName("declaration");
  if (declaration !== null) {
    const name = isDefault ? "default" : null;
    const prefix = isDefault ? "export default " : "export ";
    return itemsOf(declaration, { prefix, name, depth }, scope, ambient);
  }
  return (
    assignedExport(statement, scope, depth) ??
    listedExports(statement, scope, depth) ??
    reExports(statement, depth)
  );
}

/** `export default value` and `export = value`; null for other statements. */
function assignedExport(
  statement: SyntaxNode,
  scope: Scope,
  depth: number,
): readonly Item[] | null {
  const value = statement.childForFieldName("value");
  if (has(statement, "default") && value !== null)
    return exportedValue(value, { prefix: "export default ", name: "default", depth }, scope);
  if (!has(statement, "=")) return null;
  const assigned = statement.namedChildren.find(({ type }) => type !== "comment");
  return assigned === undefined
    ? null
    : exportedValue(assigned, { prefix: "export = ", name: "export=", depth }, scope);
}

/** `export { a, b as c }` of what is declared in this file; null for other statements. */
function listedExports(statement: SyntaxNode, scope: Scope, depth: number): readonly Item[] | null {
  const clause = childOf(statement, "export_clause");
  if (clause === null || statement.childForFieldName("source") !== null) return null;
  return clause.namedChildren.flatMap((child) =>
    child.type === "export_specifier" ? specifier(child, scope, depth) : [],
  );
}

/** `export … from`: one signature for each name, as their declarations are elsewhere. */
function reExports(statement: SyntaxNode, depth: number): readonly Item[] {
  const text = ecmaText(statement);
  const clause = childOf(statement, "export_clause");
  if (clause === null) {
    const star = childOf(statement, "namespace_export")?.namedChildren[0]?.text ?? "*";
    const global = has(statement, "namespace") ? childOf(statement, "identifier")?.text : undefined;
    return [{ node: statement, name: global ?? star, depth, text }];
  }
  const [, from = ""] = /( from .*)$/.exec(text) ?? [];
  const type = text.startsWith("export type ") ? "type " : "";
  const specifiers = clause.namedChildren.filter((child) => child.type === "export_specifier");
  return specifiers.map((node) => ({
    node,
    name: exportedName(node),
    depth,
    text: `export ${type}{ ${ecmaText(node)} }${from}`,
  }));
}

function exportedName(child: SyntaxNode): string {
  const name = child.childForFieldName("alias") ?? child.childForFieldName("name");
  return (name?.text ?? "").replace(/^["']|["']$/g, "");
}

function specifier(child: SyntaxNode, scope: Scope, depth: number): readonly Item[] {
  const local = child.childForFieldName("name")?.text ?? "";
  const name = exportedName(child);
  const prefix = local === name ? "export " : `export { ${ecmaText(child)} }: `;
  const items = localItems(local, { prefix, name, depth }, scope);
  if (items.length > 0) return items;
  return [{ node: child, name, depth, text: `export { ${ecmaText(child)} }` }];
}

/** What a name stands for that is declared in the same file; nothing when it is not. */
export function localItems(name: string, shown: Shown, scope: Scope): readonly Item[] {
  const declarations = scope.declarations.get(name) ?? [];
  return withoutImplementations(
    declarations.flatMap((declaration) => itemsOf(declaration, shown, scope, true)),
  );
}

/** A value that is exported: what its name stands for, a function's signature, or no more than that it is. */
export function exportedValue(value: SyntaxNode, shown: Shown, scope: Scope): readonly Item[] {
  const { prefix, depth } = shown;
  const plain = plainValue(value);
  const name = shown.name ?? "";
  if (plain.type === "identifier") {
    const items = localItems(plain.text, shown, scope);
    return items.length > 0 ? items : [{ node: value, name, depth, text: prefix + plain.text }];
  }
  if (isFunction(plain) || plain.type === "class")
    return [
      { node: value, name, depth, text: prefix + ecmaText(plain) },
      ...valueMembers(plain, depth + 1),
    ];
  // A name of a namespace is one; what a value's properties are is the module's own business.
  const text = prefix + (plain.type === "nested_identifier" ? plain.text : "…");
  return [{ node: value, name, depth, text }, ...valueMembers(plain, depth + 1)];
}

/** A declaration, and what it holds when it is a namespace. */
function itemsOf(
  declaration: SyntaxNode,
  shown: Shown,
  scope: Scope,
  ambient: boolean,
): readonly Item[] {
  if (declaration.type === "ambient_declaration") {
    const prefix = `${shown.prefix}declare `;
    return declaration.namedChildren.flatMap((child) =>
      child.type === "comment" ? [] : itemsOf(child, { ...shown, prefix }, scope, true),
    );
  }
  if (!/^(internal_module|module)$/.test(declaration.type))
    return declarationItems(declaration, shown);
  const name = declaration.childForFieldName("name")?.text.replace(/^["']|["']$/g, "") ?? "";
  const own = {
    node: declaration,
    name: shown.name ?? name,
    depth: shown.depth,
    text: shown.prefix + ecmaText(declaration),
  };
  const inner = scopeOf(declaration.childForFieldName("body")?.namedChildren ?? [], scope);
  return [own, ...exportedItems(inner, ambient, shown.depth + 1)];
}

/** What is declared without `export`: ambient modules always, the rest where that exports it. */
function ambientStatement(
  statement: SyntaxNode,
  scope: Scope,
  implicit: boolean,
  depth: number,
): readonly Item[] {
  if (statement.type !== "ambient_declaration") {
    const plain =
      statement.type === "expression_statement" ? statement.namedChildren[0] : statement;
    if (!implicit || plain === undefined || !DECLARED.test(plain.type)) return [];
    return itemsOf(plain, { prefix: "", name: null, depth }, scope, true);
  }
  const block = childOf(statement, "statement_block");
  if (block !== null) {
    const own = { node: statement, name: "global", depth, text: "declare global" };
    return [own, ...exportedItems(scopeOf(block.namedChildren, scope), true, depth + 1)];
  }
  if (!implicit && !has(statement, "module")) return [];
  return itemsOf(statement, { prefix: "", name: null, depth }, scope, true);
}

const DECLARED = /(_declaration|_signature|^internal_module|^module|^import_alias)$/;
