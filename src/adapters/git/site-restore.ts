import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import type { Version } from "../../gates/change-set.ts";
import { inside } from "./gate-ignore.ts";
import type { ObjectStore } from "./object-store.ts";
import { GitError } from "./run-git.ts";
import type { SiteDifference } from "./site-disk.ts";
import type { TreeFiles } from "./tree-files.ts";

/** Makes a site hold its tree again: removes what is strange, writes what is missing or changed. */
export async function restoreFiles(
  { dir, objects }: { readonly dir: string; readonly objects: ObjectStore },
  tree: TreeFiles,
  difference: SiteDifference,
): Promise<void> {
  const { strangers, dotGits, inSubmodules, changed, missing } = difference;
  const inTheWay = [...strangers.map(({ path }) => path), ...dotGits, ...inSubmodules, ...changed];
  for (const path of inTheWay) rmSync(inside(dir, path), { recursive: true, force: true });
  for (const path of [...changed, ...missing]) {
    await writeVersion(objects, dir, path, tree.files.get(path) ?? null);
  }
}

async function writeVersion(
  objects: ObjectStore,
  dir: string,
  path: string,
  version: Version,
): Promise<void> {
  if (version === null) return;
  const place = inside(dir, path);
  const parent = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  mkdirSync(inside(dir, parent === "" ? "." : parent), { recursive: true });
  if (version.mode === "160000") return void mkdirSync(place, { recursive: true });
  const blob = await objects.read(version.oid);
  if (blob === null) throw new GitError(`The repository lacks the contents of ${path}.`);
  if (version.mode === "120000") symlinkSync(blob.bytes, place);
  else
    writeFileSync(place, blob.bytes, {
      flag: "wx",
      mode: version.mode === "100755" ? 0o777 : 0o666,
    });
}
