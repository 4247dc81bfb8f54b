import type { CommonJs } from "./commonjs-module.ts";
import { access, requiredFrom } from "./commonjs-module.ts";
import { namedItems, starItems } from "./commonjs-values.ts";
import { keyOf } from "./ecma-declaration.ts";
import type { Item } from "./item.ts";
import { returnedBy } from "./module-statements.ts";
import type { SyntaxNode } from "./syntax-node.ts";
import { textOf } from "./syntax-node.ts";

/** Calls that put something on the exported object. */
export function callItems(call: SyntaxNode, module: CommonJs): readonly Item[] {
  const callee = textOf(call, "function");
  const given = (call.childForFieldName("arguments")?.namedChildren ?? []).filter(
    ({ type }) => type !== "comment",
  );
  const [first, second, third] = given;
  if (first === undefined) return [];
  if (/\b_?_?(exportStar|reExport|export_star|export)$/.test(callee))
    return compiledItems(call, given, module);
  // Babel's `export *`.
  if (callee.endsWith(".forEach") && /\bexports\b/.test(call.text)) return keysItems(call, module);
  if (!module.self.has(first.text)) return [];
  switch (callee) {
    case "Object.assign":
      return given.slice(1).flatMap((part) => starItems(part, part, module));
    case "Object.defineProperty":
      return definedItems(second ?? null, third ?? null, module);
    case "Object.defineProperties":
      return (second?.namedChildren ?? []).flatMap((pair) =>
        definedItems(pair.childForFieldName("key"), pair.childForFieldName("value"), module),
      );
    default:
      return [];
  }
}

/** `Object.keys(_other).forEach(…)`: everything that another module exports. */
function keysItems(call: SyntaxNode, module: CommonJs): readonly Item[] {
  const keys = call.childForFieldName("function")?.childForFieldName("object");
  const other = keys?.childForFieldName("arguments")?.namedChildren[0] ?? null;
  const source = requiredFrom(other, module);
  if (source === null || textOf(keys ?? call, "function") !== "Object.keys") return [];
  return [{ node: call, name: "*", depth: 0, text: `exports.* = ${source}` }];
}

/** `Object.defineProperty(exports, "name", …)`: the name, and what its getter or value is. */
function definedItems(
  key: SyntaxNode | null,
  descriptor: SyntaxNode | null,
  module: CommonJs,
): readonly Item[] {
  if (key === null) return [];
  const name = key.text.replace(/^["']|["']$/g, "");
  if (name === "__esModule" || !/^(string|property_identifier)$/.test(key.type)) return [];
  const parts = descriptor?.type === "object" ? descriptor.namedChildren : [];
  const part = parts.find((child) => /^(get|value)$/.test(keyOf(child)));
  const value = part?.childForFieldName("value") ?? part;
  return value === undefined
    ? [{ node: key, name, depth: 0, text: `${access(name)} = …` }]
    : lazyItems(name, value, key, keyOf(part ?? value) === "get", module);
}

/** What a compiler's getter returns; a value as it is. */
function lazyItems(
  name: string,
  value: SyntaxNode,
  at: SyntaxNode,
  isGetter: boolean,
  module: CommonJs,
): readonly Item[] {
  const result = isGetter ? returnedBy(value)[0] : value;
  const isAlias = result?.type === "identifier" || requiredFrom(result ?? null, module) !== null;
  if (result === undefined || (isGetter && !isAlias))
    return [{ node: at, name, depth: 0, text: `${access(name)} = …` }];
  return namedItems(name, result, at, module);
}

/** What TypeScript, esbuild and swc write for `export *` and for a list of exports. */
function compiledItems(
  call: SyntaxNode,
  given: readonly SyntaxNode[],
  module: CommonJs,
): readonly Item[] {
  const [first, second] = given;
  const object = given.find(({ type }) => type === "object");
  if (first !== undefined && module.self.has(first.text) && object !== undefined)
    return object.namedChildren.flatMap((child) => {
      const value = child.childForFieldName("value") ?? child;
      return lazyItems(keyOf(child), value, child, true, module);
    });
  return [first, second].flatMap((part) => {
    const source = requiredFrom(part ?? null, module);
    return source === null
      ? []
      : [{ node: call, name: "*", depth: 0, text: `exports.* = ${source}` }];
  });
}
