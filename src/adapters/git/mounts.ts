import { readFileSync } from "node:fs";
import { exec } from "../exec.ts";

/** The kernel writes space, tab, line end and backslash in octal. */
export function unescaped(text: string): string {
  return text.replace(/\\(040|011|012|134)/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 8)),
  );
}

/** Where something is mounted at or below a directory, the innermost first; none where there is no /proc. */
export function mountsBelow(dir: string): readonly string[] {
  return readMounts()
    .split("\n")
    .map((line) => unescaped(line.split(" ")[4] ?? ""))
    .filter((place) => place === dir || place.startsWith(`${dir}/`))
    .reverse();
}

/** The text of this process's mount table; empty where there is none. */
export function readMounts(): string {
  try {
    return readFileSync("/proc/self/mountinfo", "utf8");
  } catch {
    return "";
  }
}

/**
 * Takes down what is mounted at or below a directory, as far as this process may. What still runs in
 * there loses its place when it ends.
 * @param path PATH for umount
 */
export async function unmountBelow(dir: string, path: string): Promise<void> {
  for (const place of mountsBelow(dir)) {
    // No process of a run outlives its turn; should one, its mount is taken down behind it.
    await exec("umount", ["-l", "--", place], { env: { PATH: path } }).catch(() => undefined);
  }
}
