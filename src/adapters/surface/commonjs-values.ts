import type { CommonJs } from "./commonjs-module.ts";
import { access, requiredFrom } from "./commonjs-module.ts";
import { keyOf, plainValue, propertyText } from "./ecma-declaration.ts";
import { exportedValue, localItems } from "./ecma-exports.ts";
import { scopeOf } from "./ecma-scope.ts";
import type { Item } from "./item.ts";
import { bodyOf, calledIn, returnedBy } from "./module-statements.ts";
import type { SyntaxNode } from "./syntax-node.ts";
import { textOf } from "./syntax-node.ts";

export function namedItems(
  name: string,
  value: SyntaxNode,
  at: SyntaxNode,
  module: CommonJs,
): readonly Item[] {
  const isName = value.type === "identifier";
  const known = isName && module.scope.declarations.has(value.text);
  if (known) module.exported.add(value.text);
  const prefix = access(name) + (known ? ": " : " = ");
  const source = requiredFrom(value, module);
  if (source !== null) return [{ node: at, name, depth: 0, text: prefix + source }];
  if (isName && !known) return [{ node: at, name, depth: 0, text: `${prefix}…` }];
  return exportedValue(value, { prefix, name, depth: 0 }, module.scope).map((item) =>
    item.depth === 0 && !known ? { ...item, node: at } : item,
  );
}

/** `module.exports = value`: the names of an object, or the value itself. */
export function wholeItems(value: SyntaxNode, at: SyntaxNode, module: CommonJs): readonly Item[] {
  const plain = plainValue(value);
  if (plain.type === "object") return objectItems(plain, module);
  const source = requiredFrom(plain, module);
  if (source !== null)
    return [{ node: at, name: "*", depth: 0, text: `module.exports = ${source}` }];
  const known = plain.type === "identifier" ? namedWhole(plain.text, module) : null;
  const called = plain.type === "call_expression" ? wholeCall(plain, module) : null;
  const shown = { prefix: "module.exports = ", name: "export=", depth: 0 };
  const unknown = plain.type === "identifier" && !module.scope.declarations.has(plain.text);
  const nothing = { node: at, name: shown.name, depth: 0, text: `${shown.prefix}…` };
  return known ?? called ?? (unknown ? [nothing] : exportedValue(value, shown, module.scope));
}

/** A name that is exported whole; null when it holds no object whose properties are the exports. */
function namedWhole(name: string, module: CommonJs): readonly Item[] | null {
  if (module.self.has(name)) return [];
  module.exported.add(name);
  const held = heldObject(name, module);
  return held === null ? null : objectItems(held, module);
}

/** `Object.assign(fn, { … })`, a bundler's conversion, or a function that is called at once; else null. */
function wholeCall(call: SyntaxNode, module: CommonJs): readonly Item[] | null {
  const [first, ...more] = call.childForFieldName("arguments")?.namedChildren ?? [];
  // What a bundler converts has been named already.
  if (first !== undefined && module.self.has(first.text)) return [];
  if (textOf(call, "function") === "Object.assign" && first !== undefined)
    return [
      ...wholeItems(first, call, module),
      ...more.flatMap((part) => starItems(part, part, module)),
    ];
  const [called] = calledIn(call);
  if (called === undefined) return null;
  const inner = { ...module, scope: scopeOf(bodyOf(called), module.scope) };
  const items = returnedBy(called).flatMap((value) => wholeItems(value, call, inner));
  return items.length > 0 ? items : null;
}

/** The object that a variable holds whose properties are then the exports. */
function heldObject(name: string, module: CommonJs): SyntaxNode | null {
  const [declaration] = module.scope.declarations.get(name) ?? [];
  const value = declaration?.childForFieldName("value") ?? null;
  const plain = value === null ? null : plainValue(value);
  return plain?.type === "object" ? plain : null;
}

function objectItems(object: SyntaxNode, module: CommonJs): readonly Item[] {
  return object.namedChildren.flatMap((child) => {
    if (child.type === "spread_element") return spreadItems(child, module);
    const name = keyOf(child);
    if (name === "") return [];
    if (child.type === "method_definition")
      return [{ node: child, name, depth: 0, text: methodText(child, name) }];
    const value = child.childForFieldName("value");
    if (value !== null) return namedItems(name, value, child, module);
    return namedShorthand(child, name, module);
  });
}

function methodText(method: SyntaxNode, name: string): string {
  const text = propertyText(method);
  return text.startsWith(`${name}(`) ? `exports.${text}` : `${access(name)} = ${text}`;
}

function namedShorthand(child: SyntaxNode, name: string, module: CommonJs): readonly Item[] {
  // The name as a value of its own: a shorthand property is both.
  const source = requiredFrom(child, module);
  const own = { node: child, name, depth: 0 };
  if (source !== null) return [{ ...own, text: `${access(name)} = ${source}` }];
  module.exported.add(name);
  const items = localItems(name, { prefix: `${access(name)}: `, name, depth: 0 }, module.scope);
  return items.length > 0 ? items : [{ ...own, text: access(name) }];
}

function spreadItems(spread: SyntaxNode, module: CommonJs): readonly Item[] {
  const value = spread.namedChildren[0];
  if (value === undefined) return [];
  return starItems(value, spread, module);
}

/** Everything that another object holds: named when it is here, said when it is elsewhere. */
export function starItems(value: SyntaxNode, at: SyntaxNode, module: CommonJs): readonly Item[] {
  const plain = plainValue(value);
  if (plain.type === "object") return objectItems(plain, module);
  const held = plain.type === "identifier" ? heldObject(plain.text, module) : null;
  if (held !== null) return objectItems(held, module);
  const name = plain.type === "identifier" ? plain.text : "…";
  const text = requiredFrom(plain, module) ?? name;
  return [{ node: at, name: "*", depth: 0, text: `exports.* = ${text}` }];
}
