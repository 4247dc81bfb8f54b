import type { Item, Language } from "./item.ts";
import type { Cuts } from "./signature-text.ts";
import { signatureText } from "./signature-text.ts";
import type { SyntaxNode } from "./syntax-node.ts";
import { textOf } from "./syntax-node.ts";

const cuts: Cuts = {
  comment: "",
  block: "",
  "field_declaration.tag": "",
  "type_spec.type:struct_type": "struct",
  "type_spec.type:interface_type": "interface",
  "type_alias=": null,
  "array_type.length": null,
  interpreted_string_literal: "…",
  raw_string_literal: "…",
  int_literal: "…",
  float_literal: "…",
  func_literal: "…",
  composite_literal: "…",
  call_expression: "…",
};

export const go: Language = {
  name: "Go",
  grammar: "tree-sitter-go",
  comments: { types: ["comment"], begins: /^(\/\/(?!go:)|\/\*)/, between: [] },
  items: (root) => {
    const items = root.namedChildren.flatMap(declarationItems);
    const clause = root.namedChildren.find(({ type }) => type === "package_clause");
    if (clause === undefined || items.length === 0) return items;
    return [{ node: clause, name: "", depth: 0, text: signatureText(clause, cuts) }, ...items];
  },
};

const isExported = (name: string): boolean => /^\p{Lu}/u.test(name);

function declarationItems(node: SyntaxNode): readonly Item[] {
  switch (node.type) {
    case "function_declaration":
      return own(node, textOf(node, "name"), signatureText(node, cuts));
    case "method_declaration":
      return isExported(receiverType(node))
        ? own(node, textOf(node, "name"), signatureText(node, cuts))
        : [];
    case "type_declaration":
      return node.namedChildren.flatMap(typeItems);
    case "const_declaration":
      return node.namedChildren.flatMap((spec) => specItems(spec, "const"));
    case "var_declaration":
      return node.namedChildren.flatMap((child) =>
        (child.type === "var_spec_list" ? child.namedChildren : [child]).flatMap((spec) =>
          specItems(spec, "var"),
        ),
      );
    default:
      return [];
  }
}

function own(node: SyntaxNode, name: string, text: string): readonly Item[] {
  return isExported(name) ? [{ node, name, depth: 0, text }] : [];
}

/** `T` of `(t *T[K])`. */
function receiverType(method: SyntaxNode): string {
  const receiver = textOf(method, "receiver")
    .replace(/\[.*$/, "")
    .replace(/(?<![\s)])[\s)]+$/, "");
  return /(?<![\w\p{L}])[\w\p{L}]+$/u.exec(receiver)?.[0] ?? "";
}

function typeItems(spec: SyntaxNode): readonly Item[] {
  const name = textOf(spec, "name");
  if (!isExported(name)) return [];
  const type = spec.childForFieldName("type");
  const members = type?.type === "struct_type" ? type.namedChildren.flatMap(fieldItems) : [];
  const methods = type?.type === "interface_type" ? interfaceItems(type) : [];
  return [...own(spec, name, `type ${signatureText(spec, cuts)}`), ...members, ...methods];
}

function fieldItems(list: SyntaxNode): readonly Item[] {
  return list.namedChildren.flatMap((field) => {
    if (field.type !== "field_declaration") return [];
    const names = field
      .childrenForFieldName("name")
      .filter(({ type, parent }) => type === "field_identifier" && parent?.id === field.id);
    const last = names.at(-1);
    if (last === undefined) return embeddedItems(field);
    const typed = signatureText(field, cuts, ({ startIndex }) => startIndex > last.startIndex);
    const exported = names.filter(({ text }) => isExported(text));
    return exported.map((node) => ({
      node,
      name: node.text,
      depth: 1,
      text: `${node.text} ${typed}`,
    }));
  });
}

/** `*pkg.Type` in a struct. */
function embeddedItems(field: SyntaxNode): readonly Item[] {
  const text = signatureText(field, cuts);
  const name = /(?<!\w)(\w+)(\[.*)?$/s.exec(text)?.[1] ?? "";
  return isExported(name) ? [{ node: field, name, depth: 1, text }] : [];
}

function interfaceItems(type: SyntaxNode): readonly Item[] {
  return type.namedChildren.flatMap((element) => {
    if (element.type === "comment") return [];
    const name = textOf(element, "name");
    if (element.type === "method_elem" && !isExported(name)) return [];
    return [
      { node: element, name: name || element.text, depth: 1, text: signatureText(element, cuts) },
    ];
  });
}

function specItems(spec: SyntaxNode, keyword: string): readonly Item[] {
  const type = spec.childForFieldName("type");
  const typed = type === null ? "" : ` ${signatureText(type, cuts)}`;
  const value = spec.childForFieldName("value") === null ? "" : " = …";
  return spec
    .childrenForFieldName("name")
    .filter((child) => child.type === "identifier")
    .flatMap((node) => own(node, node.text, `${keyword} ${node.text}${typed}${value}`));
}
