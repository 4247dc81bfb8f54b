import type { Coverage } from "../domain/answers.ts";
import { testsNamed } from "../domain/named-tests.ts";
import type { RedVerdict } from "../domain/red-verdict.ts";
import type { Criterion } from "../domain/spec.ts";
import { isWholeRun } from "../domain/test-run.ts";
import type { Verdict } from "../domain/verdict.ts";

interface CoverageEvidence {
  readonly criteria: readonly Criterion[];
  readonly coverage: readonly Coverage[];
  readonly red: RedVerdict;
  /** Test files that stopped or did not load as a whole: what else they hold was not seen. */
  readonly stopped?: readonly string[];
}

/**
 * S0-15: at least one new test for each criterion. A criterion that says that something stays as it
 * is has no failing test; it is held by the suite, but not all criteria can be of that kind.
 */
export function judgeCoverage(evidence: CoverageEvidence): Verdict {
  const { criteria, coverage, red, stopped = [] } = evidence;
  const of = new Map(coverage.map((entry) => [entry.criterion, entry]));
  const open = criteria.filter(({ id }) => !isCovered(of.get(id)));
  const [first] = open;
  if (first !== undefined) {
    const ids = open.map(({ id }) => id).join(", ");
    return fail(
      `No test is named for ${ids}.`,
      `Write at least one test for ${ids} ("${first.text}") and name it in your answer's coverage, or mark the criterion preserved if it only says that something stays as it is.`,
    );
  }
  const tested = criteria.filter(({ id }) => (of.get(id)?.tests.length ?? 0) > 0);
  if (tested.length === 0 || red.tests.length === 0) {
    return fail(
      "Every criterion was called preserved, so nothing would be proven.",
      "Write at least one test that fails now because the behaviour is missing.",
    );
  }
  return judgeNames(criteria, of, red, stopped);
}

/** A name counts only when a test of that name was seen to fail; a claim is no proof. */
function judgeNames(
  criteria: readonly Criterion[],
  of: ReadonlyMap<string, Coverage>,
  red: RedVerdict,
  stopped: readonly string[],
): Verdict {
  const seen = red.tests.filter((test) => test.verdict === "right_reason").map((test) => test.id);
  const unseen = criteria.filter(({ id }) => {
    const entry = of.get(id);
    if (entry === undefined || entry.preserved) return false;
    return !entry.tests.some((name) => testsNamed(name, seen).length > 0);
  });
  const [first] = unseen;
  // Where files or the whole command fail as one, there are no names to compare.
  if (first === undefined || red.needsScaffold || seen.some(isWholeRun)) return { kind: "pass" };
  const named = of.get(first.id)?.tests.map((name) => JSON.stringify(name)) ?? [];
  const reason = `No test named for ${unseen.map(({ id }) => id).join(", ")} was seen to fail: ${named.join(", ")}.`;
  if (seen.some((id) => stopped.includes(id))) return fail(reason, letEachFail(stopped));
  return fail(
    reason,
    `Name for each criterion tests that fail now, as the runner prints them: ${seen.slice(0, 20).join(", ")}. If none of them proves it, write one that does.`,
  );
}

/** One thrown error ends a whole file in some runners, and hides the tests behind it. */
export function letEachFail(stopped: readonly string[]): string {
  return `${stopped.join(", ")} stopped at the first error, so its other tests were not seen. Let each new test fail by itself, by an assertion: check that a function is there, or catch what is thrown, before anything is used that does not exist yet, and end that test.`;
}

function isCovered(entry: Coverage | undefined): boolean {
  return entry !== undefined && (entry.preserved || entry.tests.length > 0);
}

function fail(reason: string, fix: string): Verdict {
  return { kind: "fail", gate: "coverage", code: "CRITERION_UNTESTED", reason, fix, paths: [] };
}
