import type { Promised } from "../../domain/red-verdict.ts";

/** Types of the languages themselves: what they lack, no plan can promise. */
const BUILT_IN = new Set([
  "NoneType",
  "nil",
  "NilClass",
  "undefined",
  "null",
  "str",
  "int",
  "float",
  "bool",
  "list",
  "dict",
  "tuple",
  "set",
  "bytes",
  "function",
  "String",
  "Number",
  "Object",
  "Array",
  "Integer",
  "Hash",
]);

/**
 * Whether the plan promised a module of this name. A name from an error message and a promised path
 * are the same when one ends with the other, segment by segment, extensions and index files aside;
 * a dotted or `::` name counts as a path.
 */
export function promisesModule(name: string, promised: Promised): boolean {
  const wanted = segments(name);
  if (wanted.length === 0) return false;
  const modules = [...promised.modules, ...promised.files].map(segments);
  return modules.some(
    (module) => endsWith(module, wanted) || endsWith(wanted, module) || opens(module, wanted),
  );
}

/**
 * The same for a name that looks like a package of a registry: only the whole name, or a name of at
 * least two segments that a promised path ends with, as import aliases have.
 */
export function promisesPackage(name: string, promised: Promised): boolean {
  const wanted = segments(name.replace(/^[@~#]\//, ""));
  const alias = /^[@~#]\//.test(name);
  const modules = [...promised.modules, ...promised.files];
  return modules.some((module) => {
    if (module === name) return true;
    const parts = segments(module);
    return (wanted.length > 1 || alias) && wanted.length > 0 && endsWith(parts, wanted);
  });
}

/** The same for a bare command or function, as shells report what they cannot find. */
export function promisesCommand(name: string, promised: Promised): boolean {
  return promised.symbols.some((symbol) => words(symbol).at(-1) === name);
}

/**
 * Whether the plan promised this symbol. The last word must be a promised one; a type in front of
 * it must not be another than the promised type. `name(argument=)` is an argument that a function does
 * not take yet: promised with the function, its type, or by its own name.
 */
export function promisesSymbol(name: string, promised: Promised): boolean {
  const call = /^(.*)\((\w*)=\)$/.exec(name);
  if (call !== null) return promisesArgument(call[1] ?? "", call[2] ?? "", promised);
  const wanted = words(name);
  const last = wanted.at(-1);
  if (last === undefined || isBuiltIn(wanted)) return false;
  const symbols = promised.symbols.map(words);
  if (symbols.some((symbol) => sameSymbol(symbol, wanted))) return true;
  return [...promised.modules, ...promised.files].some(
    (module) => segments(module).at(-1) === last,
  );
}

function promisesArgument(callee: string, argument: string, promised: Promised): boolean {
  const owner = words(callee);
  return promised.symbols.map(words).some((symbol) => {
    const names = new Set(symbol);
    return names.has(argument) || owner.some((word) => names.has(word));
  });
}

function isBuiltIn(name: readonly string[]): boolean {
  return name.length > 1 && BUILT_IN.has(name[0] ?? "");
}

function sameSymbol(symbol: readonly string[], wanted: readonly string[]): boolean {
  if (symbol.at(-1) !== wanted.at(-1)) return false;
  const promisedOwner = symbol.at(-2);
  const owner = wanted.at(-2);
  const types = [promisedOwner, owner].every((word) => word !== undefined && /^[A-Z]/.test(word));
  return !types || promisedOwner === owner;
}

/** `Ledger::transfer`, `Playlist#shuffle`, `Elevator.idle?/1`, `r.peek(…)`: the words in order. */
function words(symbol: string): string[] {
  return symbol
    .replace(/\/\d+$/, "")
    .replace(/<[^<>]*>/g, "")
    .replace(/\(.*$/, "")
    .split(/::|[.#:\\/>-]+/)
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

const EXTENSION =
  /\.(?:[cm]?[jt]sx?|vue|svelte|py|rb|rs|go|java|kt|php|pm|pl|lua|exs?|h|hpp|hh|cc|cpp|cxx|sh|bash)$/;

function segments(module: string): string[] {
  const plain = module.replace(/^file:\/\//, "").replace(EXTENSION, "");
  const separator = /[/\\]/.test(plain) ? /[/\\]+/ : /::|\.|\//;
  const parts = plain
    .split(separator)
    .filter((part) => part !== "" && part !== "." && part !== "..");
  const last = parts.at(-1);
  const isIndex = last === "index" || last === "mod" || last === "__init__";
  return isIndex && parts.length > 1 ? parts.slice(0, -1) : parts;
}

function endsWith(long: readonly string[], short: readonly string[]): boolean {
  if (short.length === 0 || short.length > long.length) return false;
  const tail = long.slice(long.length - short.length);
  return tail.every((part, at) => part === short[at]);
}

/** A whole new package: the promised module lies inside the missing one. */
function opens(module: readonly string[], wanted: readonly string[]): boolean {
  return wanted.length < module.length && wanted.every((part, at) => part === module[at]);
}
