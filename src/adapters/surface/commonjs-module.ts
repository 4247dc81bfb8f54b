import type { Scope } from "./ecma-scope.ts";
import type { SyntaxNode } from "./syntax-node.ts";
import { textOf } from "./syntax-node.ts";

export interface CommonJs {
  readonly scope: Scope;
  /** Expressions that are the exported object: `exports`, `module.exports`, and names given to it. */
  readonly self: Set<string>;
  /** Names of what was exported whole: what is put on them or on their prototype is public too. */
  readonly exported: Set<string>;
}

/** A chain `a = b = value`, outermost target first. */
export function assignment(expression: SyntaxNode): { targets: SyntaxNode[]; value: SyntaxNode } {
  const targets: SyntaxNode[] = [];
  let value = expression;
  while (value.type === "assignment_expression") {
    const left = value.childForFieldName("left");
    const right = value.childForFieldName("right");
    if (left === null || right === null) break;
    targets.push(left);
    value = right;
  }
  return { targets, value };
}

/** The name in `exports.name` or `exports["name"]`, null when it is something else. */
export function memberOf(target: SyntaxNode, objects: ReadonlySet<string>): string | null {
  if (!objects.has(textOf(target, "object"))) return null;
  const property = textOf(target, "property");
  if (property !== "") return property === "__esModule" ? null : property;
  const index = target.childForFieldName("index");
  return index?.type === "string" ? index.text.slice(1, -1) : null;
}

/** How a reader of the module writes the name. */
export function access(name: string): string {
  return /^[\w$]+$/.test(name) ? `exports.${name}` : `exports["${name}"]`;
}

/**
 * `require("./x")` or `require("./x").y`, also through a variable that holds it; null for anything
 * else, which is a value and not shown.
 */
export function requiredFrom(value: SyntaxNode | null, { scope }: CommonJs): string | null {
  const text = value?.text ?? "";
  const direct = requireText(text);
  if (direct !== null) return direct;
  const [, name = "", path = ""] = /^([\w$]+)((?:\.[\w$]+)*)$/.exec(text) ?? [];
  const [declaration] = scope.declarations.get(name) ?? [];
  if (declaration === undefined) return null;
  const held = requireText(textOf(declaration, "value"));
  const isPart = declaration.childForFieldName("name")?.type === "object_pattern";
  return held === null ? null : held + (isPart ? `.${name}` : "") + path;
}

function requireText(text: string): string | null {
  const wrapped =
    /^[\w$.]*(?:__importStar|__importDefault|_interop\w+)\((.*)\)$/s.exec(text)?.[1] ?? text;
  return /^require\(["'][^"'\n]+["']\)(?:\.[\w$]+)*$/.test(wrapped) ? wrapped : null;
}
