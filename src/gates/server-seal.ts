import type { Change, Seal } from "../domain/change.ts";
import type { Lock } from "../domain/lock.ts";
import type { Verdict } from "../domain/verdict.ts";

const GATE = "file-gate";

/**
 * Judges, away from the runner, whether the tests are still those that were seen to fail: whoever
 * pushes to the branch later may add tests, but not change or delete what stood at RED. Files that the
 * plan names by path are its own to change, stubs of RED among them.
 * @param changes the difference between the merge base and the head, renames off
 * @param seal what RED's tests were, by git blob id; null before there is a RED commit
 */
export function judgeServerSeal(
  changes: readonly Change[],
  seal: Seal | null,
  lock: Lock,
): Verdict {
  if (seal === null) return { kind: "pass" };
  const planned = new Set(lock.allowlist.map((file) => file.path));
  const now = new Map(changes.map((change) => [change.path, change]));
  const undone = Object.keys(seal).filter((path) => now.get(path)?.blob !== seal[path]);
  const others = changes.filter(
    ({ path, status }) => status !== "added" && !Object.hasOwn(seal, path) && isTest(path, lock),
  );
  const broken = [...undone, ...others.map(({ path }) => path)]
    .filter((path) => !planned.has(path))
    .map((path) => ({ path, status: now.get(path)?.status ?? "modified" }));
  const [first] = broken;
  if (first === undefined) return { kind: "pass" };
  return {
    kind: "fail",
    gate: GATE,
    code: first.status === "deleted" ? "TEST_DELETED" : "TEST_MODIFIED",
    reason: `${count(broken.length)} changed or deleted after the RED commit, where the tests were seen to fail.`,
    fix: "Put these files back as the RED commit has them, and bring new tests in files of their own; where the tests themselves have to change, start again with `/tdd run --fresh`.",
    paths: broken.map(({ path }) => path),
  };
}

/** What would be merged was tested by nobody when both sides changed the same file (S0-41). */
export function judgeServerMerge(movedToo: readonly string[], lock: Lock): Verdict {
  if (movedToo.length === 0) return { kind: "pass" };
  return {
    kind: "fail",
    gate: GATE,
    code: "BASE_MOVED",
    reason: `The base branch changed ${movedToo.length === 1 ? "a file" : `${movedToo.length} files`} that this branch changes too: what would be merged was never tested.`,
    fix: `Merge ${lock.baseRef} into the branch ("Update branch" on the pull request), let the tests run, and look at these files once more; where tests of RED are among them, start again with \`/tdd run --fresh\`.`,
    paths: [...movedToo],
  };
}

function isTest(path: string, { testFiles }: Lock): boolean {
  return testFiles.some((place) => (place.endsWith("/") ? path.startsWith(place) : path === place));
}

function count(number: number): string {
  return number === 1 ? "1 test file was" : `${number} test files were`;
}
