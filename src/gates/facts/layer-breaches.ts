import type { LayerBreach } from "../../domain/layer-breach.ts";
import type { Layer, LayerMap } from "../../domain/slice.ts";
import { layerOf, layerRank } from "../../domain/slice.ts";
import type { Imported } from "./imports.ts";
import { importsOf } from "./imports.ts";
import { isOutsideWorld } from "./outside-world.ts";

/**
 * Where inner layers import outer ones, and where the domain reaches for the world outside (S3-33, S3-34).
 * By the text of imports alone: what a module is named by decides, whether or not it is there.
 * @param texts every source of a mapped directory; null where it could not be read
 */
export function findLayerBreaches(
  texts: ReadonlyMap<string, string | null>,
  map: LayerMap,
): readonly LayerBreach[] {
  return [...texts].flatMap(([path, text]) => {
    const layer = layerOf(path, map);
    if (text === null || layer === null) return [];
    return unique(
      importsOf(path, text).flatMap((imported) => breachOf(path, layer, imported, map)),
    );
  });
}

/** `from x import y` is looked at as the module and as what may be a module in it. */
function unique(breaches: readonly LayerBreach[]): readonly LayerBreach[] {
  return [...new Map(breaches.map((breach) => [`${breach.line} ${breach.what}`, breach])).values()];
}

function breachOf(path: string, layer: Layer, imported: Imported, map: LayerMap): LayerBreach[] {
  const { line, name } = imported;
  const target = layerOfModule(imported, map);
  if (target !== null && layerRank(target) > layerRank(layer)) {
    const what = `(${layer}) imports ${JSON.stringify(name)} (${target})`;
    return [{ path, line, kind: "outer_import", what }];
  }
  const isPure = layer === "domain" || layer === "domain-service";
  if (target !== null || !isPure || !isOutsideWorld(path, name)) return [];
  const what = `(${layer}) imports ${JSON.stringify(name)}, which reaches outside the process`;
  return [{ path, line, kind: "outside_world", what }];
}

/** The layer of what is imported; null for what is in none of the mapped directories. */
function layerOfModule({ path, segments }: Imported, map: LayerMap): Layer | null {
  if (path !== null) return layerOf(`${path}/`, map);
  const found = Object.keys(map)
    .filter((prefix) => names(segments, prefix))
    .sort((a, b) => b.length - a.length)[0];
  return found === undefined ? null : (map[found] ?? null);
}

/**
 * Whether an absolute module name leads into a directory: its segments hold the directory's own, or its
 * beginning is the directory's end, as where a source root stands before it.
 */
function names(segments: readonly string[], prefix: string): boolean {
  const whole = `/${segments.join("/")}/`;
  if (whole.includes(`/${prefix}`)) return true;
  return segments.some((_, at) =>
    `/${prefix}`.endsWith(`/${segments.slice(0, at + 1).join("/")}/`),
  );
}
