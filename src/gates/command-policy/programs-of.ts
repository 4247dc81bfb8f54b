import type { SyntaxNode } from "unbash";
import { forEachChild, parse } from "unbash";

/** The text of every program call in a line, substitutions included; null when it cannot be read. */
export function programsOf(line: string): readonly string[] | null {
  const script = parse(line);
  const found: string[] = [];
  let isReadable = true;
  // A script inside of escaped backticks has positions of its own, so its text comes with it.
  const visit = (node: SyntaxNode, source: string): void => {
    if (node.type === "Script" && (node.errors?.length ?? 0) > 0) isReadable = false;
    const text = node.type === "Script" ? (node.source ?? source) : source;
    if (node.type === "Command" && node.name !== undefined)
      found.push(text.slice(node.name.pos, node.end));
    forEachChild(node, (child) => visit(child, text));
  };
  visit(script, line);
  return isReadable && found.length > 0 ? found : null;
}
