import type { FailureCause, LoadFailure, TestCase, TestRun } from "../../domain/test-run.ts";
import { wholeRun } from "../../domain/test-run.ts";
import { disputeOf } from "./agreement.ts";
import { crash, misconfigured, runnerMissing, setupError } from "./cause/causes.ts";
import { causeOf, firstMatch } from "./cause/classify.ts";
import { runnerProblems } from "./cause/runner-problems.ts";
import { contradictionsIn, hasFailures } from "./contradictions.ts";
import type { Framework, Output, ReadCase, Reading, ReadLoad } from "./framework.ts";
import { tscErrors } from "./read/compile-errors.ts";
import { isCutReport } from "./read/whole-report.ts";
import { stopsShort } from "./stops-short.ts";

/** Failure messages longer than this are cut: they go into prompts and comments. */
const MESSAGE_LIMIT = 4_000;
/** How much of the printed output is kept with a run. */
const OUTPUT_LIMIT = 200_000;
/** What `timeout(1)` exits with. */
const TIMED_OUT = 124;

/**
 * Judges one process's output: the report first, then the exit code, then the text. Signals that do
 * not agree are named in `contradictions`; none of them is ever silently preferred.
 */
export function toTestRun(framework: Framework, output: Output): TestRun {
  const reading = readingOf(framework, output);
  if (output.timedOut || output.exitCode === TIMED_OUT) {
    return {
      kind: "timed_out",
      framework: framework.name,
      afterMs: output.durationMs,
      ...(reading?.counts == null ? {} : { counts: reading.counts }),
      output: printed(output),
    };
  }
  if (isMissing(output)) return didNotStart(framework, output, runnerMissing);
  if (reading === null) return withoutReading(framework, output);
  if (!reading.ended && (!reading.cut || deathOf(output) !== null) && !hasFailures(reading))
    return unfinished(framework, output, reading);
  return finished(framework, output, reading);
}

/** A cut report is told, whether or not the adapter needed the report. */
function readingOf(framework: Framework, output: Output): Reading | null {
  const reading = withoutPlace(framework.read(output), output.dir);
  const cut =
    [...output.reports].some(([name, text]) => isCutReport(name, text)) ||
    (reading !== null && stopsShort(reading, output));
  if (!cut) return reading;
  return reading === null ? { ...nothing(), cut: true, ended: false } : { ...reading, cut: true };
}

/**
 * Failure texts as if the repository stood nowhere: the directory of a run says nothing, and its
 * name must not make a test or a dependency of what lies below it.
 */
function withoutPlace(reading: Reading | null, dir: string): Reading | null {
  if (reading === null) return null;
  const root = dir.endsWith("/") ? dir : `${dir}/`;
  const bare = (text: string) => text.replaceAll(`file://${root}`, "./").replaceAll(root, "./");
  return {
    ...reading,
    cases: reading.cases.map((test) => ({ ...test, text: bare(test.text) })),
    loads: reading.loads.map((load) => ({ ...load, text: bare(load.text) })),
  };
}

function isMissing(output: Output): boolean {
  if (output.exitCode !== 127 && output.exitCode !== 126) return false;
  return /not found|No such file|Permission denied|not recognized|cannot execute/i.test(
    output.stderr + output.stdout,
  );
}

/** Nothing in the text is the runner's: did it ever start? */
function withoutReading(framework: Framework, output: Output): TestRun {
  const died = deathOf(output);
  if (died !== null) return crashed(framework, output, died);
  const text = `${output.stderr}\n${output.stdout}`;
  const isSilent = withoutBanner(text) === "";
  if (output.exitCode === 0 && isSilent) return silent(framework, output);
  if (isSilent)
    return crashed(framework, output, `it printed nothing (exit code ${output.exitCode})`);
  const errors = tscErrors(output);
  if (errors.length > 0) return finished(framework, output, notCompiled(errors));
  if (framework.name === "unknown") return byExitCode(framework, output, text);
  const found = firstMatch(text, [...runnerProblems, ...framework.rules]);
  const problem = found === null || isSeenInTests(found) ? null : found;
  return didNotStart(
    framework,
    output,
    problem ?? (output.exitCode === 0 ? misconfigured : setupError),
  );
}

