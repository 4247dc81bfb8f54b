import type { Cuts } from "./signature-text.ts";
import { signatureText } from "./signature-text.ts";
import type { SyntaxNode } from "./syntax-node.ts";

/** `int a = 1, b` as one signature for each variable. */
export function eachElement(
  declaration: SyntaxNode,
  type: string,
  cuts: Cuts,
): readonly { readonly node: SyntaxNode; readonly name: string; readonly text: string }[] {
  const elements = declaration.namedChildren.filter((child) => child.type === type);
  return elements.map((node) => {
    const others = (child: SyntaxNode) =>
      child.id === node.id || (child.type !== type && child.type !== ",");
    const name = node.childForFieldName("name") ?? node.namedChildren[0];
    return { node, name: name?.text ?? "", text: signatureText(declaration, cuts, others) };
  });
}
