import { commonJsItems } from "./commonjs.ts";
import { exportedItems } from "./ecma-exports.ts";
import { scopeOf } from "./ecma-scope.ts";
import type { Item, Language } from "./item.ts";
import type { SyntaxNode } from "./syntax-node.ts";

const ecma = {
  comments: { types: ["comment"], begins: /^\/\*\*/, between: ["decorator"] },
} satisfies Partial<Language>;

export const typescript: Language = {
  ...ecma,
  name: "TypeScript",
  grammar: "tree-sitter-typescript",
  items: moduleItems,
  prepare: nameImportTypes,
};

export const tsx: Language = { ...typescript, grammar: "tree-sitter-tsx" };

export const javascript: Language = {
  ...ecma,
  name: "JavaScript",
  grammar: "tree-sitter-javascript",
  items: moduleItems,
};

function moduleItems(root: SyntaxNode, path: string): readonly Item[] {
  const scope = scopeOf(root.namedChildren);
  const exported = exportedItems(scope, /[.]d([.][^/]+)?[.][cm]?ts$/.test(path), 0);
  return [...exported, ...commonJsItems(root)];
}

/**
 * `import("x").Y<Z>` is a type that the grammar does not know: the call becomes a name of the same
 * length while the file is parsed, and comes back in what is shown.
 */
function nameImportTypes(source: string) {
  const calls: string[] = [];
  const text = source.replace(/\bimport\(\s*["'][^"'\n]*["']\s*\)(?=\s*\.)/g, (call) => {
    calls.push(call);
    return `$${calls.length - 1}$`.padEnd(call.length, "$");
  });
  const restore = (shown: string) =>
    shown.replace(/\$(\d+)\$\$*/g, (name, index) => calls[Number(index)] ?? name);
  return { text, restore };
}