/** Only a test that ran can fail like this; where none is named, the text was cut, or is not the runner's. */
function isSeenInTests({ kind }: FailureCause): boolean {
  return kind === "assertion" || kind === "not_implemented";
}

/** A runner that always says something and says nothing was told to exit before it could. */
function silent(framework: Framework, output: Output): TestRun {
  return framework.mayBeSilent === true
    ? finished(framework, output, nothing())
    : crashed(framework, output, "the process exited before the runner said a word");
}

/** What npm prints before a script. */
function withoutBanner(text: string): string {
  return text.replace(/^(?:> |npm notice).*$/gm, "").trim();
}

/** The reduced promise of a runner without an adapter: the whole command is one test. */
function byExitCode(framework: Framework, output: Output, text: string): TestRun {
  const problem = firstMatch(text, runnerProblems);
  if (problem !== null && output.exitCode !== 0) return didNotStart(framework, output, problem);
  const outcome = output.exitCode === 0 ? "passed" : "failed";
  const whole = { id: wholeRun, file: "", outcome, text, phase: "test" } as const;
  const run = finished(framework, output, { ...nothing(), cases: [whole] });
  return run.kind === "finished" ? { ...run, source: "exit_code" } : run;
}

/** The runner began and said nothing more: it died, or was told to exit. */
function unfinished(framework: Framework, output: Output, reading: Reading): TestRun {
  const died = deathOf(output);
  if (died !== null || output.exitCode === 0) {
    const why = died ?? "the process exited before the runner's own summary";
    return crashed(framework, output, why, reading);
  }
  const text = `${output.stderr}\n${output.stdout}`;
  const cause = firstMatch(text, [...runnerProblems, ...framework.rules]) ?? crash;
  if (cause.kind === "timeout") {
    return {
      kind: "timed_out",
      framework: framework.name,
      afterMs: output.durationMs,
      output: printed(output),
    };
  }
  return cause.kind === "crash" || isSeenInTests(cause) || cause.kind === "missing_target"
    ? crashed(framework, output, "the runner died before its summary", reading)
    : didNotStart(framework, output, cause);
}

function deathOf(output: Output): string | null {
  const death = howItDied(output);
  const limit = output.limit?.replace("_", " ");
  if (death === null || limit === undefined) return death;
  return `${death}: it ran into the limit on ${limit}`;
}

function howItDied(output: Output): string | null {
  if (output.signal !== null) return `the process was killed by ${output.signal}`;
  const code = output.exitCode ?? 0;
  return code > 128 && code < 160
    ? `the process died (exit code ${code}, signal ${code - 128})`
    : null;
}

function crashed(framework: Framework, output: Output, why: string, reading?: Reading): TestRun {
  return {
    kind: "crashed",
    framework: framework.name,
    why,
    ...(reading?.counts == null ? {} : { counts: reading.counts }),
    output: printed(output),
    durationMs: output.durationMs,
  };
}

function didNotStart(framework: Framework, output: Output, cause: FailureCause): TestRun {
  const said = `${output.stderr}\n${output.stdout}`.trim();
  return {
    kind: "did_not_start",
    framework: framework.name,
    cause,
    why: clipped(
      said === "" ? `${output.command} printed nothing (exit code ${output.exitCode})` : said,
    ),
    output: printed(output),
    durationMs: output.durationMs,
  };
}

