import { minimatch } from "minimatch";

/** The pattern of a step that does not say what it owns: whatever is not protected. */
export const everything = "**";

/**
 * Whether a path is owned by one of the patterns of a loop spec: an exact path, a directory ending in
 * "/", or a glob of `*`, `?` and `**`. Says nothing of protected paths, which no pattern opens.
 */
export function isOwned(patterns: readonly string[], path: string): boolean {
  return patterns.some((pattern) => {
    if (pattern === path || pattern === everything) return true;
    if (pattern.endsWith("/")) return path.startsWith(pattern);
    return minimatch(path, pattern, { dot: true, nocomment: true, nobrace: true, noext: true });
  });
}
