import type { Verdict } from "../domain/verdict.ts";
import type { GateFinding } from "./tamper/finding.ts";
import { verdictOf } from "./tamper/finding.ts";

/**
 * The file gate: every changed path is a line of the allowlist, or the gate fails (S0-39). It never
 * widens the list; the way out is to revert, or to say that the spec needs a wider one (S0-44).
 */
export function judgeFileGate(changes: readonly string[], allowlist: ReadonlySet<string>): Verdict {
  return verdictOf("file-gate", fileGateFindings(changes, allowlist));
}

/** One finding for each changed path that is not a line of the allowlist, in the order given. */
export function fileGateFindings(
  changes: readonly string[],
  allowlist: ReadonlySet<string>,
): readonly GateFinding[] {
  return changes
    .filter((path) => !allowlist.has(path))
    .map((path) => ({ code: "OUTSIDE_ALLOWLIST", path, fix: revertFix(path) }));
}

function revertFix(path: string): string {
  return `Undo the change to ${path}, or ask for a wider file list in the issue: the list never grows by itself.`;
}
