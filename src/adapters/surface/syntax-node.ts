/** What we use of a node of tree-sitter's trees; its own declarations describe a module of another name. */
export interface SyntaxNode {
  readonly id: number;
  readonly type: string;
  readonly text: string;
  readonly isNamed: boolean;
  readonly isError: boolean;
  readonly isMissing: boolean;
  readonly hasError: boolean;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly startPosition: { readonly row: number; readonly column: number };
  readonly endPosition: { readonly row: number; readonly column: number };
  readonly parent: SyntaxNode | null;
  readonly previousNamedSibling: SyntaxNode | null;
  readonly children: readonly SyntaxNode[];
  readonly namedChildren: readonly SyntaxNode[];
  childForFieldName(name: string): SyntaxNode | null;
  childrenForFieldName(name: string): readonly SyntaxNode[];
  fieldNameForChild(index: number): string | null;
}

/** Text of a field of a node, "" when it has none. */
export function textOf(node: SyntaxNode, field: string): string {
  return node.childForFieldName(field)?.text ?? "";
}

/** Whether a node has a direct child of one of these types; keywords are types of their own. */
export function has(node: SyntaxNode, ...types: readonly string[]): boolean {
  return node.children.some((child) => types.includes(child.type));
}

/** The first direct child of one of these types. */
export function childOf(node: SyntaxNode, ...types: readonly string[]): SyntaxNode | null {
  return node.children.find((child) => types.includes(child.type)) ?? null;
}
