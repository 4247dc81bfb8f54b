import type { TestCase, TestRun } from "../../domain/test-run.ts";
import type { GateFinding } from "./finding.ts";

/** A test run together with how its process ended. */
export interface ObservedRun {
  readonly run: TestRun;
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly outputCut: boolean;
  /** Processes that the run left behind; they were ended. */
  readonly leftovers?: number;
  /** The limit that the run ran into: processes, memory or file_size. */
  readonly limit?: string;
}

export interface MainRunEvidence {
  /** The same command on the RED commit: which tests there are, and which of them it skips. */
  readonly red: ObservedRun;
  readonly now: ObservedRun;
  /** Test declarations counted in files that RED could not load, so that it named none of them. */
  readonly declared: number;
  /** What the run changed in the checkout, as "path" with a word for how. */
  readonly mutated: readonly { readonly path: string; readonly how: string }[];
}

/** The run in a fresh checkout: it ended well, with a report, and every test of RED ran and passed. */
export function judgeMainRun({ red, now, declared, mutated }: MainRunEvidence): GateFinding[] {
  const ended = endFindings(now);
  if (now.run.kind !== "finished" || !isReported(now.run)) return ended;
  return [
    ...ended,
    ...countFindings(red.run, now.run, declared),
    ...passFindings(red.run, now.run),
    ...mutated.map(({ path, how }) => ({
      code: "RUN_MUTATED_TREE",
      path,
      detail: how,
      fix: `Stop the code from writing to ${path} while it is tested: a test run leaves the tree as it is.`,
    })),
  ];
}

/** How the process ended, before anything it reports is believed. */
function endFindings({ run, exitCode, ...how }: ObservedRun): GateFinding[] {
  const cutShort = boundFindings({ run, exitCode, ...how });
  if (cutShort.length > 0) return cutShort;
  if (run.kind === "finished" && isReported(run)) {
    return exitCode === 0 && run.loadFailures.length === 0 && !failed(run)
      ? []
      : [finding("TESTS_FAIL", `rc=${exitCode}`, "Make every test pass in a fresh checkout.")];
  }
  const reported = exitCode !== 0 && run.kind !== "crashed";
  return reported
    ? [finding("TESTS_FAIL", `rc=${exitCode}`, "Make the test command run in a fresh checkout.")]
    : [finding("NO_REPORT", "", "Do not end the test process: its runner must write its report.")];
}

/** Bounds that the run went over, before anything it reports is believed (cases R01-R15). */
function boundFindings({ run, timedOut, outputCut, leftovers, limit }: ObservedRun): GateFinding[] {
  const found: GateFinding[] = [];
  if (limit !== undefined) {
    const fix = `Make the code need less: it ran into the limit on ${limit.replace("_", " ")}.`;
    found.push(finding("RESOURCE_LIMIT", limit, fix));
  }
  if (timedOut || run.kind === "timed_out") {
    found.push(finding("TIMEOUT", "", "Make the tests end: they ran out of time."));
  }
  if (outputCut) {
    found.push(finding("OUTPUT_LIMIT", "", "Make the code print less: its output was cut."));
  }
  if (leftovers !== undefined && leftovers > 0) {
    const fix = "End every process that the tests start: some still ran when the tests had ended.";
    found.push(finding("LEFTOVER_PROCESS", String(leftovers), fix));
  }
  return found;
}

/** A run of which nothing but the exit code is left reports nothing. */
function isReported({ source, cases, loadFailures }: Finished): boolean {
  return source === "report" || (source === "text" && cases.length + loadFailures.length > 0);
}

function failed(run: Finished): boolean {
  return run.cases.some(({ outcome }) => outcome.kind === "failed");
}

function countFindings(red: TestRun, now: Finished, declared: number): GateFinding[] {
  const expected = casesOf(red).map(({ id }) => id);
  const present = new Set(now.cases.map(({ id }) => id));
  const missing = expected.filter((id) => !present.has(id));
  const wanted = expected.length + declared;
  if (missing.length === 0 && now.cases.length >= wanted) return [];
  const first = missing[0] ?? "";
  const fix = `Let every test of RED run${first === "" ? "" : `, as "${first}" did`}: code that is tested must not end or replace the runner.`;
  return [{ code: "COUNT", path: "", detail: `${now.cases.length}!=${wanted}`, fix }];
}

type Finished = Extract<TestRun, { kind: "finished" }>;

