import type { TreeMutation } from "../../domain/proof-evidence.ts";
import { isProtectedPath } from "../../domain/protected-paths.ts";
import { isTestPath } from "../../domain/test-surface.ts";
import type { Verdict } from "../../domain/verdict.ts";
import type { GateFinding } from "./finding.ts";
import { verdictOf } from "./finding.ts";

/**
 * What of a run's traces counts: changed and deleted files, and new ones where tests or their
 * configuration are looked for. What runners leave behind of themselves does not.
 * @param globs more globs of test files, from the configuration
 */
export function mutationsThatCount(
  changes: readonly TreeMutation[],
  globs: readonly string[],
): TreeMutation[] {
  return changes.filter(
    ({ path, how }) => how !== "added" || (isTestSource(path, globs) && !isLitter(path)),
  );
}

function isTestSource(path: string, globs: readonly string[]): boolean {
  return isTestPath(path, globs) || isProtectedPath(path);
}

function isLitter(path: string): boolean {
  return /(^|\/)(__pycache__|[.][^/]*_cache|[.]nyc_output|coverage|[.]coverage[^/]*|[.]cache)(\/|$)|[.](pyc|log)$/.test(
    path,
  );
}

export function mutationFindings(mutated: readonly TreeMutation[]): GateFinding[] {
  return mutated.map(({ path, how }) => ({
    code: "RUN_MUTATED_TREE",
    path,
    detail: how,
    fix: `Stop the code from writing to ${path} while it is tested: a test run leaves the tree as it is.`,
  }));
}

/**
 * A test run leaves the tree as it is (case M18).
 * @param before paths that the run of the untouched base changed as well: nobody's fault
 */
export function judgeMutations(
  mutated: readonly TreeMutation[],
  before: readonly string[],
): Verdict {
  const known = new Set(before);
  return verdictOf("run", mutationFindings(mutated.filter(({ path }) => !known.has(path))));
}
