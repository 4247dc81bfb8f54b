import { isProtectedPath } from "../../domain/protected-paths.ts";
import { isTestPath } from "../../domain/test-surface.ts";
import type { CommittedChange, Version } from "../change-set.ts";
import type { GateFinding } from "./finding.ts";
import { collisions, flawOf } from "./path-safety.ts";

export interface TreeEvidence {
  /** Fork point against HEAD. */
  readonly committed: readonly CommittedChange[];
  /** Files that RED touched, as they stood at RED; null where RED deleted one. */
  readonly red: ReadonlyMap<string, Version>;
  /** Paths that stand in HEAD's tree twice or out of order. */
  readonly disorder: readonly string[];
  /** Every path of the fork point's tree. */
  readonly forkPaths: readonly string[];
  readonly allow: ReadonlySet<string>;
  readonly testFiles: readonly string[];
  /** Paths of the test surface that some commit after RED touched. */
  readonly touchedSinceRed: readonly string[];
}

/** What the branch's commits changed, path by path, and whether they changed anything. */
export function judgeTree(evidence: TreeEvidence): GateFinding[] {
  const changes = evidence.committed.filter((change) => !isAsRedLeftIt(change, evidence.red));
  const added = changes.filter(({ fork, head }) => fork === null && head !== null);
  const colliding = new Set(
    collisions(
      evidence.forkPaths,
      added.map(({ path }) => path),
    ),
  );
  const found = changes.flatMap((change) => [
    ...pathFindings(change, colliding.has(change.path)),
    ...scopeFindings(change, evidence),
    ...modeFindings(change),
    ...testFindings(change, evidence),
  ]);
  const lost = lostFindings(evidence);
  const touched = evidence.touchedSinceRed.map((path) => ({
    code: "TEST_TOUCHED_IN_HISTORY",
    path,
    fix: `Take the commits that touch ${path} out of the branch: after RED no commit changes a test, not even for a while.`,
  }));
  const idle = changes.length === 0 && lost.length === 0 ? [NO_CHANGE] : [];
  return [...evidence.disorder.map(disorderFinding), ...found, ...lost, ...touched, ...idle];
}

function disorderFinding(path: string): GateFinding {
  const fix = `Write the tree anew with git itself: ${path} stands in it twice or out of order.`;
  return { code: "PATH_UNSAFE", path, detail: "DISORDER", fix };
}

const NO_CHANGE: GateFinding = {
  code: "NO_CHANGE",
  path: "",
  fix: "Implement the criteria: beyond the RED tests this branch changes nothing.",
};

function isAsRedLeftIt(change: CommittedChange, red: ReadonlyMap<string, Version>): boolean {
  const sealed = red.get(change.path);
  return sealed !== undefined && same(sealed, change.head);
}

function same(a: Version, b: Version): boolean {
  return a?.mode === b?.mode && a?.oid === b?.oid;
}

function pathFindings({ path, head }: CommittedChange, collides: boolean): GateFinding[] {
  if (head === null) return [];
  const flaw = flawOf(path) ?? (collides ? "COLLIDES" : null);
  if (flaw === null) return [];
  const fix = `Remove ${JSON.stringify(path)}: its name is unsafe (${flaw}).`;
  return [{ code: "PATH_UNSAFE", path, detail: flaw, fix }];
}

function scopeFindings({ path }: CommittedChange, evidence: TreeEvidence): GateFinding[] {
  if (evidence.allow.has(path) || evidence.red.has(path)) return [];
  if (isProtectedPath(path)) {
    const fix = `Undo the change to ${path}: it is a protected path, and only a line of its own in the file list opens one.`;
    return [{ code: "PROTECTED_PATH", path, fix }];
  }
  const fix = `Undo the change to ${path}: it is not in the file list.`;
  return [{ code: "OUTSIDE_ALLOWLIST", path, fix }];
}

const BAD_MODES = new Map([
  ["120000", "a symbolic link"],
  ["160000", "a submodule"],
]);

function modeFindings({ path, fork, head }: CommittedChange): GateFinding[] {
  if (head === null) return [];
  const found: GateFinding[] = [];
  const bad = BAD_MODES.get(head.mode);
  if (bad !== undefined) {
    const fix = `Make ${path} a regular file: it is ${bad}.`;
    found.push({ code: "BAD_MODE", path, detail: head.mode, fix });
  }
  const before = fork?.mode ?? "100644";
  if (head.mode !== before && !(fork === null && bad !== undefined)) {
    const fix = `Set the file mode of ${path} back to ${before}.`;
    found.push({ code: "MODE_CHANGED", path, detail: `${before}->${head.mode}`, fix });
  }
  return found;
}

function testFindings(
  { path, fork, head }: CommittedChange,
  evidence: TreeEvidence,
): GateFinding[] {
  const sealed = evidence.red.get(path);
  if (sealed === undefined && !isTestPath(path, evidence.testFiles)) return [];
  const before = sealed === undefined ? fork : sealed;
  const code = testCode(before, head);
  const fix =
    code === "TEST_ADDED_IN_GREEN"
      ? `Remove ${path}: tests come at RED, and no test file is added afterwards.`
      : `Restore ${path} exactly as it was at RED and change the implementation instead.`;
  return [{ code, path, fix }];
}

function testCode(before: Version, after: Version): string {
  if (after === null) return "TEST_DELETED";
  if (before === null) return "TEST_ADDED_IN_GREEN";
  return before.oid === after.oid ? "TEST_MODE_CHANGED" : "TEST_MODIFIED";
}

/** RED files that are as the fork point had them: their RED version is gone without a trace. */
function lostFindings({ committed, red }: TreeEvidence): GateFinding[] {
  const changed = new Set(committed.map(({ path }) => path));
  return [...red.keys()]
    .filter((path) => !changed.has(path))
    .map((path) => ({
      code: "TEST_DELETED",
      path,
      fix: `Bring ${path} back exactly as it was at RED.`,
    }));
}
