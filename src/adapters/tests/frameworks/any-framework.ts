import type { FailureCause } from "../../../domain/test-run.ts";
import { wholeRun } from "../../../domain/test-run.ts";
import { firstMatch } from "../cause/classify.ts";
import { everyLanguage } from "../cause/every-language.ts";
import { javascript } from "../cause/javascript.ts";
import { python } from "../cause/python.ts";
import { runnerProblems } from "../cause/runner-problems.ts";
import type { Framework, Output, ReadCase, Reading } from "../framework.ts";
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
  mayBeSilent: true,
  detect: () => null,
  instrument: () => null,
  read(output) {
    const junit = [...output.reports.values()].flatMap((text) => readJunit(text) ?? []);
    if (junit.length > 0) return fromJunit(junit);
    const tap = readTap(output.stdout);
    return tap === null ? fromExitCode(output) : fromTap(tap.points, tap.plan === "empty");
  },
  rules: [...javascript, ...python, ...everyLanguage],
};

/**
 * Scripts of plain assertions, and runners without an adapter. What stops a run before its tests
 * (no runner, a bad option, a missing package) is left to those who know such texts.
 */
function fromExitCode(output: Output): Reading | null {
  const { exitCode, stdout, stderr } = output;
  const text = `${stdout}\n${stderr}`.trim();
  if (exitCode === null || exitCode > 125) return null;
  const rules = [...runnerProblems, ...anyFramework.rules];
  const cause = exitCode === 0 ? null : firstMatch(text, rules);
  if (cause !== null && NEVER_RAN.includes(cause.kind)) return null;
  const outcome = exitCode === 0 ? "passed" : "failed";
  return {
    cases: [{ id: wholeRun, file: "", outcome, text, phase: "test" }],
    loads: [],
    counts: null,
    source: "exit_code",
    cut: false,
    ended: true,
  };
}

const NEVER_RAN: readonly FailureCause["kind"][] = [
  "runner_missing",
  "misconfigured",
  "dependency_missing",
  "crash",
  "timeout",
  "syntax_error",
];

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
