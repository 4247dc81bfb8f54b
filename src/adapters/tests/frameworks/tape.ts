import type { TestCounts } from "../../../domain/test-run.ts";
import { assertion, crash, timeout } from "../cause/causes.ts";
import { javascript } from "../cause/javascript.ts";
import type { Framework, Output, ReadCase, ReadLoad } from "../framework.ts";
import { hasDependency, hasScript } from "../read/package-json.ts";
import { relativeTo } from "../read/paths.ts";
import type { TapPoint } from "../read/tap.ts";
import { readTap } from "../read/tap.ts";

/** tape prints TAP by itself; a throw ends the process, without plan or summary. */
export const tape: Framework = {
  name: "tape",
  runs: /\btape\b/,
  mayBeSilent: true,
  detect: (facts) => (hasDependency(facts, "tape") && hasScript(facts, /./) ? "npm test" : null),
  instrument: () => null,
  read(output) {
    const tap = readTap(output.stdout);
    const thrown = uncaught(output);
    if (tap === null && thrown.length === 0) return null;
    const points = tap?.points ?? [];
    const counts = countsIn(output.stdout);
    return {
      cases: points.map((point) => toCase(point, output)),
      loads: counts === null ? thrown : [],
      counts: counts ?? countPoints(points),
      source: "text",
      cut: counts === null && thrown.length === 0 && tap?.plan === "none",
      ended: counts !== null || thrown.length > 0 || tap?.plan === "some",
    };
  },
  rules: javascript,
};

function toCase(point: TapPoint, output: Output): ReadCase {
  const name = point.path.at(-1) ?? "";
  const at = /(\/[^\s():]+\.[cm]?[jt]sx?):\d+/.exec(String(point.diag["at"] ?? ""))?.[1];
  return {
    id: point.group === "" ? name : `${point.group} > ${name}`,
    file: at === undefined ? "" : relativeTo(output.dir, at),
    outcome: outcomeOf(point),
    text: point.diagnostics,
    phase: "test",
    cause: causeOf(name, point),
  };
}

/** A `not ok` is an assertion by definition, but for what tape itself reports this way. */
function causeOf(name: string, point: TapPoint): NonNullable<ReadCase["cause"]> {
  if (/timed out after \d+ms/.test(name)) return timeout;
  if (!/^test exited without ending/.test(name)) return assertion;
  return /process\.exit/.test(point.diagnostics) ? crash : timeout;
}

function outcomeOf(point: TapPoint): ReadCase["outcome"] {
  if (point.skip || point.todo) return "skipped";
  return point.ok ? "passed" : "failed";
}

/** Node's own report of an error that nobody caught, with the file of the innermost own frame. */
function uncaught(output: Output): ReadLoad[] {
  const match = /^(?:\w*Error\b|Uncaught|.*\[ERR_)[\s\S]*^Node\.js v/m.exec(output.stderr);
  if (match === null) return [];
  const frames = [...output.stderr.matchAll(/(?:file:\/\/)?(\/[^\s():']+\.[cm]?[jt]sx?)/g)];
  const own = frames.map((frame) => relativeTo(output.dir, frame[1] ?? ""));
  const tests = own.filter((path) => !path.startsWith("/") && !path.startsWith("node_modules/"));
  const file = tests.find((path) => /test|spec/.test(path)) ?? tests[0] ?? "";
  return [{ file, text: output.stderr }];
}

function countsIn(stdout: string): TestCounts | null {
  const last = (word: string): number | null => {
    const found = [...stdout.matchAll(new RegExp(`^# ${word} +(\\d+)$`, "gm"))].at(-1);
    return found === undefined ? null : Number(found[1]);
  };
  const passed = last("pass");
  return passed === null
    ? null
    : { passed, failed: last("fail") ?? 0, skipped: (last("skip") ?? 0) + (last("todo") ?? 0) };
}

function countPoints(points: readonly TapPoint[]): TestCounts {
  const of = (outcome: string): number => points.filter((p) => outcomeOf(p) === outcome).length;
  return { passed: of("passed"), failed: of("failed"), skipped: of("skipped") };
}
