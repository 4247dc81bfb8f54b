import type { TreeMutation } from "../../domain/proof-evidence.ts";
import { decodePath } from "./path-bytes.ts";
import type { Stranger } from "./site-disk.ts";
import { list } from "./site-disk.ts";
import type { Site } from "./tree-site.ts";

/** More new paths than this are not named: builds make them by the thousand. */
const MOST_ADDED = 5_000;

/**
 * How the site differs from the tree it was laid out with: by bytes what may have been written since,
 * all else by its times. Ignore rules hide nothing; carried dependencies are left aside.
 */
export async function changedInSite(site: Site, tree: string): Promise<TreeMutation[]> {
  const { changed, missing, strangers, dotGits, inSubmodules } = await site.disk.compare(
    await site.trees.files(tree),
  );
  const added = [...filesOf(site.dir, strangers), ...dotGits, ...inSubmodules];
  return [
    ...changed.map((path) => ({ path, how: "changed" as const })),
    ...missing.map((path) => ({ path, how: "deleted" as const })),
    ...added.map((path) => ({ path, how: "added" as const })),
  ];
}

function filesOf(dir: string, strangers: readonly Stranger[]): string[] {
  const found: string[] = [];
  const open = strangers.filter(({ kind }) => kind === "directory").map(({ path }) => path);
  for (const { path, kind } of strangers) if (kind !== "directory") found.push(path);
  for (let at = open.pop(); at !== undefined && found.length < MOST_ADDED; at = open.pop()) {
    for (const entry of list(dir, at)) {
      const path = `${at}/${decodePath(entry.name)}`;
      (entry.isDirectory() ? open : found).push(path);
    }
  }
  return found;
}
