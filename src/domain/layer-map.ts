import type { Layer, LayerMap } from "./slice.ts";
import { isVendoredName } from "./surface-scope.ts";
import { isTestPath } from "./test-surface.ts";

/** What a directory's name says of its layer (S3-10). */
const LAYERS: ReadonlyMap<string, Layer> = new Map([
  ["domain", "domain"],
  ["models", "domain"],
  ["entities", "domain"],
  ["value_objects", "domain"],
  ["services", "application"],
  ["application", "application"],
  ["use_cases", "application"],
  ["core", "application"],
  ["infrastructure", "infrastructure"],
  ["adapters", "infrastructure"],
  ["controllers", "infrastructure"],
  ["api", "infrastructure"],
  ["bot", "infrastructure"],
  ["handlers", "infrastructure"],
  ["repositories", "infrastructure"],
]);

/** With fewer there are no layers to speak of. */
const LEAST = 2;

/**
 * The layers of a repository by the names of its directories; empty for a flat one, and then no path is
 * held to a layer (S3-11). A directory inside one that says its layer speaks for itself.
 * @param files every path of the tree
 */
export function detectLayers(files: readonly string[]): LayerMap {
  const found = new Map(files.filter((path) => !isTestPath(path)).flatMap(layersAbove));
  if (found.size < LEAST) return {};
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The directories that a file lies in and that say a layer by their names. */
function layersAbove(path: string): [string, Layer][] {
  const parts = path.split("/").slice(0, -1);
  if (parts.some(isVendoredName)) return [];
  return parts.flatMap((part, index): [string, Layer][] => {
    const layer = layerNamed(part);
    return layer === null ? [] : [[`${parts.slice(0, index + 1).join("/")}/`, layer]];
  });
}

/** `use-cases`, `useCases` and `use_cases` are one name. */
function layerNamed(directory: string): Layer | null {
  const name = directory
    .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();
  return LAYERS.get(name) ?? null;
}
