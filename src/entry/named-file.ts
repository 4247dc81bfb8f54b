import { readFile, stat, writeFile } from "node:fs/promises";
import { ConfigError } from "../domain/config.ts";

/**
 * The text of a file that a person named.
 * @param wanted what the file should be, as "a run that `red --save` wrote"
 * @throws ConfigError when it is not there, is no ordinary file, may not be read, or is not text in UTF-8
 */
export async function readNamed(path: string, wanted: string): Promise<string> {
  await refuseEndless(path, `Give the path of ${wanted}.`);
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw refused(path, cause, `Give the path of ${wanted}.`);
  });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ConfigError(`${path} is not text in UTF-8. Give ${wanted}.`, { cause });
  }
}

/**
 * The same for a file that need not be there.
 * @returns null when it is not
 * @throws ConfigError as `readNamed` does
 */
export async function readIfThere(path: string, wanted: string): Promise<string | null> {
  const isThere = await stat(path).then(
    () => true,
    (cause: unknown) => !isAbsent(cause),
  );
  return isThere ? await readNamed(path, wanted) : null;
}

function isAbsent(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && /^ENO(ENT|TDIR)$/.test(String(cause.code));
}

/**
 * A pipe that nobody writes to, or a device without an end, would be read for ever, and no signal
 * ends a program that waits so.
 * @throws ConfigError for both
 */
export async function refuseEndless(path: string, fix: string): Promise<void> {
  const entry = await stat(path).catch(() => null);
  if (entry !== null && !entry.isFile() && !entry.isDirectory())
    throw new ConfigError(`${path} is no ordinary file. ${fix}`);
}

/**
 * Writes what a person asked to have written.
 * @param option the option that named the file
 * @throws ConfigError when nothing can be written there
 */
export async function writeNamed(path: string, text: string, option: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 }).catch((cause: unknown) => {
    throw refused(path, cause, `Give ${option} the path of a file in a directory that exists.`);
  });
}

function refused(path: string, cause: unknown, fix: string): unknown {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const what = Object.hasOwn(problems, code) ? problems[code] : undefined;
  return what === undefined ? cause : new ConfigError(`${path} ${what}. ${fix}`, { cause });
}

const problems: Readonly<Record<string, string>> = {
  ENOENT: "is not there",
  ENOTDIR: "is not there",
  EISDIR: "is a directory, not a file",
  EACCES: "may not be read or written by you",
  EPERM: "may not be read or written by you",
  EROFS: "lies on a disk that is read-only",
  ENAMETOOLONG: "is too long for a path",
};