function finished(framework: Framework, output: Output, reading: Reading): TestRun {
  const nameless = unnamed(output, reading);
  const cases = withUniqueIds([...reading.cases, ...nameless]).map((test) =>
    toCase(test, framework),
  );
  const loadFailures = reading.loads.flatMap((load) => toLoads(load, framework));
  const disputed = disputeOf(framework, output, reading);
  return {
    kind: "finished",
    framework: framework.name,
    cases,
    loadFailures,
    counts: reading.counts ?? countCases(reading.cases),
    ...(reading.empty === undefined ? {} : { emptyFiles: [...reading.empty] }),
    ...(reading.cut ? { cut: true } : {}),
    ...(nameless.length > 0 ? { unnamed: true } : {}),
    source: reading.source,
    exitCode: output.exitCode,
    contradictions: contradictionsIn(output, reading),
    ...(disputed === null ? {} : { disputed }),
    output: reading.besides ?? printed(output),
    durationMs: output.durationMs,
  };
}

/** A summary that counts failures of which no name is left: a log that was cut or filtered. */
function unnamed(output: Output, reading: Reading): ReadCase[] {
  const counted = reading.counts?.failed ?? 0;
  if (counted === 0 || hasFailures(reading) || reading.passing === true) return [];
  const text = `${output.stdout}\n${output.stderr}`;
  return [
    {
      id: `(${counted} failures without a name)`,
      file: "",
      outcome: "failed",
      text,
      phase: "test",
    },
  ];
}

/** Two tests of one name are told apart by their order, so that an id is never ambiguous. */
function withUniqueIds(cases: readonly ReadCase[]): ReadCase[] {
  const seen = new Map<string, number>();
  return cases.map((test) => {
    const times = (seen.get(test.id) ?? 0) + 1;
    seen.set(test.id, times);
    return times === 1 ? test : { ...test, id: `${test.id} #${times}` };
  });
}

function toCase(test: ReadCase, framework: Framework): TestCase {
  if (test.outcome !== "failed")
    return { id: test.id, file: test.file, outcome: { kind: test.outcome } };
  const cause = test.cause ?? causeOf(test.text, test.phase, framework.rules);
  const message = clipped(test.text.trim());
  return {
    id: test.id,
    file: test.file,
    outcome: { kind: "failed", cause, message, location: locationIn(test) },
  };
}

function locationIn(test: ReadCase): string | null {
  if (test.file === "") return null;
  const at = test.text.indexOf(`${test.file}:`);
  const line = at === -1 ? null : /^:(\d+)/.exec(test.text.slice(at + test.file.length));
  return line === null ? null : `${test.file}:${line[1]}`;
}

function toLoads(load: ReadLoad, framework: Framework): LoadFailure[] {
  const message = clipped(load.text.trim());
  if (load.cause !== undefined) return [{ file: load.file, cause: load.cause, message }];
  const texts = framework.split?.(load.text) ?? [load.text];
  return texts.map((text) => ({
    file: load.file,
    cause: causeOf(text, load.phase ?? "load", framework.rules),
    message: texts.length === 1 ? message : clipped(text.trim()),
  }));
}

function countCases(cases: readonly ReadCase[]): {
  passed: number;
  failed: number;
  skipped: number;
} {
  const of = (outcome: string): number => cases.filter((test) => test.outcome === outcome).length;
  return { passed: of("passed"), failed: of("failed"), skipped: of("skipped") };
}

/** `tsc && runner`: the compiler stopped the line before the runner began. */
function notCompiled(loads: readonly ReadLoad[]): Reading {
  const counts = { passed: 0, failed: loads.length, skipped: 0 };
  return { ...nothing(), loads, counts };
}

function nothing(): Reading {
  return { cases: [], loads: [], counts: null, source: "text", cut: false, ended: true };
}

function printed(output: Output): string {
  const both = [output.stdout, output.stderr].filter((text) => text.trim() !== "").join("\n");
  return both.length <= OUTPUT_LIMIT ? both : `[…]\n${both.slice(-OUTPUT_LIMIT)}`;
}

function clipped(text: string): string {
  if (text.length <= MESSAGE_LIMIT) return text;
  return `${text.slice(0, MESSAGE_LIMIT / 2)}\n[…]\n${text.slice(-MESSAGE_LIMIT / 2)}`;
}
