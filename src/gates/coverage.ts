import type { Coverage } from "../domain/answers.ts";
import type { RedVerdict } from "../domain/red-verdict.ts";
import type { Criterion } from "../domain/spec.ts";
import type { Verdict } from "../domain/verdict.ts";

interface CoverageEvidence {
  readonly criteria: readonly Criterion[];
  readonly coverage: readonly Coverage[];
  readonly red: RedVerdict;
}

/**
 * S0-15: at least one new test for each criterion. A criterion that says that something stays as it
 * is has no failing test; it is held by the suite, but not all criteria can be of that kind.
 */
export function judgeCoverage({ criteria, coverage, red }: CoverageEvidence): Verdict {
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
  return { kind: "pass" };
}

function isCovered(entry: Coverage | undefined): boolean {
  return entry !== undefined && (entry.preserved || entry.tests.length > 0);
}

function fail(reason: string, fix: string): Verdict {
  return { kind: "fail", gate: "coverage", code: "CRITERION_UNTESTED", reason, fix, paths: [] };
}
