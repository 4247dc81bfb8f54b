import type { ParseArgsConfig } from "node:util";
import { parseArgs } from "node:util";
import { z } from "zod";
import { commandsOf } from "./command-line.ts";

/** One call of a script of package.json, by npm, pnpm or yarn. */
export interface PackageCall {
  readonly script: string;
  readonly packages: Packages;
  /** The same call for the package that it is made in. */
  readonly alone: string;
  /** Packages without such a script are passed over. */
  readonly skipsMissing: boolean;
  /** Arguments for the script, `--` before them where the tool wants it. */
  readonly rest: readonly string[];
}

type Packages =
  | { readonly kind: "here" }
  | { readonly kind: "all" }
  | { readonly kind: "directory"; readonly path: string }
  | { readonly kind: "named"; readonly names: readonly string[] };

type Known = NonNullable<ParseArgsConfig["options"]>;
const flag = { type: "boolean" } as const;
const list = { type: "string", multiple: true } as const;

const NPM: Known = {
  workspace: { ...list, short: "w" },
  workspaces: flag,
  prefix: { ...list, short: "C" },
  "if-present": flag,
  silent: { ...flag, short: "s" },
};
const PNPM: Known = {
  filter: { ...list, short: "F" },
  recursive: { ...flag, short: "r" },
  dir: { ...list, short: "C" },
  "if-present": flag,
  silent: { ...flag, short: "s" },
  stream: flag,
  "no-bail": flag,
  "workspace-concurrency": list,
  reporter: list,
};
const YARN_EACH: Known = {
  all: { ...flag, short: "A" },
  parallel: { ...flag, short: "p" },
  topological: { ...flag, short: "t" },
  verbose: { ...flag, short: "v" },
  worktree: { ...flag, short: "W" },
};

/** Null for anything but one plain call whose every option is known. */
export function readPackageCall(line: string): PackageCall | null {
  if (commandsOf(line).length !== 1 || /[<>`$'"()\\#*?]/.test(line)) return null;
  const [tool = "", ...words] = line.trim().split(/\s+/);
  if (tool === "npm") return readNpm(words.map((word) => (word === "-ws" ? "--workspaces" : word)));
  if (tool === "pnpm") return readPnpm(words);
  return tool === "yarn" ? readYarn(words) : null;
}

function readNpm(words: readonly string[]): PackageCall | null {
  const read = readWords(words, NPM);
  if (read === null) return null;
  const { values } = read;
  return callOf("npm", read, {
    names: values.workspace,
    dirs: values.prefix,
    isAll: values.workspaces,
  });
}

function readPnpm(words: readonly string[]): PackageCall | null {
  const read = readWords(words, PNPM);
  if (read === null) return null;
  const { filter, dir, recursive } = read.values;
  const call = callOf("pnpm", read, { names: filter, dirs: dir, isAll: recursive });
  // A recursive run passes over what has no such script, without being told to.
  return call === null ? null : { ...call, skipsMissing: call.skipsMissing || recursive === true };
}

function readYarn(words: readonly string[]): PackageCall | null {
  const [first, second = "", ...more] = words;
  if (first === "workspace") return yarnCall(more, {}, { names: [second] });
  if (first !== "workspaces") return yarnCall(words, {}, {});
  if (second !== "foreach") return yarnCall([second, ...more], {}, { isAll: true });
  const call = yarnCall(more, YARN_EACH, { isAll: true });
  return call === null ? null : { ...call, skipsMissing: true };
}

function yarnCall(words: readonly string[], known: Known, chosen: Chosen): PackageCall | null {
  const read = readWords(words, known);
  return read === null ? null : callOf("yarn", read, chosen);
}

interface Words {
  readonly script: string;
  readonly values: Readonly<z.infer<typeof Values>>;
  readonly rest: readonly string[];
}

const Values = z.object({
  workspace: z.array(z.string()).optional(),
  workspaces: z.boolean().optional(),
  prefix: z.array(z.string()).optional(),
  filter: z.array(z.string()).optional(),
  dir: z.array(z.string()).optional(),
  recursive: z.boolean().optional(),
  "if-present": z.boolean().optional(),
});

/** Null when an option is not known: what it changes is not known either. */
function readWords(words: readonly string[], options: Known): Words | null {
  const end = words.indexOf("--");
  const args = end === -1 ? words : words.slice(0, end);
  try {
    const read = parseArgs({ args: [...args], options, allowPositionals: true });
    const script = scriptOf(read.positionals);
    const values = Values.parse(read.values);
    return script === null ? null : { script, values, rest: end === -1 ? [] : words.slice(end) };
  } catch {
    return null;
  }
}

/** `test`, `t`, `run NAME`; null for a word that is no call of a script. */
function scriptOf([first = "", second, third]: readonly string[]): string | null {
  if (first === "run" || first === "run-script")
    return third === undefined ? (second ?? null) : null;
  return second === undefined && ["test", "t", "tst"].includes(first) ? "test" : null;
}

interface Chosen {
  readonly names?: readonly string[] | undefined;
  readonly dirs?: readonly string[] | undefined;
  readonly isAll?: boolean | undefined;
}

function callOf(tool: string, { script, values, rest }: Words, chosen: Chosen): PackageCall | null {
  const packages = packagesOf(chosen);
  if (packages === null) return null;
  const alone = script === "test" ? `${tool} test` : `${tool} run ${script}`;
  return { script, packages, alone, skipsMissing: values["if-present"] === true, rest };
}

/** Null for a mixture, and for a pattern in place of a name. */
function packagesOf({ names = [], dirs = [], isAll = false }: Chosen): Packages | null {
  const [dir] = dirs;
  const ways = [names.length > 0, dirs.length > 0, isAll].filter(Boolean).length;
  if (ways > 1 || dirs.length > 1) return null;
  if (dir !== undefined) return { kind: "directory", path: dir };
  if (isAll) return { kind: "all" };
  if (names.length === 0) return { kind: "here" };
  return names.every((name) => /^(?:\.\/)?[@\w][\w./@-]*$/.test(name) && !name.includes("..."))
    ? { kind: "named", names }
    : null;
}
