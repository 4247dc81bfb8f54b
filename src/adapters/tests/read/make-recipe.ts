const MAKEFILES = ["GNUmakefile", "makefile", "Makefile"];

/** The lines behind one target of a Makefile, and where they stand. */
export interface MakeRecipe {
  readonly file: string;
  readonly target: string;
  readonly text: string;
}

/** What `make TARGET` runs; null when it is no such call, or the Makefile does not tell plainly. */
export function makeRecipe(
  command: string,
  read: (path: string) => string | null,
): MakeRecipe | null {
  const call = /^\s*(?:\w+=\S*\s+)*g?make((?:\s+\S+)*)\s*$/.exec(command);
  if (call === null) return null;
  const words = (call[1] ?? "").trim().split(/\s+/);
  if (words.some((word) => /^-[Cf]|^--(?:directory|file|makefile)/.test(word))) return null;
  const target = words.find((word) => word !== "" && !/^-|=/.test(word));
  const file = MAKEFILES.find((path) => read(path) !== null);
  if (file === undefined || target === undefined) return null;
  const text = recipeOf(target, (read(file) ?? "").split(/\r?\n/), []);
  return text === "" ? null : { file, target, text };
}

/** The recipe, after those of the targets that it waits for. */
function recipeOf(target: string, lines: readonly string[], seen: readonly string[]): string {
  const at = lines.findIndex((line) => namesTarget(line, target));
  if (at === -1 || seen.includes(target) || seen.length > 8) return "";
  const [, needed = "", inline = ""] = /^[^:]*::?([^=;#]*)(?:;(.*))?/.exec(lines[at] ?? "") ?? [];
  const after = lines.slice(at + 1);
  const end = after.findIndex((line) => !/^(?:\t|\s*(?:#|$))/.test(line));
  const own = (end === -1 ? after : after.slice(0, end))
    .map((line) => line.trim().replace(/^[@+-]+\s*/, ""))
    .filter((line) => line !== "" && !line.startsWith("#"));
  const before = needed
    .split(/\s+/)
    .filter((name) => name !== "" && name !== "|")
    .map((name) => recipeOf(name, lines, [...seen, target]));
  return [...own, inline.trim(), ...before].filter((line) => line !== "").join("\n");
}

function namesTarget(line: string, target: string): boolean {
  const names = /^([^\s:=#][^:=#]*)::?(?!=)/.exec(line)?.[1];
  return names?.trim().split(/\s+/).includes(target) === true;
}
