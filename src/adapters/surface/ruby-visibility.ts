import type { SyntaxNode } from "./syntax-node.ts";
import { textOf } from "./syntax-node.ts";

/** How visible what follows in a Ruby body is, and what was said of single names. */
export interface Visibility {
  current: "public" | "hidden";
  /** Names that are not public, as `name` or, of the class itself, as `self.name`. */
  readonly hidden: Set<string>;
  /** Definitions that were made public where they stand in a hidden section. */
  readonly opened: Set<number>;
}

export function openVisibility(): Visibility {
  return { current: "public", hidden: new Set(), opened: new Set() };
}

const OPENS = /^(public|module_function|public_class_method|public_constant)$/;
const CLOSES = /^(private|protected|private_class_method|private_constant)$/;

/**
 * Takes `private`, `public :name`, `private def …` and their kin into account.
 * @returns the definitions that stand in its arguments and are public
 */
export function applyVisibility(node: SyntaxNode, state: Visibility): readonly SyntaxNode[] {
  const word = node.type === "identifier" ? node.text : callOf(node);
  const opens = OPENS.test(word);
  if (!opens && !CLOSES.test(word)) return [];
  const given = node.childForFieldName("arguments")?.namedChildren ?? [];
  if (given.length > 0) return applyToNames(word, given, opens, state);
  if (!word.includes("_c")) state.current = opens ? "public" : "hidden";
  return [];
}

function applyToNames(
  word: string,
  given: readonly SyntaxNode[],
  opens: boolean,
  state: Visibility,
): readonly SyntaxNode[] {
  const prefix = word.endsWith("_class_method") ? "self." : "";
  noteNames(given.flatMap(namesIn), prefix, opens, state);
  if (!opens) return [];
  const definitions = given.filter(({ type }) => /^(method|singleton_method|call)$/.test(type));
  for (const { id } of definitions) state.opened.add(id);
  return definitions;
}

function noteNames(
  names: readonly string[],
  prefix: string,
  opens: boolean,
  { hidden }: Visibility,
): void {
  for (const name of names) {
    if (opens) hidden.delete(prefix + name);
    else hidden.add(prefix + name);
  }
}

function callOf(node: SyntaxNode): string {
  return node.type === "call" && node.childForFieldName("receiver") === null
    ? textOf(node, "method")
    : "";
}

/** The names in `:a, "b", [:c], *%i[d e]` and in definitions. */
function namesIn(given: SyntaxNode): readonly string[] {
  switch (given.type) {
    case "simple_symbol":
      return [given.text.slice(1)];
    case "string":
      return [given.text.slice(1, -1)];
    case "bare_symbol":
    case "bare_string":
      return [given.text];
    case "method":
    case "singleton_method":
      return [textOf(given, "name")];
    case "call":
      return (given.childForFieldName("arguments")?.namedChildren ?? []).flatMap(namesIn);
    default:
      return given.namedChildren.flatMap(namesIn);
  }
}
