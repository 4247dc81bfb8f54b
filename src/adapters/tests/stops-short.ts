import type { Output, Reading } from "./framework.ts";

/**
 * Whether printed text was cut: only the runner's own closing words tell that it was not. It was when
 * something failed and they do not follow, or when a failure is the very last of what was printed and
 * its line has no end.
 */
export function stopsShort(reading: Reading, { stdout, stderr }: Output): boolean {
  const { source, cases, loads, ended } = reading;
  const failed = [...cases.filter((test) => test.outcome === "failed"), ...loads];
  if (source !== "text" || failed.length === 0) return false;
  if (!ended) return true;
  return failed.some(({ text }) => isUnended(text, stdout) || isUnended(text, stderr));
}

function isUnended(text: string, printed: string): boolean {
  const said = text.trimEnd();
  return said !== "" && !printed.endsWith("\n") && printed.trimEnd().endsWith(said);
}
