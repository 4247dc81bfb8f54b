import type { Change } from "../domain/change.ts";
import type { LayerBreach } from "../domain/layer-breach.ts";
import type { Layer, LayerMap } from "../domain/slice.ts";
import { layerOf, layerRank } from "../domain/slice.ts";
import type { Verdict } from "../domain/verdict.ts";

export interface LayersEvidence {
  readonly changes: readonly Change[];
  /** The layer of the slice in work; null where there are no slices. */
  readonly layer: Layer | null;
  readonly map: LayerMap;
  /** What the tree has against its layers, and did not have before the slice. */
  readonly breaches: readonly LayerBreach[];
}

/**
 * Layers of an edit (S3-27, S3-33, S3-34): no file in a layer further out than the slice's, no inner
 * layer that reaches for an outer one or for the world outside. Files further in are allowed.
 */
export function judgeLayers({ changes, layer, map, breaches }: LayersEvidence): Verdict {
  const outer = layer === null ? [] : changes.filter(({ path }) => isOuter(path, layer, map));
  if (outer.length > 0) return outerPaths(outer, layer ?? "infrastructure", map);
  const [first] = breaches;
  if (first === undefined) return { kind: "pass" };
  const places = breaches
    .slice(0, MOST_NAMED)
    .map(({ path, line, what }) => `${path}:${line} ${what}`);
  return fail(
    first.kind === "outer_import" ? "LAYER_IMPORT" : "LAYER_IMPURE",
    `An inner layer reaches outwards: ${places.join("; ")}.`,
    "Turn the dependency round: let the inner layer define an interface (a port) for what it needs and be given it, and let the outer layer fulfil it.",
    [...new Set(breaches.map((breach) => breach.path))],
  );
}

const MOST_NAMED = 5;

function isOuter(path: string, layer: Layer, map: LayerMap): boolean {
  const found = layerOf(path, map);
  return found !== null && layerRank(found) > layerRank(layer);
}

function outerPaths(changes: readonly Change[], layer: Layer, map: LayerMap): Verdict {
  const paths = changes.map((change) => change.path);
  const named = paths.slice(0, MOST_NAMED).map((path) => `${path} (${layerOf(path, map)})`);
  return fail(
    "LAYER_PATH",
    `This slice is of the ${layer} layer, and the change touches ${named.join(", ")}.`,
    `The whole change was taken back. Make it again without ${paths.slice(0, MOST_NAMED).join(", ")}: this slice may change files of the ${layer} layer and of layers further in.`,
    paths,
  );
}

function fail(code: string, reason: string, fix: string, paths: string[]): Verdict {
  return { kind: "fail", gate: "layers", code, reason, fix, paths };
}
