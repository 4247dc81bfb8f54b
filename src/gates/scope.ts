import type { Change } from "../domain/change.ts";
import { isProtectedPath } from "../domain/protected-paths.ts";
import type { Verdict } from "../domain/verdict.ts";
import type { GateFinding } from "./tamper/finding.ts";
import { verdictOf } from "./tamper/finding.ts";
import { flawOf } from "./tamper/path-safety.ts";

export interface ScopeEvidence {
  readonly changes: readonly Change[];
  /** What the snapshot could not take: special files, nested repositories, links out. */
  readonly offences: readonly GateFinding[];
  /** Exact paths, or directories ending in "/". A protected path needs a line of its own. */
  readonly mayWrite: readonly string[];
}

/**
 * Judges what one turn changed against what its role may write. The first reason decides the code;
 * `fix` has one sentence a path. An empty `mayWrite` allows nothing.
 */
export function judgeScope({ changes, offences, mayWrite }: ScopeEvidence): Verdict {
  const exact = new Set(mayWrite.filter((path) => !path.endsWith("/")));
  const directories = mayWrite.filter((path) => path.endsWith("/"));
  const found = changes.flatMap((change) => {
    const inside = directories.some((directory) => change.path.startsWith(directory));
    return scopeFinding(change, { listed: exact.has(change.path), inside });
  });
  return verdictOf("scope", [...offences, ...found]);
}

function scopeFinding(
  { path, mode }: Change,
  { listed, inside }: { listed: boolean; inside: boolean },
): GateFinding[] {
  const flaw = flawOf(path);
  if (flaw !== null) {
    const fix = `Remove ${JSON.stringify(path)}: its name is unsafe (${flaw}); use plain letters, digits, "-", "_" and ".".`;
    return [{ code: "PATH_UNSAFE", path, detail: flaw, fix }];
  }
  if (!listed && isProtectedPath(path)) {
    const fix = `Undo your change to ${path}: it is a protected path, and only a line of its own in the issue's file list opens one.`;
    return [{ code: "PROTECTED_PATH", path, fix }];
  }
  if (!listed && !inside) {
    const fix = `Undo your change to ${path}: it is not among the files that this step may write.`;
    return [{ code: "OUTSIDE_ALLOWLIST", path, fix }];
  }
  if (mode === "120000" || mode === "160000") {
    const what = mode === "120000" ? "a symbolic link" : "a submodule";
    const fix = `Make ${path} a regular file again: it has become ${what}.`;
    return [{ code: "BAD_MODE", path, detail: mode, fix }];
  }
  return [];
}
