/** Why a path must not be in a commit, whoever listed it (security.md 2.2, PATH_UNSAFE). */
export type PathFlaw =
  | "CTRL"
  | "NOT_UTF8"
  | "NOT_NFC"
  | "INVISIBLE"
  | "DOTGIT"
  | "TRAIL"
  | "LONG"
  | "COLLIDES";

/** Linux's limits, in bytes: NAME_MAX for one component, PATH_MAX for the whole. */
const MAX_COMPONENT = 255;
const MAX_PATH = 4096;

/** Bytes that are no UTF-8 arrive as lone surrogates; see the adapter's path-bytes. */
const NOT_UTF8 = /[\udc80-\udcff]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
/** What a reader cannot see: format and private-use characters, fillers, spaces of odd width. */
const INVISIBLE =
  /[\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Variation_Selector}]|[\u115f\u1160\u2800\u3164\uffa0]|\u034f|(?! )\p{Zs}/u;
const EMOJI_STYLE = /(?<=\p{Extended_Pictographic})\ufe0f/gu;
const IGNORED_BY_HFS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** The first flaw of a path, or null. Says nothing about collisions, which need a second path. */
export function flawOf(path: string): PathFlaw | null {
  if (NOT_UTF8.test(path)) return "NOT_UTF8";
  if (CONTROL.test(path)) return "CTRL";
  const components = path.split("/");
  if (components.some(isDotGit)) return "DOTGIT";
  if (INVISIBLE.test(path.replace(EMOJI_STYLE, ""))) return "INVISIBLE";
  if (path.normalize("NFC") !== path) return "NOT_NFC";
  if (components.some((part) => part === "" || /^ |[ .]$/.test(part))) return "TRAIL";
  const encoder = new TextEncoder();
  if (components.some((part) => encoder.encode(part).length > MAX_COMPONENT)) return "LONG";
  return encoder.encode(path).length > MAX_PATH ? "LONG" : null;
}

/** Names that some file system takes for `.git`: by case, NTFS short name, trailing dots, HFS+. */
function isDotGit(component: string): boolean {
  const plain = component.toLowerCase().replace(IGNORED_BY_HFS, "");
  return /^([.]git|git~\d+)[ .]*(:.*)?$/.test(plain);
}

/**
 * Those of `added` that another path of the tree, or of `added` itself, equals once case and
 * normalisation are folded: they overwrite each other on a Mac or on Windows. Pairs that the tree
 * already had are not reported.
 */
export function collisions(tree: Iterable<string>, added: readonly string[]): string[] {
  if (added.length === 0) return [];
  const owners = new Map<string, Set<string>>();
  for (const prefix of added.flatMap(prefixes)) {
    const key = fold(prefix);
    owners.set(key, (owners.get(key) ?? new Set()).add(prefix));
  }
  const known = new Set<string>();
  for (const path of tree) {
    for (const prefix of prefixes(path)) {
      const found = owners.get(fold(prefix));
      if (found === undefined) continue;
      found.add(prefix);
      known.add(prefix);
    }
  }
  return added.filter((path) =>
    prefixes(path).some(
      (prefix) => !known.has(prefix) && (owners.get(fold(prefix))?.size ?? 0) > 1,
    ),
  );
}

/** A path and every directory that it lies in, outermost first. */
function prefixes(path: string): string[] {
  const found: string[] = [];
  for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
    found.push(path.slice(0, at));
  }
  return [...found, path];
}

const PLAIN = /^[ -~]*$/;

function fold(path: string): string {
  if (PLAIN.test(path)) return path.toLowerCase();
  return path.normalize("NFKC").toLowerCase().normalize("NFKC").replace(IGNORED_BY_HFS, "");
}

/** A path for people and JSON: bytes that are no UTF-8 as `\xff`. Control characters stay. */
export function showPath(path: string): string {
  return path.replace(
    /[\udc80-\udcff]/gu,
    (byte) => `\\x${(byte.charCodeAt(0) - 0xdc00).toString(16)}`,
  );
}
