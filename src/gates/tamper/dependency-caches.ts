import type { DependencyState } from "./gate-lock.ts";

/** Stands for the content of a tool's cache, which is not read. */
export const TOOL_CACHE = "cache";

const TOOL_CACHES = /(^|\/)node_modules\/[.](cache|vite(-temp)?|vitest|tmp|nyc_output)$/;

/** What tools keep beside installed packages. Below a package such a name is the package's own. */
export function isToolCache(path: string): boolean {
  return TOOL_CACHES.test(path);
}

/** Whether honest work may write a path among dependencies: caches of tools and compiled Python. */
export function isCached(path: string): boolean {
  return isToolCache(path) || /(^|\/)__pycache__\//.test(path);
}

/**
 * Directories and files among dependencies that no test run may see: whatever is in a cache that the
 * lock did not see could be the code itself. Compiled files that are as they were may stay.
 */
export function untrustedCaches(before: DependencyState, after: DependencyState): string[] {
  const found = Object.entries(after.files).flatMap(([path, { digest }]) => {
    if (digest === TOOL_CACHE) return [path];
    const isNew = isCached(path) && before.files[path]?.digest !== digest;
    return isNew ? [path.replace(/(^|\/)__pycache__\/.*$/s, "$1__pycache__")] : [];
  });
  return [...new Set(found)];
}
