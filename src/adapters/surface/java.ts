import { eachElement } from "./elements.ts";
import type { Item, Language } from "./item.ts";
import type { Cuts } from "./signature-text.ts";
import { signatureText } from "./signature-text.ts";
import type { SyntaxNode } from "./syntax-node.ts";
import { childOf, has, textOf } from "./syntax-node.ts";

const cuts: Cuts = {
  line_comment: "",
  block_comment: "",
  annotation_argument_list: "(…)",
  block: "",
  constructor_body: "",
  class_body: "",
  interface_body: "",
  enum_body: "",
  annotation_type_body: "",
  "enum_constant.arguments": "",
  "annotation_type_element_declaration.value": "…",
  string_literal: "…",
  decimal_integer_literal: "…",
  argument_list: "(…)",
  ";": "",
};

export const java: Language = {
  name: "Java",
  grammar: "tree-sitter-java",
  comments: { types: ["block_comment"], begins: /^\/\*\*/, between: [] },
  items: (root) => {
    const items = memberItems(root.namedChildren, 0, false);
    const clause = root.namedChildren.find(({ type }) => type === "package_declaration");
    if (clause === undefined || items.length === 0) return items;
    return [{ node: clause, name: "", depth: 0, text: signatureText(clause, cuts) }, ...items];
  },
};

const TYPES = /^(class|interface|enum|record|annotation_type)_declaration$/;
const CALLABLE = /^(method|constructor|annotation_type_element)_declaration$/;

/** @param isOpen whether what says nothing is public, as in an interface */
function memberItems(
  nodes: readonly SyntaxNode[],
  depth: number,
  isOpen: boolean,
): readonly Item[] {
  return nodes.flatMap((node) => {
    if (node.type === "enum_body_declarations")
      return memberItems(node.namedChildren, depth, false);
    if (node.type === "enum_constant") return [own(node, depth)];
    return isVisible(node, isOpen) ? visibleItems(node, depth) : [];
  });
}

function visibleItems(node: SyntaxNode, depth: number): readonly Item[] {
  if (TYPES.test(node.type)) return [own(node, depth), ...membersOf(node, depth + 1)];
  if (CALLABLE.test(node.type)) return [own(node, depth)];
  if (!/^(field|constant)_declaration$/.test(node.type)) return [];
  return eachElement(node, "variable_declarator", cuts).map((found) => ({ ...found, depth }));
}

function membersOf(type: SyntaxNode, depth: number): readonly Item[] {
  const isOpen = /^(interface|annotation_type)_/.test(type.type);
  return memberItems(type.childForFieldName("body")?.namedChildren ?? [], depth, isOpen);
}

function isVisible(node: SyntaxNode, isOpen: boolean): boolean {
  const modifiers = childOf(node, "modifiers");
  if (modifiers === null) return isOpen;
  if (has(modifiers, "private")) return false;
  return isOpen || has(modifiers, "public", "protected");
}

function own(node: SyntaxNode, depth: number): Item {
  return { node, name: textOf(node, "name"), depth, text: signatureText(node, cuts) };
}
