import { readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Carried } from "./tree-carry.ts";

/**
 * Directories outside the sites that what is carried leads to: the sources themselves and, for
 * packages that are links (npm link, a shared store), where those lead. A linked package needs its
 * own neighbours, so a target below a node_modules counts with all of that node_modules.
 */
export async function reachOf(carried: readonly Carried[]): Promise<readonly string[]> {
  const found = new Set(carried.map(({ source }) => source));
  for (const { source, from, how } of carried) {
    if (how !== "farm") continue;
    for (const target of await linkTargets(source)) {
      // A package of the repository itself is in the tree.
      const isInside = [from, ...found].some((top) => `${target}/`.startsWith(`${top}/`));
      if (!isInside) found.add(storeOf(target));
    }
  }
  return [...found];
}

/** Real places of the links in a directory of packages; scopes such as `@org` are looked into. */
async function linkTargets(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => []);
  const targets = entries.map(async (entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory() && entry.name.startsWith("@")) return linkTargets(path);
    if (!entry.isSymbolicLink()) return [];
    return realpath(path).then(
      (place) => [place],
      () => [],
    );
  });
  return (await Promise.all(targets)).flat();
}

function storeOf(target: string): string {
  return /^(?<store>.*?\/node_modules)\//.exec(target)?.groups?.["store"] ?? target;
}
