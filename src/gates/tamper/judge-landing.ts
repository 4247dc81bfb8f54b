import type { GateFinding } from "./finding.ts";
import type { TreeEvidence } from "./judge-tree.ts";

/** What merging the branch into the target's tip would do (security.md 1.4, rule 9). */
export type Landing =
  /** No tip was named, or the merge is the branch's own tree, or git is older than 2.38. */
  | { readonly kind: "as_the_branch" }
  /** Paths that the merged tree and the tip do not agree about. */
  | { readonly kind: "merges"; readonly paths: readonly string[] }
  | { readonly kind: "conflicts"; readonly paths: readonly string[] };

/**
 * What lands is what was allowed: a clean merge can carry an edit over to a path that the target
 * branch has renamed meanwhile, and then nobody promised that path.
 */
export function judgeLanding(landing: Landing, { allow, red }: TreeEvidence): GateFinding[] {
  switch (landing.kind) {
    case "as_the_branch":
      return [];
    case "conflicts":
      return landing.paths.map((path) => ({
        code: "MERGE_CONFLICT",
        path,
        fix: `Merge the target branch into this one and resolve ${path}: as they stand they conflict.`,
      }));
    case "merges":
      return landing.paths
        .filter((path) => !allow.has(path) && !red.has(path))
        .map((path) => ({
          code: "OUTSIDE_ALLOWLIST",
          path,
          detail: "as merged",
          fix: `Merge the target branch into this one: merged as they stand, ${path} would change, and it is not in the file list.`,
        }));
  }
}
