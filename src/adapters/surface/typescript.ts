import { commonJsItems } from "./commonjs.ts";
import { exportedItems } from "./ecma-exports.ts";
import { scopeOf } from "./ecma-scope.ts";
import type { Item, Language } from "./item.ts";
import type { SyntaxNode } from "./syntax-node.ts";

const ecma = {
  prepare: madeReadable,
  comments: { types: ["comment"], begins: /^\/\*\*/, between: ["decorator"] },
} satisfies Partial<Language>;

export const typescript: Language = {
  ...ecma,
  name: "TypeScript",
  grammar: "tree-sitter-typescript",
  items: moduleItems,
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
 * Two things that the grammars do not know, made readable while a file is parsed. `import("x").Y<Z>`
 * is a type: the call becomes a name of the same length, and comes back in what is shown. The
 * attributes in `export … from "x" with { … }` say nothing of what is exported: they become blanks.
 */
function madeReadable(source: string) {
  const calls: string[] = [];
  const named = source.replace(/\bimport\(\s*["'][^"'\n]*["']\s*\)(?=\s*\.)/g, (call) => {
    calls.push(call);
    return `$${calls.length - 1}$`.padEnd(call.length, "$");
  });
  const text = named.replace(
    /(?<=\bfrom\s{0,9}(?:"[^"\n]{1,500}"|'[^'\n]{1,500}'))\s{1,9}(?:with|assert)\s{0,9}\{[^{}]{0,500}\}/g,
    (attributes) => attributes.replace(/[^\n]/g, " "),
  );
  const restore = (shown: string) =>
    shown.replace(/\$(\d+)\$\$*/g, (name, index) => calls[Number(index)] ?? name);
  return { text, restore };
}
