import type { Change } from "../domain/change.ts";
import { isTestPath } from "../domain/test-surface.ts";
import type { Verdict } from "../domain/verdict.ts";

interface RedSurface {
  readonly changes: readonly Change[];
  /** Places for tests that the issue itself names; a file named there counts as a test file. */
  readonly listed: readonly string[];
  readonly extraGlobs: readonly string[];
}

/** RED may touch tests and nothing else, and has to touch some (red.md 2.6). */
export function judgeRedSurface({ changes, listed, extraGlobs }: RedSurface): Verdict {
  const stray = changes.filter(
    ({ path }) =>
      !isTestPath(path, [...extraGlobs]) && !listed.includes(path) && !inListed(path, listed),
  );
  if (stray.length > 0) {
    const paths = stray.map((change) => change.path);
    return fail(
      "NOT_A_TEST_FILE",
      `RED changed ${paths.join(", ")}, which are not test files.`,
      `Undo the change to ${paths.join(", ")}: at RED only tests may be written.`,
      paths,
    );
  }
  const gone = changes.filter((change) => change.status === "deleted").map(({ path }) => path);
  if (gone.length > 0) {
    return fail(
      "TEST_DELETED",
      `RED deleted ${gone.join(", ")}.`,
      `Bring ${gone.join(", ")} back: at RED tests are added, none is taken away.`,
      gone,
    );
  }
  if (changes.length > 0) return { kind: "pass" };
  return fail(
    "NO_TESTS",
    "RED wrote no test.",
    "Write at least one failing test for each criterion.",
    [],
  );
}

function inListed(path: string, listed: readonly string[]): boolean {
  return listed.some(
    (place) =>
      place.endsWith("/") &&
      path.startsWith(place) &&
      /^\W*(tests?|specs?|__tests__)\b/i.test(place),
  );
}

function fail(code: string, reason: string, fix: string, paths: string[]): Verdict {
  return { kind: "fail", gate: "red-surface", code, reason, fix, paths };
}
