import { InvalidArgumentError } from "commander";

/**
 * Splits a command line into its words the way a POSIX shell does with quotes and backslashes, and
 * nothing else: no variables, no globs, no operators, because no shell will see it.
 * @throws InvalidArgumentError when a quote is not closed or nothing is left
 */
export function commandWords(line: string): string[] {
  const words: string[] = [];
  let rest = line.trimStart();
  while (rest !== "") {
    const word = /^(?:[^\s'"\\]|\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*")+/.exec(rest)?.[0];
    if (word === undefined) {
      throw new InvalidArgumentError("It has an open quote.");
    }
    words.push(unquoted(word));
    rest = rest.slice(word.length).trimStart();
  }
  if (words.length === 0) throw new InvalidArgumentError("It names no program.");
  return words;
}

function unquoted(word: string): string {
  return word.replace(
    /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])/g,
    (_, single: string | undefined, double: string | undefined, escaped: string | undefined) =>
      single ?? double?.replace(/\\(["\\$`])/g, "$1") ?? escaped ?? "",
  );
}
