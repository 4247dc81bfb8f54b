import type { ArithmeticFor, Function as ShellFunction, SyntaxNode, While } from "unbash";
import { forEachChild } from "unbash";
import type { Inspection } from "./inspection.ts";

/** Reports what starts processes without end: a fork bomb, or a loop that never ends and waits for none. */
export function judgeEndless(node: ShellFunction | While | ArithmeticFor, look: Inspection): void {
  if (node.type === "Function") {
    if (isForkBomb(node)) look.report("fork_bomb", "a function that starts itself");
  } else if (isEndless(node) && hasBackground(node.body)) {
    look.report("fork_bomb", "a loop that starts processes for ever");
  }
}

/** `while true`, `while :`, `for ((;;))` */
function isEndless(node: While | ArithmeticFor): boolean {
  if (node.type === "ArithmeticFor") return node.test === undefined;
  return contains(node.clause, (inner) => calls(inner, "true") || calls(inner, ":"));
}

/** A function that calls itself in a pipeline or in the background. */
function isForkBomb({ name, body }: ShellFunction): boolean {
  return contains(body, (node) => {
    const isMultiplying =
      node.type === "Pipeline" || (node.type === "Statement" && node.background === true);
    return isMultiplying && contains(node, (inner) => calls(inner, name.value));
  });
}

function calls(node: SyntaxNode, name: string): boolean {
  return node.type === "Command" && node.name?.value === name;
}

function hasBackground(body: SyntaxNode): boolean {
  return contains(body, (node) => node.type === "Statement" && node.background === true);
}

function contains(node: SyntaxNode, is: (node: SyntaxNode) => boolean): boolean {
  if (is(node)) return true;
  let found = false;
  forEachChild(node, (child) => {
    found ||= contains(child, is);
  });
  return found;
}
