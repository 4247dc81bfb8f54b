import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";

/** A coding CLI as it is started, and what of this machine it has to see for that. */
export interface PlacedCommand {
  readonly argv: readonly string[];
  readonly readable: readonly string[];
}

export interface CommandPlaces {
  /** Where relative programs and scripts are looked for: never the copy that an agent works in. */
  readonly bases: readonly string[];
  readonly path: string;
  /** Directories of which nothing but a named file is shown: homes, the checkout, the loop's own. */
  readonly closed: readonly string[];
}

/** Programs whose first plain word is the program that counts. */
const INTERPRETERS = /^(node|bun|deno|tsx|python[\d.]*|ruby|perl|php|sh|bash|dash|zsh)$/;

/**
 * Makes relative programs and scripts absolute, as seen from the repository: in the agent's copy the same
 * name is a file that an agent may have written. Words that name no file stay as they are.
 */
export function placeCommand(words: readonly string[], places: CommandPlaces): PlacedCommand {
  const [program = "", ...rest] = words;
  const isPath = program.includes("/");
  const script = INTERPRETERS.test(basename(program))
    ? rest.findIndex((word) => !word.startsWith("-"))
    : -1;
  const argv = [
    isPath ? (found(program, places) ?? program) : program,
    ...rest.map((word, index) => (index === script ? (found(word, places) ?? word) : word)),
  ];
  const onPath = isPath ? [] : places.path.split(":").map((dir) => join(dir, program));
  const named = [...onPath.filter(isFile).slice(0, 1), ...argv.filter(isAbsolute)];
  return { argv, readable: named.flatMap((file) => shown(file, places)) };
}

/** Whether there is such a program: by its path as seen from the repository, or in a directory of PATH. */
export function isInstalled(program: string, places: Omit<CommandPlaces, "closed">): boolean {
  if (program.includes("/")) return found(program, places) !== null;
  return places.path.split(":").some((dir) => dir !== "" && isFile(join(dir, program)));
}

function found(word: string, { bases }: Pick<CommandPlaces, "bases">): string | null {
  return bases.map((base) => resolve(base, word)).find(isFile) ?? null;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** A program with what lies beside it, as scripts load their neighbours; just the file in a closed place. */
function shown(file: string, { closed }: CommandPlaces): string[] {
  if (!existsSync(file)) return [];
  const real = realpathSync(file);
  if (!isFile(real)) return holdsClosed(real, closed) ? [] : [real];
  return holdsClosed(dirname(real), closed) ? [real] : [dirname(real)];
}

function holdsClosed(dir: string, closed: readonly string[]): boolean {
  return closed.some((place) => `${place}/`.startsWith(dir === "/" ? "/" : `${dir}/`));
}
