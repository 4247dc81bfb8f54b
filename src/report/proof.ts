import type { Coverage } from "../domain/answers.ts";
import type { TimedEvent } from "../domain/event.ts";
import { testsNamed } from "../domain/named-tests.ts";
import type { RedVerdict, TestVerdict } from "../domain/red-verdict.ts";
import type { Criterion } from "../domain/spec.ts";
import type { TestCase, TestRun } from "../domain/test-run.ts";
import { isWholeRun } from "../domain/test-run.ts";
import { casesOf, foldRed } from "./red-seen.ts";

/** What one test did on its way from RED to GREEN. `missing`: the run did not report it; `no_test`: only a name was claimed. */
export interface TestProof {
  readonly id: string;
  readonly file: string;
  readonly red: TestVerdict | null;
  /** What the test said when it failed at RED. */
  readonly redMessage: string;
  readonly green: "passed" | "failed" | "skipped" | "missing" | "not_run" | "no_test";
}

/** One criterion and the tests that prove it. */
export interface CriterionProof {
  readonly criterion: Criterion;
  /** Nothing changes by it: tests that existed before hold it. */
  readonly preserved: boolean;
  /** A test of it passed before its turn came, so that there was nothing left to do. */
  readonly wasThere: boolean;
  readonly tests: readonly TestProof[];
}

export interface Proof {
  readonly criteria: readonly CriterionProof[];
  /** New tests that no criterion claims. */
  readonly others: readonly TestProof[];
  readonly red: RedVerdict | null;
  /** Tests that passed at baseline and do not pass in the last run. */
  readonly regressions: readonly string[];
  /** Tests that failed at baseline and fail still: known before, and not blamed on the run. */
  readonly known: readonly string[];
}

type Ran = Extract<TimedEvent["event"], { type: "tests.ran" }>;

/** Which tests prove which criterion, seen to fail at RED and to pass at the end. */
export function foldProof(events: readonly TimedEvent[]): Proof {
  const { red, coverage, cases: redCases } = foldRed(events);
  const runs = events.flatMap(({ event }) => (event.type === "tests.ran" ? [event] : []));
  const last = runs.findLast((run) => isAfterRed(run))?.run;
  const ids = idsIn(red, redCases, last);
  const isClaim = (id: string) => last?.kind === "finished" && !holds(ids, id);
  const prove = (id: string): TestProof => {
    const proof = proofOf(id, red, redCases, last);
    return isClaim(id) ? { ...proof, green: "no_test" } : proof;
  };
  const skipped = new Set(
    events.flatMap(({ event }) => (event.type === "slice.skipped" ? [event.id] : [])),
  );
  const criteria = criteriaOf(events).map((criterion) => {
    const covers = coverage.filter((c) => isOf(c, criterion));
    return {
      criterion,
      preserved: covers.some((c) => c.preserved),
      wasThere: skipped.has(criterion.id),
      tests: [...new Set(covers.flatMap((c) => c.tests).flatMap((t) => idsOf(t, ids)))].map(prove),
    };
  });
  const claimed = new Set(criteria.flatMap((row) => row.tests.map((test) => test.id)));
  const others = (red?.tests ?? []).filter((test) => !claimed.has(test.id)).map((t) => prove(t.id));
  return {
    criteria,
    others,
    red,
    regressions: regressionsOf(runs, last),
    known: knownIn(runs, last),
  };
}

function idsIn(
  red: RedVerdict | null,
  redCases: ReadonlyMap<string, TestCase>,
  last: TestRun | undefined,
): readonly string[] {
  const judged = (red?.tests ?? []).map((test) => test.id);
  return [...new Set([...judged, ...redCases.keys(), ...casesOf(last).keys()])];
}

/** Where a command is one test as a whole, every name means it. */
function holds(ids: readonly string[], id: string): boolean {
  return ids.some((one) => one === id || isWholeRun(one));
}

function isAfterRed(run: Ran): boolean {
  return run.purpose !== "baseline" && run.purpose !== "red";
}

/** The slices where the issue was cut; else its criteria, or a planner's own where it has none. */
function criteriaOf(events: readonly TimedEvent[]): readonly Criterion[] {
  const slices = lastOf(events, "slices.planned")?.slices ?? [];
  if (slices.length > 0) return slices.map(({ id, behaviour }) => ({ id, text: behaviour }));
  const read = lastOf(events, "spec.read")?.criteria ?? [];
  if (read.length > 0) return read;
  const proposed = lastOf(events, "plan.proposed")?.criteria ?? [];
  return proposed.map((text, i) => ({ id: `C${i + 1}`, text }));
}

function isOf(coverage: Coverage, { id, text }: Criterion): boolean {
  const named = coverage.criterion.trim();
  return named === id || named === text.trim() || named.startsWith(`${id}:`);
}

/** A name that no test has is kept: the reader must see that it was claimed. */
function idsOf(named: string, ids: readonly string[]): readonly string[] {
  const meant = testsNamed(named, ids);
  return meant.length > 0 ? meant : [named];
}

function proofOf(
  id: string,
  red: RedVerdict | null,
  redCases: ReadonlyMap<string, TestCase>,
  last: TestRun | undefined,
): TestProof {
  const lastCases = casesOf(last);
  const atRed = redCases.get(id);
  const atEnd = lastCases.get(id);
  const absent = last === undefined ? "not_run" : "missing";
  return {
    id,
    file: atRed?.file ?? atEnd?.file ?? "",
    red: red?.tests.find((test) => test.id === id) ?? null,
    redMessage: atRed?.outcome.kind === "failed" ? atRed.outcome.message : "",
    green: atEnd?.outcome.kind ?? absent,
  };
}

function regressionsOf(runs: readonly Ran[], last: TestRun | undefined): readonly string[] {
  return failingSince(runs, last, "passed");
}

function knownIn(runs: readonly Ran[], last: TestRun | undefined): readonly string[] {
  return failingSince(runs, last, "failed");
}

/** Tests that fail in the last run, and ended at baseline as is said. */
function failingSince(
  runs: readonly Ran[],
  last: TestRun | undefined,
  before: "passed" | "failed",
): readonly string[] {
  if (last?.kind !== "finished") return [];
  const baseline = casesOf(runs.findLast((run) => run.purpose === "baseline")?.run);
  return last.cases
    .filter(({ id, outcome }) => outcome.kind === "failed" && endedAs(baseline, id, before))
    .map((test) => test.id);
}

function endedAs(cases: ReadonlyMap<string, TestCase>, id: string, kind: string): boolean {
  return cases.get(id)?.outcome.kind === kind;
}

/** The last event of a type, or null. */
export function lastOf<T extends TimedEvent["event"]["type"]>(
  events: readonly TimedEvent[],
  type: T,
): Extract<TimedEvent["event"], { type: T }> | null {
  const found = events.findLast(({ event }) => event.type === type)?.event;
  return (found as Extract<TimedEvent["event"], { type: T }> | undefined) ?? null;
}
