import { z } from "zod";
import { PlannedFile } from "./spec.ts";

/** Inside out: what comes first may know nothing of what comes later (S3-13, S3-62). */
export const Layer = z.enum(["domain", "domain-service", "application", "infrastructure"]);
export type Layer = z.infer<typeof Layer>;

/** Directories, each ending in "/", and the layer of what lies below; the longest one counts (S3-27). */
export const LayerMap = z.record(z.string(), Layer);
export type LayerMap = z.infer<typeof LayerMap>;

/** One behaviour that one test can observe, with all that its RED, GREEN and refactoring may touch. */
export const Slice = z.object({
  /** S1, S2 … in the order of work. */
  id: z.string(),
  /** A few words: they become the subject of its commits. */
  title: z.string(),
  /** The behaviour in full, with input and result: all that its writer is told. */
  behaviour: z.string(),
  /** The outermost layer that it touches (settled question 7). */
  layer: Layer,
  /** Source files that its implementation may touch: exact paths. */
  files: z.array(PlannedFile),
  /** The one file that its test goes into. */
  testFile: z.string(),
  /** Ids of the slices that it builds on. */
  after: z.array(z.string()).default([]),
});
export type Slice = z.infer<typeof Slice>;

/** 0 for the innermost. */
export function layerRank(layer: Layer): number {
  return Layer.options.indexOf(layer);
}

/** The layer of a path, null where the map says nothing of it. */
export function layerOf(path: string, map: LayerMap): Layer | null {
  const prefixes = Object.keys(map).filter((prefix) => path.startsWith(prefix));
  const [longest] = prefixes.sort((a, b) => b.length - a.length);
  return longest === undefined ? null : (map[longest] ?? null);
}
