import type { CommonJs } from "./commonjs-module.ts";
import { assignment } from "./commonjs-module.ts";
import {
  ecmaText,
  isFunction,
  keyOf,
  memberItems,
  plainValue,
  propertyText,
} from "./ecma-declaration.ts";
import type { Item } from "./item.ts";
import type { SyntaxNode } from "./syntax-node.ts";

/** Properties and prototype methods that are given to what is exported, at the top of the file. */
export function lateItems(statement: SyntaxNode, module: CommonJs): readonly Item[] {
  if (statement.type !== "expression_statement") return [];
  const [expression] = statement.namedChildren;
  if (expression?.type !== "assignment_expression") return [];
  const { targets, value } = assignment(expression);
  return targets.flatMap((target) => {
    const [owner = "", ...path] = target.text.split(".");
    if (!module.exported.has(owner) || !/^[\w$.]+$/.test(target.text) || path.length === 0)
      return [];
    const plain = plainValue(value);
    if (path.join(".") === "prototype") return prototypeItems(plain, owner);
    const shown = isFunction(plain) || plain.type === "class" ? ecmaText(plain) : "…";
    const own = { node: statement, name: target.text, depth: 0, text: `${target.text} = ${shown}` };
    return [own, ...memberItems(plain, 1)];
  });
}

function prototypeItems(object: SyntaxNode, owner: string): readonly Item[] {
  if (object.type !== "object") return [];
  return object.namedChildren.flatMap((child) => {
    const callable =
      child.type === "method_definition" || isFunction(child.childForFieldName("value"));
    const name = `${owner}.prototype.${keyOf(child)}`;
    return callable
      ? [{ node: child, name, depth: 0, text: `${owner}.prototype.${propertyText(child)}` }]
      : [];
  });
}
