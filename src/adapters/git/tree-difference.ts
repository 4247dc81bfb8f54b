import { dirname } from "node:path";
import type { SiteDifference } from "./site-disk.ts";
import type { TreeFiles } from "./tree-files.ts";

/** How a tree that is laid out differs from one that is wanted, as if a walk had found it. */
export function differenceOf(present: TreeFiles, wanted: TreeFiles): SiteDifference {
  const missing: string[] = [];
  const changed: string[] = [];
  for (const [path, version] of wanted.files) {
    const found = present.files.get(path);
    if (found === undefined) missing.push(path);
    else if (found.oid !== version.oid || found.mode !== version.mode) changed.push(path);
  }
  const gone = [...present.files.keys()].filter((path) => !wanted.files.has(path));
  const tops = new Set(gone.map((path) => topOf(path, wanted)));
  const strangers = [...tops].map((path) => ({ path, kind: "file" as const }));
  return { missing, changed, strangers, dotGits: [], inSubmodules: [] };
}

/** The topmost directory that only what is gone was in: git keeps no empty ones. */
function topOf(path: string, wanted: Pick<TreeFiles, "directories">): string {
  const parent = dirname(path);
  return parent === "." || wanted.directories.has(parent) ? path : topOf(parent, wanted);
}
