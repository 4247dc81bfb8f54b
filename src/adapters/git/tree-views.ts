import type { Change } from "../../domain/change.ts";
import type { Version } from "../../gates/change-set.ts";
import type { Snapshot, Views } from "../../ports.ts";
import { objectId } from "./object-id.ts";
import type { ObjectStore } from "./object-store.ts";
import type { Trees } from "./tree-files.ts";

/** Parts of trees, made of the objects that are there: nothing is laid out on disk. */
export type TreeViews = Pick<Views, "files" | "narrow" | "put">;

export function createTreeViews(objects: ObjectStore, trees: Trees): TreeViews {
  return {
    files: async (tree) => [...(await trees.files(objectId(tree))).files.keys()],
    async narrow(tree, paths) {
      const { files } = await trees.files(objectId(tree));
      const kept = new Set(paths);
      const gone = [...files.keys()].filter((path) => !kept.has(path));
      const nothing: [string, Version][] = gone.map((path) => [path, null]);
      return nothing.length === 0 ? tree : await trees.write(objectId(tree), new Map(nothing));
    },
    async put(onto, texts) {
      return await put(objects, trees, objectId(onto), texts);
    },
  };
}

/** A change as the trees take it: null takes the path away. */
export function versionOf({ path, mode, blob }: Change): [string, Version] {
  return [path, mode === null || blob === null ? null : { mode, oid: objectId(blob) }];
}

async function put(
  objects: ObjectStore,
  trees: Trees,
  onto: string,
  texts: Readonly<Record<string, string>>,
): Promise<Snapshot> {
  const { files } = await trees.files(onto);
  const changes: Change[] = [];
  for (const [path, text] of Object.entries(texts)) {
    const before = files.get(path);
    const blob = await objects.writeBlob(Buffer.from(text, "utf8"));
    if (before?.oid === blob) continue;
    const mode = before?.mode ?? "100644";
    changes.push({ path, status: before === undefined ? "added" : "modified", mode, blob });
  }
  const tree =
    changes.length === 0 ? onto : await trees.write(onto, new Map(changes.map(versionOf)));
  return { tree, changes, offences: [] };
}
