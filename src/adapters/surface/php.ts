import { eachElement } from "./elements.ts";
import type { Item, Language } from "./item.ts";
import type { Cuts } from "./signature-text.ts";
import { signatureText } from "./signature-text.ts";
import type { SyntaxNode } from "./syntax-node.ts";
import { childOf, textOf } from "./syntax-node.ts";

const cuts: Cuts = {
  comment: "",
  attribute_list: "",
  compound_statement: "",
  declaration_list: "",
  enum_declaration_list: "",
  property_hook_list: "",
  "property_promotion_parameter.visibility": "",
  arguments: "(…)",
  string: "…",
  encapsed_string: "…",
  integer: "…",
  float: "…",
  array_creation_expression: "…",
  ";": "",
};

export const php: Language = {
  name: "PHP",
  grammar: "tree-sitter-php",
  comments: { types: ["comment"], begins: /^\/\*\*/, between: ["attribute_list"] },
  items: (root) => statementItems(root.namedChildren),
};

const TYPES = /^(class|interface|trait|enum)_declaration$/;

function statementItems(nodes: readonly SyntaxNode[]): readonly Item[] {
  return nodes.flatMap((node) => {
    if (TYPES.test(node.type)) return [own(node, 0), ...typeMembers(node)];
    switch (node.type) {
      case "function_definition":
        return [own(node, 0)];
      case "const_declaration":
        return eachElement(node, "const_element", cuts).map((found) => ({ ...found, depth: 0 }));
      case "expression_statement":
        return defined(node);
      case "namespace_definition":
        return [
          own(node, 0),
          ...statementItems(node.childForFieldName("body")?.namedChildren ?? []),
        ];
      // `if (!function_exists('f')) { function f() … }`
      case "if_statement":
      case "else_clause":
      case "compound_statement":
        return statementItems(node.namedChildren);
      default:
        return [];
    }
  });
}

function own(node: SyntaxNode, depth: number): Item {
  return { node, name: textOf(node, "name"), depth, text: signatureText(node, cuts) };
}

/** `define('NAME', …)` */
function defined(statement: SyntaxNode): readonly Item[] {
  const [call] = statement.namedChildren;
  if (call?.type !== "function_call_expression" || textOf(call, "function") !== "define") return [];
  const [key] = call.childForFieldName("arguments")?.namedChildren ?? [];
  const name = /^['"](\w+)['"]$/.exec(key?.text ?? "")?.[1];
  return name === undefined
    ? []
    : [{ node: statement, name, depth: 0, text: `define('${name}', …)` }];
}

function typeMembers(owner: SyntaxNode): readonly Item[] {
  return (owner.childForFieldName("body")?.namedChildren ?? []).flatMap((member) => {
    if (!isPublic(member)) return [];
    switch (member.type) {
      case "method_declaration":
        return [own(member, 1), ...promoted(member)];
      case "enum_case":
        return [own(member, 1)];
      case "use_declaration":
        return [{ ...own(member, 1), name: member.namedChildren[0]?.text ?? "" }];
      case "const_declaration":
        return eachElement(member, "const_element", cuts).map((found) => ({ ...found, depth: 1 }));
      case "property_declaration":
        return eachElement(member, "property_element", cuts).map((found) => ({
          ...found,
          depth: 1,
        }));
      default:
        return [];
    }
  });
}

/** Nothing said is public, in PHP. */
function isPublic(member: SyntaxNode): boolean {
  const visibility = childOf(member, "visibility_modifier")?.text.split("(", 1)[0] ?? "public";
  return visibility === "public";
}

/** Properties that a constructor's parameters make. */
function promoted(method: SyntaxNode): readonly Item[] {
  return (method.childForFieldName("parameters")?.namedChildren ?? []).flatMap((node) =>
    node.type === "property_promotion_parameter" && isPublic(node)
      ? [
          {
            node,
            name: textOf(node, "name"),
            depth: 1,
            text: `public ${signatureText(node, cuts, ({ type }) => type !== "=").replace(/ …$/, "")}`,
          },
        ]
      : [],
  );
}