/** The cases that a run could name; a file that did not load is none. */
function casesOf(run: TestRun): readonly TestCase[] {
  if (run.kind !== "finished") return [];
  const unloaded = new Set(run.loadFailures.map(({ file }) => file));
  return run.cases.filter(({ id }) => !unloaded.has(id));
}

function passFindings(red: TestRun, now: Finished): GateFinding[] {
  const skippedBefore = new Set(
    casesOf(red)
      .filter(({ outcome }) => outcome.kind === "skipped")
      .map(({ id }) => id),
  );
  const idle = now.cases.filter(
    ({ id, outcome }) =>
      outcome.kind === "failed" || (outcome.kind === "skipped" && !skippedBefore.has(id)),
  );
  return idle.map(({ id, outcome }) => ({
    code: "NOT_ALL_PASS",
    path: "",
    detail: `${outcome.kind}: ${id}`,
    fix: `Make "${id}" pass: it ${outcome.kind === "failed" ? "fails" : "is skipped"}.`,
  }));
}

/**
 * The same tests where CI is set and the clock is shifted: code must not behave for the occasion.
 * @param shaky ids that do not stand that even at RED, whoever wrote them
 */
export function judgeOtherEnvironment(
  main: ObservedRun,
  other: ObservedRun,
  shaky: ReadonlySet<string>,
): GateFinding[] {
  return brokenElsewhere(main, other)
    .filter((id) => !shaky.has(id))
    .map((id) =>
      finding(
        "ENV_DEPENDENT",
        id,
        `Make "${id}" pass in CI and on any day: it passed, and then did not when CI was set and the clock was shifted.`,
      ),
    );
}

/** Tests that pass in one run and do not in another; "(run)" when that one did not finish. */
export function brokenElsewhere(main: ObservedRun, other: ObservedRun): string[] {
  const passed = (run: TestRun): string[] =>
    casesOf(run)
      .filter(({ outcome }) => outcome.kind === "passed")
      .map(({ id }) => id);
  const there = new Set(passed(other.run));
  const broken = passed(main.run).filter((id) => !there.has(id));
  return other.run.kind === "finished" || broken.length > 0 ? broken : ["(run)"];
}

/** Held-out tests pass, and there are more tests with them than without. */
export function judgeHoldout(main: ObservedRun, withHoldout: ObservedRun): GateFinding[] {
  const fix =
    "Implement what the criteria say in general: tests of the same criteria that were kept back do not pass.";
  const before = casesOf(main.run).length;
  const { run, exitCode } = withHoldout;
  const cases = casesOf(run);
  const passes = run.kind === "finished" && exitCode === 0 && run.loadFailures.length === 0;
  const allPass = cases.every(({ outcome }) => outcome.kind !== "failed");
  if (passes && allPass && cases.length > before) return [];
  const count = cases.filter(({ outcome }) => outcome.kind === "passed").length;
  return [{ code: "HOLDOUT_FAIL", path: "", detail: `rc=${exitCode},pass=${count}`, fix }];
}

/** How the tests came out with one assertion a file turned false. */
export interface CanaryRun {
  readonly observed: ObservedRun;
  /** How many assertions were turned: one a file. */
  readonly turned: number;
}

/**
 * A false assertion must fail. It is tried several times with other assertions, because one may
 * stand in a test that does not reach it; only when none is noticed has the referee been bent.
 */
export function judgeCanary(main: ObservedRun, attempts: readonly CanaryRun[]): GateFinding[] {
  if (attempts.length === 0 || attempts.some(({ observed }) => wasNoticed(main, observed))) {
    return [];
  }
  const counts = attempts.map(({ observed }) => casesOf(observed.run).length).join(",");
  const fix =
    "Leave the test framework and the comparison of values alone: an assertion that is false passed.";
  return [{ code: "CANARY_SURVIVED", path: "", detail: `fail=0,tests=${counts}`, fix }];
}

/** Whether a run shows at least one failure that the main run did not have, by the report. */
export function wasNoticed(main: ObservedRun, { run, exitCode }: ObservedRun): boolean {
  if (run.kind !== "finished" || run.loadFailures.length > 0) return exitCode !== 0;
  return exitCode !== 0 && failed(run) && casesOf(run).length >= 1 && main.run.kind === "finished";
}

function finding(code: string, detail: string, fix: string): GateFinding {
  return detail === "" ? { code, path: "", fix } : { code, path: "", detail, fix };
}
