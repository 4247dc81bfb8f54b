import { fileKind } from "../domain/file-kind.ts";
import type { LayerBreach } from "../domain/layer-breach.ts";
import { layerOf } from "../domain/slice.ts";
import { findLayerBreaches } from "../gates/facts/layer-breaches.ts";
import type { Folded } from "../loop/fold.ts";
import type { Views, Workspace } from "../ports.ts";

interface Reading {
  readonly views: Pick<Views, "files">;
  readonly workspace: Pick<Workspace, "readFile">;
}

/**
 * What a tree has against the direction of its layers and did not have before: the whole of it is looked
 * at, not only what changed (S3-34). Undefined where the repository has no layers.
 */
export async function newBreaches(
  before: string,
  after: string,
  { state }: Folded,
  reading: Reading,
): Promise<LayerBreach[] | undefined> {
  const map = "ground" in state ? (state.ground.layers ?? {}) : {};
  if (Object.keys(map).length === 0) return undefined;
  const globs = state.request.config.testFiles;
  const breachesIn = async (tree: string): Promise<readonly LayerBreach[]> => {
    const files = await reading.views.files(tree);
    const mapped = files.filter(
      (path) => layerOf(path, map) !== null && fileKind(path, globs) === "source",
    );
    const texts = await Promise.all(
      mapped.map(async (path) => [path, await reading.workspace.readFile(tree, path)] as const),
    );
    return findLayerBreaches(new Map(texts), map);
  };
  const old = new Set((await breachesIn(before)).map(keyOf));
  return (await breachesIn(after)).filter((breach) => !old.has(keyOf(breach)));
}

/** Lines move; what a file reaches for does not. */
function keyOf({ path, what }: LayerBreach): string {
  return `${path} ${what}`;
}
