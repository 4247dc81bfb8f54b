import type { Framework, Output, Reading } from "./framework.ts";

/**
 * Why a report cannot be the runner's own; null when nothing speaks against it. Code under test often
 * runs in a process that can find and overwrite the report; what the runner prints at its end, after
 * all of that is dead, it cannot. Loading errors are left out: runners count them as they like.
 */
export function disputeOf(framework: Framework, output: Output, reading: Reading): string | null {
  if (reading.source !== "report" || reading.cut || framework.printsSummary === false) return null;
  const printed = framework.read({ ...output, reports: new Map() })?.counts ?? null;
  if (printed === null) {
    return framework.printsSummary === true
      ? `The report of ${framework.name} is there, but the runner printed no summary at its end.`
      : null;
  }
  const { passed, failed } = countedIn(framework, reading);
  const agrees =
    passed <= printed.passed &&
    failed <= printed.failed &&
    (printed.failed <= failed + reading.loads.length || reading.passing === true);
  if (agrees) return null;
  return `The report says ${passed} passed and ${failed} failed, but ${framework.name} printed ${printed.passed} passed and ${printed.failed} failed.`;
}

function countedIn(framework: Framework, reading: Reading): { passed: number; failed: number } {
  const count = (outcome: string): number =>
    reading.cases.filter((test) => test.outcome === outcome).length;
  const empty = framework.emptyFilePasses === true ? (reading.empty?.length ?? 0) : 0;
  return { passed: count("passed") + empty, failed: count("failed") };
}
