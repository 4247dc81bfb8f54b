import type { Item } from "./item.ts";
import type { SyntaxNode } from "./syntax-node.ts";
import { childOf, textOf } from "./syntax-node.ts";

/**
 * Imported names that are part of a module's own API: those that `__all__` lists; without it what
 * a package takes from its own modules, and what is imported as itself (PEP 484).
 * @param isListed whether `__all__` lists a name; null when there is none to go by
 */
export function importItems(
  statements: readonly SyntaxNode[],
  path: string,
  isListed: ((name: string) => boolean) | null,
): readonly Item[] {
  const isPackage = /(^|\/)__init__\.pyi?$/.test(path);
  return statements.flatMap((statement) => {
    if (!/^import(_from)?_statement$/.test(statement.type)) return [];
    const from = textOf(statement, "module_name");
    const prefix = from === "" ? "import" : `from ${from} import`;
    if (childOf(statement, "wildcard_import") !== null) return starItems(statement, from, isListed);
    const isOwn = isPackage && from.startsWith(".");
    return statement.childrenForFieldName("name").flatMap((node) => {
      const name = textOf(node, "alias") || node.text;
      const isPublic = isListed?.(name) ?? (!name.startsWith("_") && (isOwn || isItself(node)));
      return isPublic ? [{ node, name, depth: 0, text: `${prefix} ${node.text}` }] : [];
    });
  });
}

function starItems(statement: SyntaxNode, from: string, isListed: unknown): readonly Item[] {
  if (!from.startsWith(".") && isListed === null) return [];
  return [{ node: statement, name: "*", depth: 0, text: `from ${from} import *` }];
}

const isItself = (imported: SyntaxNode): boolean =>
  imported.type === "aliased_import" && textOf(imported, "name") === textOf(imported, "alias");
