import type { Change } from "../domain/change.ts";
import type { Lock } from "../domain/lock.ts";
import { isOwned } from "../domain/owned-paths.ts";
import { isProtectedPath } from "../domain/protected-paths.ts";
import type { Verdict } from "../domain/verdict.ts";
import { collisions, flawOf } from "./tamper/path-safety.ts";

const GATE = "file-gate";
const SYMLINK = "120000";
const SUBMODULE = "160000";

interface Offence {
  readonly code: "BAD_MODE" | "PATH_UNSAFE" | "PROTECTED_PATH" | "OUTSIDE_ALLOWLIST";
  readonly path: string;
}

/**
 * Judges, away from the runner, everything that a branch changes against what its plan promised:
 * exact paths of the allowlist, and test files where the lock says that tests go. A directory never
 * covers a protected path (S0-34 … S0-44, security.md 2.2). No change at all is in scope: the check
 * speaks of files, not of progress.
 * @param changes the difference between the merge base and the head, renames off
 */
export function judgeServerScope(changes: readonly Change[], lock: Lock): Verdict {
  const listed = new Set([...lock.allowlist.map((file) => file.path), ...lock.testFiles]);
  const directories = lock.testFiles.filter((path) => path.endsWith("/"));
  const { owned = [] } = lock;
  const names = (wanted: Change["status"]): string[] =>
    changes.filter(({ status }) => status === wanted).map(({ path }) => path);
  const colliding = new Set(collisions(names("modified"), names("added")));
  const offences = changes.flatMap((change) => {
    if (colliding.has(change.path)) return [{ code: "PATH_UNSAFE" as const, path: change.path }];
    return judgeChange(change, listed, directories).filter(
      ({ code, path }) => code !== "OUTSIDE_ALLOWLIST" || !isOwned(owned, path),
    );
  });
  const worst = offences[0];
  if (worst === undefined) return { kind: "pass" };
  const paths = offences.map((offence) => offence.path);
  return {
    kind: "fail",
    gate: GATE,
    code: worst.code,
    reason: `${describeCount(paths.length)} not in this branch's plan.`,
    fix: `${fixes[worst.code]} The plan allows: ${[...listed, ...owned].join(", ") || "nothing"}.`,
    paths,
  };
}

const fixes = {
  BAD_MODE: "Replace symbolic links and submodules by ordinary files.",
  PATH_UNSAFE:
    "Give these files names that every system and reader can tell from others: no invisible characters, and more than letter case between two names.",
  PROTECTED_PATH:
    "Take protected files (CI, runner, package or bot configuration) out of the branch, or list them in the issue by exact path and start again with `/tdd run --fresh`.",
  OUTSIDE_ALLOWLIST:
    "Take these files out of the branch, or list them in the issue and start again with `/tdd run --fresh`.",
} as const;

function describeCount(count: number): string {
  return count === 1 ? "1 changed file is" : `${count} changed files are`;
}

function judgeChange(
  change: Change,
  listed: ReadonlySet<string>,
  directories: readonly string[],
): Offence[] {
  const { path, mode } = change;
  if (mode !== null && flawOf(path) !== null) return [{ code: "PATH_UNSAFE", path }];
  if (mode === SYMLINK || mode === SUBMODULE) return [{ code: "BAD_MODE", path }];
  if (listed.has(path)) return [];
  if (isProtectedPath(path)) return [{ code: "PROTECTED_PATH", path }];
  const isTest = directories.some((directory) => path.startsWith(directory));
  return isTest ? [] : [{ code: "OUTSIDE_ALLOWLIST", path }];
}
