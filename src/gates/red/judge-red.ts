import type {
  Asked,
  Promised,
  RedVerdict,
  TestVerdict,
  Written,
} from "../../domain/red-verdict.ts";
import type { FinishedRun, TestRun } from "../../domain/test-run.ts";
import { disputeIn } from "../../domain/test-run.ts";
import { unreachable } from "../../domain/unreachable.ts";
import { brokenByWriter } from "./broken-by-writer.ts";
import { cutFix, fixFor } from "./fixes.ts";
import { newFlakyTests, whyFlaky } from "./flaky.ts";
import type { RedReason } from "./honesty.ts";
import { isHonest, reasonOf, whyOf } from "./honesty.ts";
import { movingWords } from "./moving-words.ts";
import { saysNetworkDenied } from "./network-denied.ts";
import type { NewInRun, RedThing } from "./new-failures.ts";
import { newInRun } from "./new-failures.ts";
import { RIGHT_FIRST, strongest, WRONG_FIRST } from "./reason-order.ts";

/** What the judge is shown; nothing is read from anywhere else. */
export interface RedEvidence {
  /** The run before the new tests; null when there was none. */
  readonly baseline: TestRun | null;
  readonly now: TestRun;
  readonly promised: Promised;
  /** More runs of the same tree: a test that does not end alike in all of them is flaky. */
  readonly repeats?: readonly TestRun[];
  /** What the new tests' text asks for, where it is known. */
  readonly asks?: readonly Asked[];
  /** Ids of tests that must be among the new ones, as the writer claimed. */
  readonly requiredTests?: readonly string[];
  /** What the writer changed; absent for a recorded run, of which that is not known. */
  readonly written?: readonly Written[];
}

/**
 * Whether the new tests are RED for the right reason (S0-18, S0-20): at least one fails, and every
 * new failure is an assertion, a not-implemented marker, or a name that the plan promised. Pure: the
 * same evidence gives the same verdict. `tests` holds one verdict for each new test; a file that did
 * not load stands there under its own path. A profile that forbids new tests that pass already has
 * to look for `already_satisfied` in `tests`: the verdict of the run is about those that fail.
 */
export function judgeRed(evidence: RedEvidence): RedVerdict {
  const { now } = evidence;
  switch (now.kind) {
    case "finished":
      return judgeFinished(evidence, now);
    case "did_not_start":
      return judgeCases(evidence, {
        red: [{ id: now.framework, file: "", cause: now.cause, message: now.why }],
        passing: [],
        skipped: [],
        old: [],
      });
    case "timed_out":
      return wrong("timeout", `the run did not end within ${Math.round(now.afterMs / 1000)} s`);
    case "crashed":
      return wrong("crash", now.why);
    default:
      return unreachable(now);
  }
}

function judgeFinished(evidence: RedEvidence, now: FinishedRun): RedVerdict {
  const fresh = newInRun(evidence.baseline, now);
  const flaky = newFlakyTests([now, ...(evidence.repeats ?? [])], evidence.baseline);
  if (flaky.length > 0) return wrong(whyFlaky(evidence.asks), flaky.join(", "));
  const broken = brokenByWriter(evidence.baseline, now, evidence.written);
  if (broken.length > 0) return wrong("broke_old", broken.join(", "));
  const absent = (evidence.requiredTests ?? []).filter((id) => !ranNow(id, now));
  const judged = judgeCases(evidence, fresh, now);
  const warnings = [
    ...judged.warnings,
    ...movingWords(evidence, fresh.red),
    ...absent.map((id) => `${id} was announced and did not run`),
  ];
  const disputed = disputeIn(now, evidence.baseline);
  if (disputed !== null) return { ...wrong("disputed", disputed), verdict: "cannot_judge" };
  const isPartial = now.cut === true || (now.unnamed === true && hadFailures(evidence.baseline));
  return isPartial ? cutShort({ ...judged, warnings }) : { ...judged, warnings };
}

/** Failures without a name may be those of before. */
function hadFailures(baseline: TestRun | null): boolean {
  return baseline?.kind === "finished" && baseline.counts.failed > 0;
}

/** What a cut report does not say may be anything: only what is wrong already stays judged. */
function cutShort(judged: RedVerdict): RedVerdict {
  if (judged.verdict === "wrong_reason" && judged.reason !== "no_tests") return judged;
  return { ...wrong("crash", "the report ends early"), fix: cutFix, verdict: "cannot_judge" };
}

function ranNow(id: string, now: FinishedRun): boolean {
  return (
    now.cases.some((test) => test.id === id) ||
    now.loadFailures.some((load) => load.file === id || id.startsWith(load.file))
  );
}

