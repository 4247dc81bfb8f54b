import type { ObservedRun, TreeMutation } from "../../domain/proof-evidence.ts";
import type { FinishedRun, TestCase, TestRun } from "../../domain/test-run.ts";
import { networkDeniedFix, saysNetworkDenied } from "../red/network-denied.ts";
import type { GateFinding } from "./finding.ts";
import { mutationFindings } from "./run-mutations.ts";

export interface MainRunEvidence {
  /** The run of the untouched base, whose failures are nobody's fault; null when there was none. */
  readonly baseline?: TestRun | null;
  /** The same command on the RED commit: which tests there are, and which of them it skips. */
  readonly red: ObservedRun;
  readonly now: ObservedRun;
  /** Test declarations counted in files that RED could not load, so that it named none of them. */
  readonly declared: number;
  readonly mutated: readonly TreeMutation[];
}

/** The run in a fresh checkout: it ended well, with a report, and every test of RED ran and passed. */
export function judgeMainRun(evidence: MainRunEvidence): GateFinding[] {
  const { red, now, declared, mutated } = evidence;
  const known = knownFailures(evidence.baseline ?? null);
  const ended = endFindings(now, known, reports(red.run));
  if (now.run.kind !== "finished" || !isReported(now.run)) return ended;
  const missing = countFindings(red.run, now.run, declared);
  // A process that calls itself well while tests are missing was ended by the code under test: that
  // is what has to be put right, and the file that did not load is how it shows (case M02).
  const isCutShort = now.exitCode === 0 && missing.length > 0;
  return [
    ...(isCutShort ? [...missing, ...ended] : [...ended, ...missing]),
    ...passFindings(red.run, now.run, known),
    ...mutationFindings(mutated),
  ];
}

interface KnownFailures {
  readonly names: ReadonlySet<string>;
  /** The command of the untouched base failed already. */
  readonly exit: boolean;
  /** Its report did not agree with what was printed, either. */
  readonly disputed: boolean;
}

function knownFailures(baseline: TestRun | null): KnownFailures {
  if (baseline?.kind !== "finished") return { names: new Set(), exit: false, disputed: false };
  const failing = baseline.cases.filter(({ outcome }) => outcome.kind === "failed");
  const names = [...failing.map(({ id }) => id), ...baseline.loadFailures.map(({ file }) => file)];
  const disputed = baseline.disputed !== undefined;
  return { names: new Set(names), exit: baseline.exitCode !== 0, disputed };
}

/** Whether the command can be expected to name its tests: it did at RED, or RED was no run at all. */
function reports(red: TestRun): boolean {
  return red.kind !== "finished" || isReported(red);
}

/** How the process ended, before anything it reports is believed. */
function endFindings(
  observed: ObservedRun,
  known: KnownFailures,
  expectsReport: boolean,
): GateFinding[] {
  const { run, exitCode } = observed;
  const cutShort = boundFindings(observed);
  if (cutShort.length > 0) return cutShort;
  if (run.kind === "finished" && (isReported(run) || !expectsReport)) {
    return reportFindings(run, exitCode, known);
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

function reportFindings(
  run: FinishedRun,
  exitCode: number | null,
  known: KnownFailures,
): GateFinding[] {
  const endedWell = exitCode === 0 || known.exit;
  if (!endedWell || freshFailures(run, known).length > 0) {
    if (wantsNetwork(run, known)) return [finding("NETWORK_DENIED", "", networkDeniedFix)];
    return [finding("TESTS_FAIL", `rc=${exitCode}`, "Make every test pass in a fresh checkout.")];
  }
  if (run.disputed === undefined || known.disputed) return [];
  return [finding("NO_REPORT", run.disputed, disputedFix)];
}

const disputedFix =
  "Leave the runner's report alone: it does not agree with what the runner printed.";

/** A run of which nothing but the exit code is left reports nothing. */
function isReported({ source, cases, loadFailures }: FinishedRun): boolean {
  return source === "report" || (source === "text" && cases.length + loadFailures.length > 0);
}

function freshFailures(run: FinishedRun, known: KnownFailures): string[] {
  const failing = run.cases.filter(({ outcome }) => outcome.kind === "failed");
  const names = [...failing.map(({ id }) => id), ...run.loadFailures.map(({ file }) => file)];
  return names.filter((name) => !known.names.has(name));
}

/** Every test that fails now says that it found no network: then that is what to put right. */
function wantsNetwork({ cases, loadFailures }: FinishedRun, known: KnownFailures): boolean {
  const fresh = [
    ...cases.flatMap(({ id, outcome }) =>
      outcome.kind === "failed" && !known.names.has(id) ? [outcome.message] : [],
    ),
    ...loadFailures.flatMap(({ file, message }) => (known.names.has(file) ? [] : [message])),
  ];
  return fresh.length > 0 && fresh.every(saysNetworkDenied);
}

function countFindings(red: TestRun, now: FinishedRun, declared: number): GateFinding[] {
  const expected = casesOf(red).map(({ id }) => id);
  const present = new Set(now.cases.map(({ id }) => id));
  const missing = expected.filter((id) => !present.has(id));
  const wanted = expected.length + declared;
  if (missing.length === 0 && now.cases.length >= wanted) return [];
  const first = missing[0] ?? "";
  const fix = `Let every test of RED run${first === "" ? "" : `, as "${first}" did`}: code that is tested must not end or replace the runner.`;
  return [{ code: "COUNT", path: "", detail: `${now.cases.length}!=${wanted}`, fix }];
}

/** The cases that a run could name; a file that did not load is none. */
export function casesOf(run: TestRun): readonly TestCase[] {
  if (run.kind !== "finished") return [];
  const unloaded = new Set(run.loadFailures.map(({ file }) => file));
  return run.cases.filter(({ id }) => !unloaded.has(id));
}

function passFindings(red: TestRun, now: FinishedRun, known: KnownFailures): GateFinding[] {
  const skippedBefore = new Set(
    casesOf(red)
      .filter(({ outcome }) => outcome.kind === "skipped")
      .map(({ id }) => id),
  );
  const idle = now.cases.filter(
    ({ id, outcome }) =>
      (outcome.kind === "failed" && !known.names.has(id)) ||
      (outcome.kind === "skipped" && !skippedBefore.has(id)),
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

function finding(code: string, detail: string, fix: string): GateFinding {
  return detail === "" ? { code, path: "", fix } : { code, path: "", detail, fix };
}
