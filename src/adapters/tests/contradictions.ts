import type { Output, Reading } from "./framework.ts";

/** What exit code, output and report do not agree about; said with the run. */
export function contradictionsIn(output: Output, reading: Reading): string[] {
  const found: string[] = [];
  const failed = hasFailures(reading);
  if (reading.cut) found.push("the report ends early: what it does not say may have failed");
  if (output.outputCut) found.push("the output was longer than its limit and was cut");
  if (output.leftovers !== undefined) {
    found.push(`${output.leftovers} processes still ran when the tests had ended; they were ended`);
  }
  if (failed && output.exitCode === 0) found.push("exit code 0 although tests failed");
  if (!failed && output.exitCode !== 0) {
    found.push(`exit code ${output.exitCode} although no test failed`);
  }
  return found;
}

export function hasFailures(reading: Reading): boolean {
  return reading.loads.length > 0 || reading.cases.some((test) => test.outcome === "failed");
}