function judgeCases(evidence: RedEvidence, fresh: NewInRun, now?: FinishedRun): RedVerdict {
  const tests = [
    ...fresh.red.map((thing) => verdictOf(thing, evidence.promised)),
    ...fresh.passing.map(satisfied),
    ...fresh.skipped.map((test) => ({ ...satisfied(test), why: "skipped: it proves nothing yet" })),
  ];
  const wrongOnes = fresh.red.filter((thing) => !isHonest(thing.cause, evidence.promised));
  if (wrongOnes.length > 0) return wrongReasons(wrongOnes, tests, evidence.promised);
  if (fresh.red.length === 0) return { ...nothingRed(evidence, fresh, now), tests };
  return rightReason(fresh.red, tests, evidence, now);
}

function rightReason(
  red: readonly RedThing[],
  tests: TestVerdict[],
  evidence: RedEvidence,
  now: FinishedRun | undefined,
): RedVerdict {
  const missing = red.flatMap(({ cause }) => ("name" in cause ? [missingOf(cause)] : []));
  const passing = tests.filter((test) => test.verdict === "already_satisfied");
  return {
    verdict: "right_reason",
    reason: strongest(
      red.map((thing) => reasonOf(thing.cause, evidence.promised)),
      RIGHT_FIRST,
    ),
    fix: "",
    needsScaffold: missing.length > 0,
    missing: unique(missing),
    tests,
    warnings: [
      ...(now?.contradictions ?? []),
      ...passing.map((test) => `${test.id} passes already`),
    ],
  };
}

function missingOf(cause: {
  kind: string;
  name: string;
  target?: "module" | "symbol";
}): RedVerdict["missing"][number] {
  return { target: cause.target ?? "module", name: cause.name };
}

function wrongReasons(
  things: readonly RedThing[],
  tests: TestVerdict[],
  promised: Promised,
): RedVerdict {
  const reasons = things.map((thing) => reasonOf(thing.cause, promised));
  const reason = strongest(reasons, WRONG_FIRST);
  const worst = things[reasons.indexOf(reason)];
  if (reason === "setup_error" && saysNetworkDenied(worst?.message ?? ""))
    return { ...wrong("network_denied", firstLine(worst?.message ?? ""), worst), tests };
  const verdict = reason === "runner_missing" ? "cannot_judge" : "wrong_reason";
  return { ...wrong(reason, firstLine(worst?.message ?? ""), worst), verdict, tests };
}

/** Nothing new is red: did anything run at all, and was it red before? */
function nothingRed(
  evidence: RedEvidence,
  fresh: NewInRun,
  now: FinishedRun | undefined,
): RedVerdict {
  const ran = now === undefined ? 0 : now.counts.passed + now.counts.failed + fresh.old.length;
  const loads = now?.loadFailures.length ?? 0;
  const empty = newlyEmpty(evidence, now);
  if (empty.length > 0) return wrong("no_tests", `${empty.join(", ")} registered no test`);
  if (ran === 0 && loads === 0) return wrong("no_tests", "no test ran");
  if (fresh.old.length > 0 || loads > 0) {
    return wrong("baseline_only", `what fails now failed before: ${fresh.old.join(", ")}`);
  }
  const why = fresh.skipped.length > 0 ? "the new tests are skipped" : "every test passes";
  return {
    ...wrong("passes_already", why),
    verdict: "already_satisfied",
    warnings: evidence.now.kind === "finished" ? evidence.now.contradictions : [],
  };
}

function newlyEmpty(evidence: RedEvidence, now: FinishedRun | undefined): string[] {
  const before = evidence.baseline?.kind === "finished" ? evidence.baseline.emptyFiles : [];
  return (now?.emptyFiles ?? []).filter((file) => before?.includes(file) !== true);
}

function verdictOf(thing: RedThing, promised: Promised): TestVerdict {
  const honest = isHonest(thing.cause, promised);
  return {
    id: thing.id,
    verdict: honest ? "right_reason" : "wrong_reason",
    cause: thing.cause,
    why: whyOf(thing.cause, promised),
  };
}

function satisfied(test: { readonly id: string }): TestVerdict {
  return {
    id: test.id,
    verdict: "already_satisfied",
    cause: null,
    why: "passes before any implementation",
  };
}

function wrong(reason: RedReason, detail: string, thing?: RedThing): RedVerdict {
  return {
    verdict: "wrong_reason",
    reason,
    fix: fixFor(reason, detail, thing?.id ?? null),
    needsScaffold: false,
    missing: [],
    tests: [],
    warnings: [],
  };
}

function unique(missing: RedVerdict["missing"]): RedVerdict["missing"] {
  const byName = new Map(missing.map((one) => [`${one.target} ${one.name}`, one]));
  return [...byName.values()];
}

function firstLine(text: string): string {
  return (
    text
      .split("\n")
      .find((line) => line.trim() !== "")
      ?.trim() ?? ""
  );
}
