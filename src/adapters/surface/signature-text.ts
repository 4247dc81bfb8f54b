import type { SyntaxNode } from "./syntax-node.ts";

/**
 * What is left out of a signature, and what is shown in its place. The key is the type of a node,
 * or says more of its place: "parent>type", "parent.field" or "parent.field:type"; the one that
 * says most counts. Null keeps what a shorter key leaves out. Whatever follows "=" is a value and
 * left out, unless a key of its place or "parent=" keeps it.
 */
export type Cuts = Readonly<Record<string, string | null>>;

interface Token {
  readonly text: string;
  /** What stood before it: nothing, a blank, or a line's end. */
  readonly gap: "none" | "blank" | "line";
}

/** Deeper than any signature that a person wrote; what is below is not shown. */
const MAX_DEPTH = 200;

/** Longer signatures are cut: a type of thousands of characters helps nobody. */
const MAX_LENGTH = 1_500;

/**
 * A declaration on one line, without what is cut. It ends where the parser did not understand the
 * text: what comes after that could be anything.
 * @param keeps which of the node's own children are shown; all when left out
 */
export function signatureText(
  node: SyntaxNode,
  cuts: Cuts,
  keeps: (child: SyntaxNode) => boolean = () => true,
): string {
  const line = new Line(cuts);
  line.walk(node, 0, keeps);
  return line.text();
}

class Line {
  readonly #cuts: Cuts;
  readonly #tokens: Token[] = [];
  #end = -1;
  #row = 0;
  #broken = false;

  constructor(cuts: Cuts) {
    this.#cuts = cuts;
  }

  walk(node: SyntaxNode, depth: number, keeps: (child: SyntaxNode) => boolean): void {
    const { children } = node;
    if (children.length === 0) this.#place(node, node.text);
    else if (depth > MAX_DEPTH) this.#place(node, "…");
    else
      for (const [index, child] of children.entries())
        if (!this.#broken && keeps(child)) this.#walkChild(node, child, index, depth);
  }

  #walkChild(node: SyntaxNode, child: SyntaxNode, index: number, depth: number): void {
    if (child.isError || child.isMissing) {
      this.#break(child);
      return;
    }
    const follows = node.children[index - 1]?.type === "=";
    const cut = cutOf(node, child, node.fieldNameForChild(index), follows, this.#cuts);
    if (cut === null) this.walk(child, depth + 1, () => true);
    else this.#place(child, cut);
  }

  /** What follows could be anything, the inside of a body too. */
  #break(at: SyntaxNode): void {
    this.#place(at, "…");
    this.#broken = true;
  }

  #place(at: SyntaxNode, text: string): void {
    if (text === "") return;
    this.#tokens.push({ text: text.replace(/\s+/g, " "), gap: this.#gapBefore(at) });
    this.#end = at.endIndex;
    this.#row = at.endPosition.row;
  }

  #gapBefore(at: SyntaxNode): Token["gap"] {
    if (this.#end < 0 || at.startIndex <= this.#end) return "none";
    return at.startPosition.row > this.#row ? "line" : "blank";
  }

  text(): string {
    let line = "";
    for (const [index, token] of this.#tokens.entries()) {
      const next = this.#tokens[index + 1]?.text ?? "";
      if (token.text === "," && /^[)\]}>]$/.test(next)) continue;
      line += isGlued(line, token) ? token.text : ` ${token.text}`;
    }
    const whole = line.replace(/(?<![\s;,{])[\s;,{]+$/, "");
    return whole.length > MAX_LENGTH ? `${whole.slice(0, MAX_LENGTH)} …` : whole;
  }
}

/** Whether a token follows without a blank: as it was written, but for what broke a line. */
function isGlued(line: string, { text, gap }: Token): boolean {
  if (gap === "none" || line === "") return true;
  if (/^[)\],;]/.test(text) || /[([]$/.test(line)) return true;
  return gap === "line" && (text === ">" || line.endsWith("<"));
}

function cutOf(
  parent: SyntaxNode,
  child: SyntaxNode,
  field: string | null,
  isValue: boolean,
  cuts: Cuts,
): string | null {
  const keys = [
    `${parent.type}.${field}:${child.type}`,
    `${parent.type}.${field}`,
    `${parent.type}>${child.type}`,
  ];
  for (const key of keys) {
    const cut = cuts[key];
    if (cut !== undefined) return cut;
  }
  const value = cuts[`${parent.type}=`];
  if (isValue) return value === undefined ? "…" : value;
  // Keywords are types of their own, and may be called as a kind of node is: `string`.
  const isWord = !child.isNamed && /^\w/.test(child.type);
  return isWord ? null : (cuts[child.type] ?? null);
}
