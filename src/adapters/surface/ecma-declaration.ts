import { ecmaCuts } from "./ecma-cuts.ts";
import { declaredNames } from "./ecma-scope.ts";
import type { Item } from "./item.ts";
import { signatureText } from "./signature-text.ts";
import type { SyntaxNode } from "./syntax-node.ts";
import { childOf, has, textOf } from "./syntax-node.ts";

/** How a declaration is shown: behind which words, under which name, how deep. */
export interface Shown {
  readonly prefix: string;
  /** Null for its own name. */
  readonly name: string | null;
  readonly depth: number;
}

/** A declaration that is no namespace: itself and its public members. */
export function declarationItems(node: SyntaxNode, shown: Shown): readonly Item[] {
  if (node.type === "variable_declarator") return variableItems(node, shown);
  if (/^(lexical|variable)_declaration$/.test(node.type))
    return node.namedChildren
      .filter(({ type }) => type === "variable_declarator")
      .flatMap((child) => variableItems(child, shown));
  const name = shown.name ?? declaredNames(node)[0] ?? "";
  const own = { node, name, depth: shown.depth, text: shown.prefix + ecmaText(node) };
  return [own, ...memberItems(node, shown.depth + 1)];
}

/** A signature without bodies, values and what is private. */
export function ecmaText(node: SyntaxNode): string {
  return signatureText(node, ecmaCuts);
}

function variableItems(declarator: SyntaxNode, shown: Shown): readonly Item[] {
  const { depth } = shown;
  const kind =
    textOf(declarator.parent ?? declarator, "kind") ||
    (declarator.parent?.children[0]?.text ?? "const");
  const names = declaredNames(declarator);
  const value = declarator.childForFieldName("value");
  if (declarator.childForFieldName("name")?.type.endsWith("_pattern"))
    return names.map((name) => ({
      node: declarator,
      name,
      depth,
      text: `${shown.prefix}${kind} ${name} = …`,
    }));
  const text = `${shown.prefix}${kind} ${ecmaText(declarator)}`;
  const own = { node: declarator, name: shown.name ?? names[0] ?? "", depth, text };
  return [own, ...(value === null ? [] : valueMembers(value, depth + 1))];
}

/** What can be called or made on a value: members of a class expression, functions of an object. */
export function valueMembers(value: SyntaxNode, depth: number): readonly Item[] {
  const plain = plainValue(value);
  if (plain.type === "class") return memberItems(plain, depth);
  if (plain.type !== "object") return [];
  return plain.namedChildren.flatMap((child) => {
    const callable =
      child.type === "method_definition" || isFunction(child.childForFieldName("value"));
    if (!callable) return [];
    const own = { node: child, name: keyOf(child), depth };
    return [{ ...own, text: propertyText(child) }];
  });
}

/** A value below `as const`, `satisfies`, parentheses and `Object.freeze`. */
export function plainValue(value: SyntaxNode): SyntaxNode {
  const wrapped = /^(as|satisfies|parenthesized|non_null)_expression$/.test(value.type);
  const frozen =
    value.type === "call_expression" && /^Object\.(freeze|seal)$/.test(textOf(value, "function"))
      ? value.childForFieldName("arguments")
      : null;
  const inner = (wrapped ? value : frozen)?.namedChildren.find(({ type }) => type !== "comment");
  return inner === undefined ? value : plainValue(inner);
}

/** A property of an object whose value is a function, or a method of it. */
export function propertyText(property: SyntaxNode): string {
  const value = property.childForFieldName("value");
  return value === null ? ecmaText(property) : `${keyOf(property)}: ${ecmaText(value)}`;
}

/** Name of a property or member; quotes of a string taken off. */
export function keyOf(member: SyntaxNode): string {
  const key =
    member.childForFieldName("name") ??
    member.childForFieldName("key") ??
    member.childForFieldName("property");
  if (key === null) return member.type === "shorthand_property_identifier" ? member.text : "";
  if (key.type === "string") return key.text.slice(1, -1);
  return key.type === "computed_property_name" ? ecmaText(key) : key.text;
}

export function isFunction(node: SyntaxNode | null): boolean {
  return (
    node !== null && /^(arrow_function|function_expression|generator_function)$/.test(node.type)
  );
}

/** The public members of a class, interface or enumeration. */
export function memberItems(owner: SyntaxNode, depth: number): readonly Item[] {
  const body = owner.childForFieldName("body") ?? childOf(owner, "object_type");
  if (body === null || !/^(class_body|interface_body|object_type|enum_body)$/.test(body.type))
    return [];
  if (owner.type === "type_alias_declaration") return [];
  const items = body.namedChildren.filter(isPublicMember).map((node) => ({
    node,
    name: keyOf(node) || node.text.split(/[\s=(]/, 1)[0] || "",
    depth,
    text: ecmaText(node),
  }));
  return withoutImplementations(items);
}

const NO_MEMBERS = /^(comment|decorator|class_static_block|ERROR|;|,)$/;

function isPublicMember(member: SyntaxNode): boolean {
  if (NO_MEMBERS.test(member.type)) return false;
  const access = childOf(member, "accessibility_modifier")?.text ?? "public";
  return access === "public" && !has(member, "private_property_identifier");
}

/** Overloads are what callers see; the declaration with the body behind them is not. */
export function withoutImplementations(items: readonly Item[]): readonly Item[] {
  const key = ({ name, depth }: Item) => `${depth} ${name}`;
  const overloaded = new Set(
    items.filter(({ node }) => /^(function|method)_signature$/.test(node.type)).map(key),
  );
  return items.filter(
    (item) =>
      !(
        /^(function_declaration|method_definition)$/.test(item.node.type) &&
        overloaded.has(key(item))
      ),
  );
}
