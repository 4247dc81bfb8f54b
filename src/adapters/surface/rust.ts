import type { Item, Language } from "./item.ts";
import type { Cuts } from "./signature-text.ts";
import { signatureText } from "./signature-text.ts";
import type { SyntaxNode } from "./syntax-node.ts";
import { childOf, textOf } from "./syntax-node.ts";

const cuts: Cuts = {
  line_comment: "",
  block_comment: "",
  attribute_item: "",
  inner_attribute_item: "",
  block: "",
  declaration_list: "",
  field_declaration_list: "",
  enum_variant_list: "",
  "enum_variant.body": null,
  "struct_item.body": "",
  "type_item=": null,
  "associated_type=": null,
  "type_binding=": null,
  "type_parameter=": null,
  "extern_modifier>string_literal": null,
  "array_type>;": null,
  "array_type.length:integer_literal": null,
  "array_type.length": "…",
  token_tree: "(…)",
  string_literal: "…",
  ";": "",
};

export const rust: Language = {
  name: "Rust",
  grammar: "tree-sitter-rust",
  comments: {
    types: ["line_comment", "block_comment"],
    begins: /^(\/\/\/(?!\/)|\/\*\*)/,
    between: ["attribute_item"],
  },
  items: (root) => listItems(root.namedChildren, { depth: 0, hidden: hiddenTypes(root), root }),
};

interface Place {
  readonly depth: number;
  /** Types and traits of this file that nobody outside can name. */
  readonly hidden: ReadonlySet<string>;
  readonly root: SyntaxNode;
}

const TYPES = /^(struct|enum|union|trait|type)_item$/;

function hiddenTypes(root: SyntaxNode): ReadonlySet<string> {
  const inModules = (nodes: readonly SyntaxNode[]): readonly SyntaxNode[] =>
    nodes.flatMap((node) =>
      node.type === "mod_item"
        ? inModules(node.childForFieldName("body")?.namedChildren ?? [])
        : [node],
    );
  const types = inModules(root.namedChildren).filter(({ type }) => TYPES.test(type));
  const named = (nodes: readonly SyntaxNode[]) => nodes.map((node) => textOf(node, "name"));
  const shown = new Set(named(types.filter(isPublic)));
  return new Set(named(types).filter((name) => !shown.has(name)));
}

/** `pub`; what is `pub(crate)` stays inside. */
function isPublic(node: SyntaxNode): boolean {
  return childOf(node, "visibility_modifier")?.text === "pub";
}

function attributesOf(node: SyntaxNode): string {
  const texts: string[] = [];
  let before = node.previousNamedSibling;
  while (before !== null && /^(attribute_item|line_comment|block_comment)$/.test(before.type)) {
    if (before.type === "attribute_item") texts.push(before.text);
    before = before.previousNamedSibling;
  }
  return texts.join(" ");
}

function listItems(nodes: readonly SyntaxNode[], place: Place): readonly Item[] {
  return nodes.flatMap((node) =>
    /\bcfg\s*\(\s*test\s*\)/.test(attributesOf(node)) ? [] : nodeItems(node, place),
  );
}

function nodeItems(node: SyntaxNode, place: Place): readonly Item[] {
  switch (node.type) {
    case "impl_item":
      return implItems(node, place);
    case "macro_definition":
      return macroItems(node, place);
    case "mod_item":
      return moduleItems(node, place);
    case "foreign_mod_item":
      return listItems(node.childForFieldName("body")?.namedChildren ?? [], place);
    default:
      return isPublic(node) ? [own(node, place.depth), ...memberItems(node, place)] : [];
  }
}

function own(node: SyntaxNode, depth: number): Item {
  const name = textOf(node, "name") || textOf(node, "argument").replace(/^.*::/s, "");
  return { node, name, depth, text: signatureText(node, cuts) + tupleFields(node) };
}

/** Of a tuple's fields those that are public; the places of the others. */
function tupleFields(node: SyntaxNode): string {
  const list = node.type === "struct_item" ? node.childForFieldName("body") : null;
  if (list?.type !== "ordered_field_declaration_list") return "";
  const fields = list.childrenForFieldName("type").filter(({ parent }) => parent?.id === list.id);
  const shown = fields.map((field) => {
    const before = field.previousNamedSibling;
    const open = before?.type === "visibility_modifier" && before.text === "pub";
    return open ? `pub ${signatureText(field, cuts)}` : "_";
  });
  return `(${shown.join(", ")})`;
}

function memberItems(node: SyntaxNode, place: Place): readonly Item[] {
  const depth = place.depth + 1;
  const members = node.childForFieldName("body")?.namedChildren ?? [];
  const all = (pattern: RegExp) => members.filter(({ type }) => pattern.test(type));
  switch (node.type) {
    case "struct_item":
    case "union_item":
      return all(/^field_declaration$/)
        .filter(isPublic)
        .map((member) => own(member, depth));
    case "enum_item":
      return all(/^enum_variant$/).map((member) => own(member, depth));
    case "trait_item":
      return all(MEMBER).map((member) => own(member, depth));
    default:
      return [];
  }
}

const MEMBER = /^(function_item|function_signature_item|const_item|type_item|associated_type)$/;

/** Methods stand below their `impl`; those of a trait are as public as the trait and the type. */
function implItems(node: SyntaxNode, place: Place): readonly Item[] {
  const trait = node.childForFieldName("trait");
  const names = [trait?.text, textOf(node, "type")].map(baseName);
  if (names.some((name) => place.hidden.has(name))) return [];
  const members = (node.childForFieldName("body")?.namedChildren ?? []).filter(
    (member) => MEMBER.test(member.type) && (trait !== null || isPublic(member)),
  );
  if (members.length === 0 && trait === null) return [];
  const header = {
    node,
    name: names[1] ?? "",
    depth: place.depth,
    text: signatureText(node, cuts),
  };
  return [header, ...members.map((member) => own(member, place.depth + 1))];
}

function baseName(type = ""): string {
  return /(?<!\w)(\w+)$/.exec(type.replace(/<.*$/s, "").trim())?.[1] ?? "";
}

/** An exported macro and the forms it takes; never what it becomes. */
function macroItems(node: SyntaxNode, place: Place): readonly Item[] {
  if (!/\bmacro_export\b/.test(attributesOf(node))) return [];
  const name = textOf(node, "name");
  const forms = node.namedChildren.flatMap((rule) => {
    const left = rule.type === "macro_rule" ? rule.childForFieldName("left") : null;
    return left === null ? [] : [signatureText(left, { ...cuts, token_tree: "(…)" })];
  });
  return [
    { node, name, depth: place.depth, text: `macro_rules! ${name} ${forms.join(" | ")}`.trim() },
  ];
}

function moduleItems(node: SyntaxNode, place: Place): readonly Item[] {
  const name = textOf(node, "name");
  const body = node.childForFieldName("body");
  if (isPublic(node)) {
    const inner = listItems(body?.namedChildren ?? [], { ...place, depth: place.depth + 1 });
    return [own(node, place.depth), ...inner];
  }
  // A private module whose items are exported by `pub use` of this file.
  const used = place.root.namedChildren.some(
    (other) =>
      other.type === "use_declaration" &&
      isPublic(other) &&
      textOf(other, "argument")
        .replace(/^(self|crate)::/, "")
        .startsWith(`${name}::`),
  );
  return used && body !== null ? listItems(body.namedChildren, place) : [];
}
