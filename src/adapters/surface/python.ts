import type { Item, Language } from "./item.ts";
import { listedNames } from "./python-all.ts";
import { importItems } from "./python-imports.ts";
import type { Cuts } from "./signature-text.ts";
import { signatureText } from "./signature-text.ts";
import type { SyntaxNode } from "./syntax-node.ts";
import { childOf, textOf } from "./syntax-node.ts";

const cuts: Cuts = {
  comment: "",
  line_continuation: "",
  block: "",
  ";": "",
  "function_definition>:": "",
  "class_definition>:": "",
  "default_parameter.value": "…",
  "typed_default_parameter.value": "…",
  "assignment.right": "…",
  "call.arguments": "(…)",
  "type>string": null,
  "type>integer": null,
  "subscript.subscript:string": null,
  "subscript.subscript:integer": null,
  "keyword_argument.value:identifier": null,
  "keyword_argument.value:attribute": null,
  "type_alias_statement=": null,
  string: "…",
  concatenated_string: "…",
  integer: "…",
  float: "…",
  lambda: "…",
  dictionary: "…",
  set: "…",
  conditional_expression: "…",
  named_expression: "…",
  list_comprehension: "…",
  generator_expression: "…",
  dictionary_comprehension: "…",
  set_comprehension: "…",
};

export const python: Language = {
  name: "Python",
  grammar: "tree-sitter-python",
  comments: { types: ["comment"], begins: /^#:/, between: [] },
  documentation: docstring,
  items: (root, path) => {
    const statements = flattened(root.namedChildren);
    const listed = listedNames(statements);
    const isPublic = (name: string) =>
      listed?.complete
        ? listed.names.has(name)
        : !name.startsWith("_") || (listed?.names.has(name) ?? false);
    const items = [
      ...blockItems(statements, 0, isPublic),
      ...importItems(statements, path, listed?.complete === true ? isPublic : null),
    ];
    const found = new Set(items.map(({ name }) => name));
    const elsewhere = [...(listed?.names ?? [])].filter(([name]) => !found.has(name));
    return [
      ...items,
      ...elsewhere.map(([name, node]) => ({ node, name, depth: 0, text: `${name}  (in __all__)` })),
    ];
  },
};

/** With the statements below `if`, `try` and `with`, which make names of the same scope. */
function flattened(statements: readonly SyntaxNode[]): readonly SyntaxNode[] {
  return statements.flatMap((statement) => {
    if (isStray(statement)) return [];
    if (!/^(if|try|with|for|while|match)_statement$/.test(statement.type)) return [statement];
    const blocks = statement.namedChildren.flatMap((child) =>
      child.type === "block" ? [child] : child.namedChildren.filter(({ type }) => type === "block"),
    );
    return blocks.flatMap((block) => flattened(block.namedChildren));
  });
}

/** An indented statement of the module: the inside of a function that lost its beginning. */
function isStray({ parent, startPosition, previousNamedSibling }: SyntaxNode): boolean {
  const { row, column } = startPosition;
  const isBehind = previousNamedSibling?.endPosition.row === row;
  return parent?.type === "module" && column > 0 && !isBehind;
}

type IsPublic = (name: string) => boolean;

function blockItems(
  statements: readonly SyntaxNode[],
  depth: number,
  isPublic: IsPublic,
): readonly Item[] {
  const items = statements.flatMap((statement) => statementItems(statement, depth, isPublic));
  const overloaded = new Set(items.filter(isOverload).map(({ name }) => name));
  return items.filter(
    (item) =>
      item.depth > depth ||
      item.node.type !== "function_definition" ||
      isOverload(item) ||
      !overloaded.has(item.name),
  );
}

const isOverload = ({ text }: Item): boolean => /^@([\w.]+\.)?overload /.test(text);

function statementItems(statement: SyntaxNode, depth: number, isPublic: IsPublic): readonly Item[] {
  const decorated = statement.type === "decorated_definition";
  const definition = decorated ? statement.childForFieldName("definition") : statement;
  if (definition === null) return [];
  switch (definition.type) {
    case "function_definition":
    case "class_definition":
      return definitionItems(definition, decorated ? statement : null, depth, isPublic);
    case "type_alias_statement":
      return named(textOf(definition, "left").split("[", 1)[0] ?? "", definition, depth, isPublic);
    case "expression_statement":
      return definition.namedChildren.flatMap((child) => assigned(child, depth, isPublic));
    default:
      return [];
  }
}

function definitionItems(
  node: SyntaxNode,
  decorated: SyntaxNode | null,
  depth: number,
  isPublic: IsPublic,
): readonly Item[] {
  const name = textOf(node, "name");
  if (!isPublic(name)) return [];
  const marks = (decorated?.namedChildren ?? []).filter(({ type }) => type === "decorator");
  const prefix = marks.map((mark) => `${decoratorText(mark)} `).join("");
  const own = { node, name, depth, text: prefix + signatureText(node, cuts) };
  if (node.type === "function_definition") return [own];
  const body = flattened(node.childForFieldName("body")?.namedChildren ?? []);
  return [own, ...blockItems(body, depth + 1, isPublicMember)];
}

/** A decorator's name; never its arguments. */
function decoratorText(decorator: SyntaxNode): string {
  const text = signatureText(decorator, cuts);
  return /^@[\w.]+(\(…?\))?$/.test(text) ? text.replace("()", "(…)") : "@…";
}

function isPublicMember(name: string): boolean {
  return !name.startsWith("_") || /^__\w+__$/.test(name);
}

function named(name: string, node: SyntaxNode, depth: number, isPublic: IsPublic): readonly Item[] {
  return isPublic(name) ? [{ node, name, depth, text: signatureText(node, cuts) }] : [];
}

/** `a: int = 1`, `a = b = 1` and `a, b = 1, 2`; dunder variables are the module's own business. */
function assigned(node: SyntaxNode, depth: number, isPublic: IsPublic): readonly Item[] {
  if (node.type !== "assignment") return [];
  const left = node.childForFieldName("left");
  const right = node.childForFieldName("right");
  const type = node.childForFieldName("type");
  const annotation = type === null ? "" : `: ${signatureText(type, cuts)}`;
  const more = right?.type === "assignment" ? assigned(right, depth, isPublic) : [];
  const names = left === null ? [] : targets(left);
  const own = names.flatMap((name) => {
    const hidden = !isPublic(name) || (/^__\w+__$/.test(name) && depth > 0) || name === "__all__";
    const text = `${name}${annotation}${right === null ? "" : " = …"}`;
    return hidden ? [] : [{ node, name, depth, text }];
  });
  return [...own, ...more];
}

function targets(left: SyntaxNode): readonly string[] {
  if (left.type === "identifier") return [left.text];
  const isPattern = /^(pattern_list|tuple_pattern|list_pattern|list_splat_pattern)$/.test(
    left.type,
  );
  return isPattern ? left.namedChildren.flatMap(targets) : [];
}

function docstring(node: SyntaxNode): string | null {
  const [first] = node.childForFieldName("body")?.namedChildren ?? [];
  const text = first?.type === "expression_statement" ? childOf(first, "string") : null;
  return text === null ? null : text.text.replace(/^[A-Za-z]*("""|'''|"|')|("""|'''|"|')$/g, "");
}
