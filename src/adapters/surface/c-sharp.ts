import { eachElement } from "./elements.ts";
import type { Item, Language } from "./item.ts";
import type { Cuts } from "./signature-text.ts";
import { signatureText } from "./signature-text.ts";
import type { SyntaxNode } from "./syntax-node.ts";
import { childOf, has, textOf } from "./syntax-node.ts";

const cuts: Cuts = {
  comment: "",
  attribute_list: "",
  block: "",
  arrow_expression_clause: "",
  declaration_list: "",
  enum_member_declaration_list: "",
  constructor_initializer: "",
  accessor_list: "",
  "property_declaration.value": "",
  "property_declaration>=": "",
  argument_list: "(…)",
  string_literal: "…",
  integer_literal: "…",
  ";": "",
};

export const cSharp: Language = {
  name: "C#",
  grammar: "tree-sitter-c-sharp",
  comments: { types: ["comment"], begins: /^\/\/\//, between: ["attribute_list"] },
  items: (root) => typeItems(root.namedChildren),
};

const TYPES = /^(class|struct|interface|enum|record|record_struct)_declaration$/;
const NAMESPACES = /^(file_scoped_)?namespace_declaration$/;

function typeItems(nodes: readonly SyntaxNode[]): readonly Item[] {
  return nodes.flatMap((node) => {
    if (NAMESPACES.test(node.type)) return namespaceItems(node);
    if (isConditional(node) || node.type === "declaration_list")
      return typeItems(node.namedChildren);
    return memberItems(node, 0, false);
  });
}

/** Types are shown below their namespace's line, as deep as it; a namespace without any is not. */
function namespaceItems(node: SyntaxNode): readonly Item[] {
  const header = { node, name: "", depth: 0, text: signatureText(node, cuts) };
  const body = node.childForFieldName("body");
  const rest = (node.parent?.namedChildren ?? []).filter(
    ({ startIndex }) => startIndex >= node.endIndex,
  );
  const items = typeItems(body === null ? rest : body.namedChildren);
  if (items.length === 0) return [];
  return body === null ? [header] : [header, ...items];
}

const isConditional = (node: SyntaxNode): boolean => /^preproc_(if|else|elif)/.test(node.type);

/** @param isOpen whether what says nothing is public, as in an interface */
function memberItems(node: SyntaxNode, depth: number, isOpen: boolean): readonly Item[] {
  if (isConditional(node))
    return node.namedChildren.flatMap((child) => memberItems(child, depth, isOpen));
  if (node.type === "enum_member_declaration") return [own(node, depth)];
  if (!isVisible(node, isOpen)) return [];
  if (TYPES.test(node.type)) {
    const open = /^(interface|enum)_/.test(node.type);
    const members = node.childForFieldName("body")?.namedChildren ?? [];
    return [own(node, depth), ...members.flatMap((member) => memberItems(member, depth + 1, open))];
  }
  if (/^(event_)?field_declaration$/.test(node.type)) return fieldItems(node, depth);
  return CALLABLE.test(node.type) ? [own(node, depth)] : [];
}

const CALLABLE =
  /^(method|constructor|property|indexer|operator|conversion_operator|delegate|event)_declaration$/;

function isVisible(node: SyntaxNode, isOpen: boolean): boolean {
  if (has(node, "explicit_interface_specifier")) return false;
  const words = node.namedChildren
    .filter(({ type }) => type === "modifier")
    .map(({ text }) => text);
  if (words.includes("private")) return false;
  if (words.includes("public") || words.includes("protected")) return true;
  return isOpen && !words.includes("internal");
}

function own(node: SyntaxNode, depth: number): Item {
  const name = textOf(node, "name") || textOf(node, "operator") || textOf(node, "type");
  return { node, name, depth, text: signatureText(node, cuts) + accessors(node) };
}

/** `{ get; set; }` without what only the class itself may use; an expression is a getter. */
function accessors(node: SyntaxNode): string {
  if (!/^(property|indexer)_declaration$/.test(node.type)) return "";
  const list = node.childForFieldName("accessors");
  if (list === null) return " { get; }";
  const words = list.namedChildren.flatMap((accessor) => {
    const modifier = childOf(accessor, "modifier")?.text ?? "public";
    const word = childOf(accessor, "get", "set", "init")?.type;
    return word === undefined || /private|internal/.test(modifier) ? [] : [`${word};`];
  });
  return words.length === 0 ? "" : ` { ${words.join(" ")} }`;
}

function fieldItems(node: SyntaxNode, depth: number): readonly Item[] {
  const declaration = childOf(node, "variable_declaration");
  if (declaration === null) return [];
  const words = signatureText(
    node,
    cuts,
    ({ id, type }) => id !== declaration.id && type !== "attribute_list",
  );
  return eachElement(declaration, "variable_declarator", cuts).map(
    ({ node: found, name, text }) => ({
      node: found,
      name,
      depth,
      text: `${words} ${text}`,
    }),
  );
}
