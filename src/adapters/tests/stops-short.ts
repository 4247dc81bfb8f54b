import type { Output, Reading } from "./framework.ts";

/**
 * Whether printed text was cut: it has no end of its own to tell that by. It was when tests failed and
 * no end follows, or when a failure is the very last of what was printed and its line has no end.
 */
export function stopsShort(reading: Reading, { stdout, stderr }: Output): boolean {
  const { source, counts, cases, ended } = reading;
  const failed = cases.filter((test) => test.outcome === "failed");
  if (source !== "text" || failed.length === 0) return false;
  if (counts === null) return !ended;
  return failed.some(({ text }) => isUnended(text, stdout) || isUnended(text, stderr));
}

function isUnended(text: string, printed: string): boolean {
  const said = text.trimEnd();
  return said !== "" && !printed.endsWith("\n") && printed.trimEnd().endsWith(said);
}
