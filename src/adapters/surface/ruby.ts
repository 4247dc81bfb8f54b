import type { Item, Language } from "./item.ts";
import type { Visibility } from "./ruby-visibility.ts";
import { applyVisibility, openVisibility } from "./ruby-visibility.ts";
import type { Cuts } from "./signature-text.ts";
import { signatureText } from "./signature-text.ts";
import type { SyntaxNode } from "./syntax-node.ts";
import { childOf, textOf } from "./syntax-node.ts";

const cuts: Cuts = {
  comment: "",
  "method.body": "",
  "method>=": "",
  "method>end": "",
  "method>rescue": "",
  "singleton_method.body": "",
  "singleton_method>=": "",
  "singleton_method>end": "",
  "class.body": "",
  "class>end": "",
  "module.body": "",
  "module>end": "",
  body_statement: "",
  block: "",
  do_block: "",
  "optional_parameter.value": "…",
  "keyword_parameter.value": "…",
  argument_list: "(…)",
  ";": "",
  string: "…",
  integer: "…",
  float: "…",
  hash: "…",
  array: "…",
  lambda: "…",
};

export const ruby: Language = {
  name: "Ruby",
  grammar: "tree-sitter-ruby",
  comments: {
    types: ["comment"],
    begins: /^(#(?!!| *(frozen_string_literal|rubocop|encoding|typed):)|=begin)/,
    between: [],
  },
  items: (root) => bodyItems(root.namedChildren, 0, ""),
};

/** The public part of a class, module or file. @param self "self." inside `class << self` */
function bodyItems(nodes: readonly SyntaxNode[], depth: number, self: string): readonly Item[] {
  const state = openVisibility();
  const items = flattened(nodes).flatMap((node) => {
    const given = applyVisibility(node, state);
    const shown = given.length > 0 ? given : [node];
    return shown.flatMap((member) => memberItems(member, depth, self, state));
  });
  const key = (item: Item) => (self === "" ? keyOf(item) : item.name);
  return items.filter((item) => item.depth > depth || !state.hidden.has(key(item)));
}

/** Methods of a class and of its instances may have the same name. */
function keyOf({ name, text }: Item): string {
  if (/^def self\./.test(text)) return `self.${name}`;
  return name;
}

function flattened(nodes: readonly SyntaxNode[]): readonly SyntaxNode[] {
  return nodes.flatMap((node) =>
    /^(if|unless|begin|then|else|elsif|if_modifier|unless_modifier)$/.test(node.type)
      ? flattened(
          node.namedChildren.filter(({ id }) => id !== node.childForFieldName("condition")?.id),
        )
      : [node],
  );
}

function memberItems(
  node: SyntaxNode,
  depth: number,
  self: string,
  state: Visibility,
): readonly Item[] {
  switch (node.type) {
    case "module":
    case "class":
      return containerItems(node, depth);
    case "singleton_class":
      return bodyItems(bodyOf(node), depth, "self.");
    case "singleton_method":
      return own(node, textOf(node, "name"), depth);
    case "method":
      return methodItems(node, depth, self, state);
    case "assignment":
      return constantItems(node, depth);
    case "alias":
      return state.current === "public"
        ? [{ node, name: textOf(node, "name"), depth, text: signatureText(node, cuts) }]
        : [];
    case "call":
      return callItems(node, depth, self, state);
    default:
      return [];
  }
}

function own(node: SyntaxNode, name: string, depth: number): readonly Item[] {
  return [{ node, name, depth, text: signatureText(node, cuts) }];
}

function bodyOf(node: SyntaxNode): readonly SyntaxNode[] {
  const body = node.childForFieldName("body") ?? childOf(node, "body_statement");
  return body?.namedChildren ?? [];
}

function containerItems(node: SyntaxNode, depth: number): readonly Item[] {
  const parent = childOf(node, "superclass")?.namedChildren[0];
  const made = parent === undefined ? "" : structText(parent);
  const text = signatureText(node, made === "" ? cuts : { ...cuts, superclass: `< ${made}` });
  const name = textOf(node, "name");
  return [{ node, name, depth, text }, ...bodyItems(bodyOf(node), depth + 1, "")];
}

function methodItems(
  node: SyntaxNode,
  depth: number,
  self: string,
  state: Visibility,
): readonly Item[] {
  const name = textOf(node, "name");
  const isOpen = state.current === "public" || state.opened.has(node.id);
  // `initialize` is always private, and what `new` takes.
  if (!isOpen && !(name === "initialize" && depth > 0)) return [];
  const text = signatureText(node, cuts).replace(/^def /, `def ${self}`);
  return [{ node, name, depth, text }];
}

/** `Struct.new(:a)` and `Data.define(:a)` with the names they make; "" for anything else. */
function structText(value: SyntaxNode): string {
  const maker = `${textOf(value, "receiver")}.${textOf(value, "method")}`;
  if (value.type !== "call" || !/^(::)?(Struct\.new|Data\.define)$/.test(maker)) return "";
  const names = symbolsOf(value).map((name) => `:${name}`);
  return `${maker}(${names.join(", ")})`;
}

function symbolsOf(call: SyntaxNode): readonly string[] {
  return (call.childForFieldName("arguments")?.namedChildren ?? []).flatMap((given) =>
    given.type === "simple_symbol" ? [given.text.slice(1)] : [],
  );
}

function constantItems(node: SyntaxNode, depth: number): readonly Item[] {
  const left = node.childForFieldName("left");
  const right = node.childForFieldName("right");
  if (left?.type !== "constant" || right === null) return [];
  const made = structText(right);
  const block = right.type === "call" ? right.childForFieldName("block") : null;
  const text = `${left.text} = ${made === "" ? "…" : made}`;
  const isClass =
    made !== "" ||
    /^(Class|Module)\.new$/.test(`${textOf(right, "receiver")}.${textOf(right, "method")}`);
  const members = isClass && block !== null ? bodyItems(bodyOf(block), depth + 1, "") : [];
  return [{ node, name: left.text, depth, text }, ...members];
}

const MAKERS =
  /^(attr(_reader|_writer|_accessor)?|define(_singleton)?_method|delegate|def_(instance_)?delegators?)$/;

function callItems(
  node: SyntaxNode,
  depth: number,
  self: string,
  state: Visibility,
): readonly Item[] {
  const method = textOf(node, "method");
  const block = node.childForFieldName("block");
  if (method === "class_methods" && block !== null) return bodyItems(bodyOf(block), depth, "self.");
  if (/^(include|extend|prepend)$/.test(method)) return mixinItems(node, method, depth);
  const isOpen = state.current === "public" || state.opened.has(node.id);
  return isOpen ? madeItems(node, method, depth, self) : [];
}

/** Methods that a call makes: accessors, aliases, delegates. */
function madeItems(node: SyntaxNode, method: string, depth: number, self: string): readonly Item[] {
  const symbols = symbolsOf(node);
  const [first = ""] = symbols;
  if (method === "alias_method") {
    const text = `alias_method ${symbols.map((name) => `:${name}`).join(", ")}`;
    return [{ node, name: first, depth, text }];
  }
  if (!MAKERS.test(method)) return [];
  const names = method.startsWith("define") ? symbols.slice(0, 1) : symbols;
  return names.map((name) => ({ node, name, depth, text: `${self}${method} :${name}` }));
}

function mixinItems(node: SyntaxNode, method: string, depth: number): readonly Item[] {
  const names = (node.childForFieldName("arguments")?.namedChildren ?? []).flatMap(
    ({ type, text }) => (/^(constant|scope_resolution|self)$/.test(type) ? [text] : []),
  );
  if (names.length === 0) return [];
  return [{ node, name: names.join(", "), depth, text: `${method} ${names.join(", ")}` }];
}
