import { everyLanguage } from "../cause/every-language.ts";
import { javascript } from "../cause/javascript.ts";
import { python } from "../cause/python.ts";
import type { Framework, ReadCase, Reading } from "../framework.ts";
import { readJunit } from "../read/junit.ts";
import type { TapPoint } from "../read/tap.ts";
import { readTap } from "../read/tap.ts";

/**
 * A runner that nobody wrote an adapter for: JUnit files or TAP when it writes them, otherwise only
 * the exit code is known. Then no test has a name, and that is said in the run's `source`.
 */
export const anyFramework: Framework = {
  name: "unknown",
  runs: /(?!)/,
  detect: () => null,
  instrument: () => null,
  read(output) {
    const junit = [...output.reports.values()].flatMap((text) => readJunit(text) ?? []);
    if (junit.length > 0) return fromJunit(junit);
    const tap = readTap(output.stdout);
    return tap === null ? null : fromTap(tap.points, tap.plan === "empty");
  },
  rules: [...javascript, ...python, ...everyLanguage],
};

function fromJunit(reports: readonly NonNullable<ReturnType<typeof readJunit>>[]): Reading {
  const cut = reports.some((report) => report.cut);
  const cases = reports.flatMap((report) => report.cases);
  return {
    cases: cases.map((test) => ({
      id: [test.classname, test.name].filter((part) => part !== "").join(" > "),
      file: test.file,
      outcome: test.status,
      text: `${test.message}\n${test.text}`,
      phase: "test",
    })),
    loads: [],
    counts: null,
    source: "report",
    cut,
    ended: !cut,
  };
}

function fromTap(points: readonly TapPoint[], empty: boolean): Reading {
  return {
    cases: points.filter((point) => !point.closesSubtest).map(toCase),
    loads: [],
    counts: null,
    source: "text",
    cut: false,
    ended: empty || points.length > 0,
  };
}

function toCase(point: TapPoint): ReadCase {
  const skipped = point.skip || point.todo;
  const ran = point.ok ? "passed" : "failed";
  return {
    id: point.path.join(" > "),
    file: "",
    outcome: skipped ? "skipped" : ran,
    text: `${point.diagnostics}\n${point.around}`,
    phase: "test",
  };
}
