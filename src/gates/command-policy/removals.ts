import type { CommandCode } from "./finding.ts";
import { hasOption, sortArguments } from "./options.ts";
import { isCritical, isEverything } from "./paths.ts";
import { UNKNOWN } from "./words.ts";

/** Judges the arguments of a program; null when there is nothing to say. */
export type Rule = (args: readonly string[]) => CommandCode | null;

/**
 * `rm`: by force and recursively never; recursively only one thing below the repository. Options may
 * be split, joined, long, cut short or behind the operands (S1-54).
 */
export const judgeRm: Rule = (args) => {
  const sorted = sortArguments(args);
  if (sorted.long.some((name) => name.startsWith("no-preserve"))) return "removes_tree";
  const isRecursive = hasOption(sorted, "rR", "recursive") || hasHiddenOption(args);
  if (isRecursive && hasOption(sorted, "f", "force")) return "removes_tree";
  if (isRecursive && sorted.operands.some(isLost)) return "removes_tree";
  return sorted.operands.some(isCritical) ? "system_path" : null;
};

/** Options that a variable or a substitution holds could be any. */
function hasHiddenOption(args: readonly string[]): boolean {
  return args.some((arg) => arg.startsWith("-") && arg.includes(UNKNOWN));
}

function isLost(path: string): boolean {
  return isCritical(path) || (path !== "" && isEverything(path));
}

/** Programs that remove recursively by nature: `rimraf`, `del-cli`, `trash`. */
export const judgeRimraf: Rule = (args) =>
  sortArguments(args).operands.some(isLost) ? "removes_tree" : null;

/** A program whose name cannot be known, called the way `rm -rf` is. */
export const judgeUnknown: Rule = (args) => {
  const { letters, operands } = sortArguments(args);
  const looksLikeRm = letters.size <= 3 && (letters.has("r") || letters.has("R"));
  return looksLikeRm && letters.has("f") && operands.length > 0 ? "removes_tree" : null;
};

/** Windows: `rd /s`, `del /s`, `format c:`. */
export const judgeWindowsRemoval: Rule = (args) =>
  args.some((arg) => /^\/[sf]$/i.test(arg)) ? "removes_tree" : null;

export const judgeFormat: Rule = (args) =>
  args.some((arg) => /^[A-Za-z]:[\\/]?$/.test(arg)) ? "disk" : null;

/** Conditions; one that any name fulfils is none. */
const tests =
  /^-(i?name|i?path|i?regex|i?wholename|empty|newer\w*|[acm]time|[acm]min|size|perm|user)$/;

/** `find`: `-delete` only with a condition and below the repository. */
export const judgeFind: Rule = (args) => {
  if (!args.includes("-delete")) return null;
  const roots = findRoots(args);
  if (roots.some(isCritical)) return "removes_tree";
  const isSome = args.some((arg, i) => tests.test(arg) && !/^[*.]*$/.test(args[i + 1] ?? "x"));
  return isSome ? null : "removes_tree";
};

/** Where `find` starts. */
export function findRoots(args: readonly string[]): readonly string[] {
  const start = args.findIndex((arg) => !/^-([HLP]|O\d|D)$/.test(arg));
  const rest = start === -1 ? [] : args.slice(start);
  const end = rest.findIndex((arg) => /^[-(!]/.test(arg));
  const roots = end === -1 ? rest : rest.slice(0, end);
  return roots.length === 0 ? ["."] : roots;
}

/** The commands of `-exec` and its like; `{}` stands for what is found below the first root. */
export function findCommands(args: readonly string[]): readonly (readonly string[])[] {
  const root = findRoots(args).find(isCritical);
  const found = root === undefined ? "found" : root;
  const commands: (readonly string[])[] = [];
  for (let i = 0; i < args.length; i += 1) {
    if (!/^-(exec|execdir|ok|okdir)$/.test(args[i] ?? "")) continue;
    const rest = args.slice(i + 1);
    const end = rest.findIndex((arg) => arg === ";" || arg === "+");
    const words = end === -1 ? rest : rest.slice(0, end);
    commands.push(words.map((word) => word.replaceAll("{}", found)));
  }
  return commands;
}
