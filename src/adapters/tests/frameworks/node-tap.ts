import type { TestCounts } from "../../../domain/test-run.ts";
import { crash, timeout } from "../cause/causes.ts";
import { javascript } from "../cause/javascript.ts";
import type { Framework, Output, ReadCase, ReadLoad } from "../framework.ts";
import { addArguments } from "../read/command-line.ts";
import { hasDependency, hasScript } from "../read/package-json.ts";
import { relativeTo } from "../read/paths.ts";
import { lastMatch } from "../read/summary.ts";
import type { TapPoint, TapReport } from "../read/tap.ts";
import { readTap } from "../read/tap.ts";

/** node-tap: files are subtests, tests are subtests of files, assertions are the points in them. */
export const nodeTap: Framework = {
  name: "tap",
  runs: /(?:^|[\s/&;])tap(?:\s|$)/,
  detect(facts) {
    if (hasScript(facts, /(?:^|\s)tap(?:\s|$)/)) return "npm test";
    return hasDependency(facts, "tap") ? "npx tap" : null;
  },
  instrument: (command) => ({ command: addArguments(command, ["--reporter=tap"]), env: {} }),
  read(output) {
    const tap = readTap(output.stdout);
    const counts = countsIn(output.stdout);
    const none = /^No test files found$/m.test(output.stderr);
    if (tap === null && !none) return null;
    return {
      cases: [...(tap?.points ?? []).filter(isTest), ...unclosed(tap)].map((point) =>
        toCase(point, tap, output),
      ),
      loads: tap === null ? [] : [...loadsIn(tap, output), ...bailed(tap)],
      empty: (tap?.points ?? []).filter(isEmptyFile).map((point) => point.path[0] ?? ""),
      counts: counts ?? (none ? { passed: 0, failed: 0, skipped: 0 } : null),
      source: "text",
      cut: false,
      ended: counts !== null || none || tap?.bailout !== null || closed(output.stdout),
    };
  },
  rules: javascript,
};

/** Before version 15 the stream of all files ends with the time, not with the counts. */
function closed(stdout: string): boolean {
  return /^1\.\.\d+$[\s\S]*^# time=/m.test(stdout);
}

/** A point in a file's subtest: either a test of its own or an assertion at the file's top level. */
function isTest(point: TapPoint): boolean {
  return point.path.length === 2;
}

/** Tests whose subtest was never closed: only what happened inside is there. */
function unclosed(tap: TapReport | null): TapPoint[] {
  const points = tap?.points ?? [];
  const open = points.filter(
    (point) =>
      point.path.length > 2 &&
      !points.some(
        (test) => isTest(test) && test.path[0] === point.path[0] && test.path[1] === point.path[1],
      ),
  );
  const first = open.filter(
    (point, at) => open.findIndex((other) => other.path[1] === point.path[1]) === at,
  );
  return first.map((point) => ({ ...point, ok: false, path: point.path.slice(0, 2) }));
}

function isEmptyFile(point: TapPoint): boolean {
  return point.path.length === 1 && point.ok && point.skip;
}

function toCase(point: TapPoint, tap: TapReport | null, output: Output): ReadCase {
  const [file = "", name = ""] = point.path;
  const inside = (tap?.points ?? []).filter(
    (other) =>
      !other.ok && other.path.length > 2 && other.path[0] === file && other.path[1] === name,
  );
  const text = [point, ...inside].map((one) => `${one.path.at(-1)}\n${one.diagnostics}`).join("\n");
  const ran = point.ok ? "passed" : "failed";
  const cause = causeOf(text);
  return {
    id: `${file} > ${name}`,
    file: relativeTo(output.dir, file),
    outcome: point.skip || point.todo ? "skipped" : ran,
    text,
    phase: /beforeEach|afterEach|before|teardown/.test(String(point.diag["test"] ?? ""))
      ? "hook"
      : "test",
    ...(cause === null ? {} : { cause }),
  };
}

function causeOf(text: string): typeof crash | null {
  if (/^timeout!$/m.test(text)) return timeout;
  return /^test unfinished/m.test(text) ? crash : null;
}

/** A file that failed though none of its tests did: why is on stderr only. */
function loadsIn(tap: TapReport, output: Output): ReadLoad[] {
  const files = tap.points.filter((point) => point.path.length === 1 && !point.ok);
  return files.flatMap((point) => {
    const file = point.path[0] ?? "";
    const tests = tap.points.filter(
      (other) => isTest(other) && other.path[0] === file && !other.ok,
    );
    if (tests.length > 0 || file === "timeout!") return [];
    const signal = String(point.diag["signal"] ?? "null");
    const died = signal !== "null" && signal !== "undefined" && signal !== "";
    return [{ file, text: aboutFile(output.stderr, file), ...(died ? { cause: crash } : {}) }];
  });
}

/** Files write to one stderr; node ends each of its reports with its version. */
function aboutFile(stderr: string, file: string): string {
  const reports = stderr.split(/^Node\.js v.*$/m);
  return reports.find((report) => report.includes(file)) ?? stderr;
}

function bailed(tap: TapReport): ReadLoad[] {
  return tap.bailout === null ? [] : [{ file: "", text: `Bail out! ${tap.bailout}`, cause: crash }];
}

function countsIn(stdout: string): TestCounts | null {
  const line = lastMatch(stdout, /^# \{ total: .*\}$/gm)?.[0];
  if (line === undefined) return null;
  const of = (word: string): number =>
    Number(new RegExp(`\\b${word}: (\\d+)`).exec(line)?.[1] ?? 0);
  return { passed: of("pass"), failed: of("fail"), skipped: of("skip") + of("todo") };
}
