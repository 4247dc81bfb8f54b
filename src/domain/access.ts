import { everything } from "./owned-paths.ts";

/** A path as the repository names it: relative to the root, "/" between parts, no "." or "..". */
export type RepoPath =
  | { readonly kind: "path"; readonly path: string }
  | { readonly kind: "refused"; readonly why: string };

// Invisible characters that some file systems drop from names, so that ".g\u200cit" opens ".git".
const IGNORABLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u206a-\u206f\ufeff]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f]/u;
const LONGEST_PATH = 1_024;
/** NAME_MAX of Linux: a longer name exists on no disk. */
const LONGEST_NAME = 255;

/**
 * Reads a path that an agent named. Refused are absolute paths, "..", control characters, backslashes and
 * every spelling of ".git". "" stands for the root. Says nothing about links: that needs the disk.
 */
export function repoPath(text: string): RepoPath {
  const fault = faultOf(text);
  if (fault !== null) return { kind: "refused", why: fault };
  const parts = text.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.includes("..")) return { kind: "refused", why: 'paths may not contain ".."' };
  if (parts.some((part) => new TextEncoder().encode(part).length > LONGEST_NAME)) {
    return { kind: "refused", why: `names may not be longer than ${LONGEST_NAME} bytes` };
  }
  if (parts.some(isGitDirectory)) {
    return { kind: "refused", why: "the .git directory is not part of the work" };
  }
  return { kind: "path", path: parts.join("/") };
}

function faultOf(text: string): string | null {
  if (CONTROL.test(text)) return "paths may not contain control characters";
  if (text.length > LONGEST_PATH) return `paths may not be longer than ${LONGEST_PATH} characters`;
  if (text.includes("\\")) return 'write paths with "/", not with a backslash';
  if (text.startsWith("/") || /^[a-z]:/iu.test(text) || text.startsWith("~")) {
    return "paths are relative to the root of the repository";
  }
  return null;
}

function isGitDirectory(part: string): boolean {
  const plain = part
    .replaceAll(IGNORABLE, "")
    .toLowerCase()
    .replace(/(?<![. ])[. ]+$/u, "");
  const name = plain.split(":")[0];
  return name === ".git" || name === "git~1";
}

/**
 * Whether `path` is one of `mayWrite`: exactly, or under an entry that ends in "/". Case counts.
 * The same question as the file gate asks later, asked before the write.
 */
export function isWritable(mayWrite: readonly string[], path: string): boolean {
  return mayWrite.some((entry) => {
    if (entry === everything) return true;
    return entry.endsWith("/") ? path.startsWith(entry) && path !== entry : path === entry;
  });
}

/** What an agent may write, in words, for an error message or a prompt. */
export function describeWritable(mayWrite: readonly string[]): string {
  if (mayWrite.length === 0) return "You may not write any file.";
  if (mayWrite.includes(everything))
    return "You may write any file of the repository, except those that decide how it is built, run or judged.";
  const lines = mayWrite.map((entry) =>
    entry.endsWith("/") ? `- ${entry} (any file below it)` : `- ${entry}`,
  );
  return `You may write only:\n${lines.join("\n")}`;
}
