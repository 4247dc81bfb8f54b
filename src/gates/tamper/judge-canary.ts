import type { CanaryRun, ObservedRun } from "../../domain/proof-evidence.ts";
import type { FinishedRun, TestCase } from "../../domain/test-run.ts";
import { failures } from "../../domain/test-run.ts";
import { isTestPath } from "../../domain/test-surface.ts";
import type { GateFinding } from "./finding.ts";
import { casesOf } from "./judge-run.ts";

/**
 * `spread`: tests after the one with the false assertion failed, too, as they may when they share
 * state with it. `overreacted`: tests before it did, which no false assertion can bring about.
 */
type Outcome = "noticed" | "spread" | "overreacted" | "survived" | "inconclusive";

/**
 * A false assertion must fail, and its own test only. It is tried several times with other
 * assertions, because one may stand in a test that does not reach it; only when none is noticed has
 * the referee been bent, or knows the code that these are not its tests.
 */
export function judgeCanary(main: ObservedRun, attempts: readonly CanaryRun[]): GateFinding[] {
  const outcomes = attempts.map((attempt) => outcomeOf(main, attempt));
  if (outcomes.includes("noticed")) return [];
  if (outcomes.includes("overreacted")) {
    const fix =
      "Implement what the tests call: with one assertion of a copy made false, tests that it does not stand in failed as well.";
    return [{ code: "COPY_DIFFERS", path: "", detail: "others_fail", fix }];
  }
  if (outcomes.includes("spread") || !outcomes.includes("survived")) return [];
  const counts = attempts.map(({ observed }) => casesOf(observed.run).length).join(",");
  const fix =
    "Leave the test framework and the comparison of values alone: an assertion that is false passed.";
  return [{ code: "CANARY_SURVIVED", path: "", detail: `fail=0,tests=${counts}`, fix }];
}

/**
 * Whether a turned assertion was noticed: a failure that the main run did not have, not of another
 * test file, and the command said so. A run that broke off, or a file that could not be loaded,
 * tells nothing of assertions.
 */
function outcomeOf(main: ObservedRun, attempt: CanaryRun): Outcome {
  const { observed, turned } = attempt;
  const { run, exitCode } = observed;
  if (run.kind !== "finished" || main.run.kind !== "finished") return "inconclusive";
  if (attempt.appended) return outcomeOfAppended(attempt, run);
  const before = new Set(failures(main.run).map(({ id }) => id));
  const isElsewhere = (file: string): boolean => isTestPath(file) && !turned.includes(file);
  const failing = failures(run).filter(({ id, file }) => !before.has(id) && !isElsewhere(file));
  if (failing.length > 0 && exitCode !== 0) return reachOf(attempt, run, failing);
  return run.loadFailures.length > main.run.loadFailures.length ? "inconclusive" : "survived";
}

/** False tests of ours: each that ran failed. That none ran says nothing of how it would have ended. */
function outcomeOfAppended({ owners, observed }: CanaryRun, run: FinishedRun): Outcome {
  const names = Object.values(owners).flat();
  const ours = casesOf(run).filter(({ id }) => names.some((name) => isNamed(id, name)));
  if (ours.length === 0) return "inconclusive";
  const allFailed = ours.every(({ outcome }) => outcome.kind === "failed");
  return allFailed && observed.exitCode !== 0 ? "noticed" : "survived";
}

/** How far the failures go beyond the tests that hold a turned assertion. */
function reachOf(
  { owners }: CanaryRun,
  run: FinishedRun,
  failing: readonly TestCase[],
): "noticed" | "spread" | "overreacted" {
  const reaches = Object.entries(owners).map(([file, names]) => {
    const cases = run.cases.filter((test) => test.file === file);
    const isOwn = ({ id }: TestCase): boolean => names.some((name) => isNamed(id, name));
    const own = cases.findIndex(isOwn);
    // Of a test that the report names otherwise nothing is known.
    if (own === -1) return "noticed";
    const others = failing.filter((test) => test.file === file && !isOwn(test));
    if (others.length === 0) return "noticed";
    const isEarlier = ({ id }: TestCase): boolean => cases.findIndex((c) => c.id === id) < own;
    return others.some(isEarlier) ? "overreacted" : "spread";
  });
  if (reaches.includes("overreacted")) return "overreacted";
  return reaches.includes("spread") ? "spread" : "noticed";
}

/** Whether an id is that of a test of this name: after its file or suite, before its parameters. */
function isNamed(id: string, name: string): boolean {
  const at = id.lastIndexOf(name);
  if (name === "" || at === -1) return false;
  const [before, after] = [id.slice(0, at), id.slice(at + name.length)];
  return /(?:^|[\s>:/.›|#])$/.test(before) && /^(?:$|\[|\s*[>:/›|])/.test(after);
}

/** Whether no attempt tells anything: no assertion could be made false, or none of them ran. */
export function isCanaryUntried(main: ObservedRun, attempts: readonly CanaryRun[]): boolean {
  return attempts.every((attempt) => outcomeOf(main, attempt) === "inconclusive");
}

/** Whether an attempt shows that a false assertion fails, so that no other has to be tried. */
export function wasNoticed(main: ObservedRun, attempt: CanaryRun): boolean {
  return outcomeOf(main, attempt) === "noticed";
}
