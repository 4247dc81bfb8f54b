import type { Change, Seal } from "../domain/change.ts";
import { isTestPath } from "../domain/test-surface.ts";
import type { Verdict } from "../domain/verdict.ts";
import type { GateFinding } from "./tamper/finding.ts";
import { verdictOf } from "./tamper/finding.ts";

export interface SealEvidence {
  /** The test files as RED was accepted. */
  readonly seal: Seal;
  /** What changed since RED. */
  readonly changes: readonly Change[];
  /** More globs of test files, from the configuration. */
  readonly extraGlobs?: readonly string[];
}

/**
 * After RED no test file changes, goes, or comes: neither those that RED wrote nor any other on the
 * test surface (S0-24; security.md 2.2, TEST_*). Byte for byte, by git blob id.
 */
export function judgeSeal({ seal, changes, extraGlobs = [] }: SealEvidence): Verdict {
  const found = changes.flatMap((change): GateFinding[] => {
    const sealed = Object.hasOwn(seal, change.path) ? seal[change.path] : undefined;
    if (sealed === undefined && !isTestPath(change.path, extraGlobs)) return [];
    return sealFinding(change, sealed);
  });
  return verdictOf("seal", found);
}

function sealFinding({ path, status, blob }: Change, sealed: string | undefined): GateFinding[] {
  if (status === "deleted") {
    return [{ code: "TEST_DELETED", path, fix: `Bring ${path} back exactly as it was at RED.` }];
  }
  if (sealed === undefined && status === "added") {
    const fix = `Remove ${path}: tests come at RED, and no test file is added afterwards.`;
    return [{ code: "TEST_ADDED_IN_GREEN", path, fix }];
  }
  if (sealed !== undefined && sealed === blob) {
    const fix = `Set the file mode of ${path} back to what it was at RED.`;
    return [{ code: "TEST_MODE_CHANGED", path, fix }];
  }
  const fix = `Restore ${path} to its bytes at RED and change the implementation instead.`;
  return [{ code: "TEST_MODIFIED", path, fix }];
}
