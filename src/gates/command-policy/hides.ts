import type { Command, SyntaxNode } from "unbash";
import { forEachChild } from "unbash";
import { isDecoder, isFetcher, programOf } from "./program-names.ts";

/** Whether a part of a command runs, at any depth, a program that fetches or decodes. */
export function hides(node: SyntaxNode): boolean {
  if (node.type === "Command" && runsHider(node)) return true;
  let found = false;
  forEachChild(node, (child) => {
    found ||= hides(child);
  });
  return found;
}

const wrappers = /^(sudo|doas|env|nohup|nice|time|timeout|command|exec|busybox|xargs|stdbuf)$/;

/** Its program, or behind a wrapper any word: too much rather than too little. */
function runsHider({ name, args }: Command): boolean {
  const words = [name, ...args].flatMap((word) => (word?.type === "Word" ? [word.value] : []));
  const last = wrappers.test(programOf(words[0] ?? "")) ? words.length : 1;
  return words.slice(0, last).some((word, i) => {
    const program = programOf(word);
    return isFetcher(program) || isDecoder(program, words.slice(i + 1));
  });
}
