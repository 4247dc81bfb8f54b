import type { Coverage } from "../domain/answers.ts";
import type { Event, TimedEvent } from "../domain/event.ts";
import type { RedVerdict } from "../domain/red-verdict.ts";
import type { TestCase, TestRun } from "../domain/test-run.ts";

/** What was seen at RED: of the whole issue, or of all its slices together. */
export interface RedSeen {
  readonly red: RedVerdict | null;
  readonly coverage: readonly Coverage[];
  /** By id; a test of several slices as it was when it failed. */
  readonly cases: ReadonlyMap<string, TestCase>;
  /** Of tests that a review had amended and that the code stands: they need not fail. */
  readonly standsAmended?: boolean;
}

/** The last word of each slice, one behind the other; of an issue that is one unit, the last word. */
export function foldRed(events: readonly TimedEvent[]): RedSeen {
  const seen = unitsOf(events.map(({ event }) => event)).map(unitSeen);
  const [first, ...more] = seen.filter((unit) => unit.red !== null || unit.coverage.length > 0);
  if (first === undefined) return seen[0] ?? { red: null, coverage: [], cases: new Map() };
  return more.reduce<RedSeen>(together, first);
}

/** What is seen at RED after a review is of tests that were amended: it stands beside what was seen before. */
const begins: ReadonlySet<Event["type"]> = new Set(["slice.begun", "cycle.begun", "review.given"]);

function unitsOf(events: readonly Event[]): readonly (readonly Event[])[] {
  const units: Event[][] = [[]];
  for (const event of events) {
    if (begins.has(event.type)) units.push([]);
    units.at(-1)?.push(event);
  }
  return units;
}

function unitSeen(events: readonly Event[]): RedSeen {
  const skipped = events.find((event) => event.type === "slice.skipped");
  if (skipped !== undefined)
    return {
      ...{ red: null, cases: new Map() },
      coverage: [{ criterion: skipped.id, tests: [], preserved: true }],
    };
  const covered = events.find((event) => event.type === "cycle.covered");
  if (covered !== undefined)
    return {
      ...{ red: null, cases: new Map() },
      coverage: covered.criteria.map((criterion) => ({ criterion, tests: [], preserved: true })),
    };
  const judged = events.findLast((event) => event.type === "red.judged");
  const ran = events.findLast((event) => event.type === "tests.ran" && event.purpose === "red");
  return {
    red: judged?.verdict ?? null,
    standsAmended:
      events[0]?.type === "review.given" && judged?.verdict.verdict === "already_satisfied",
    coverage: judged?.coverage ?? [],
    cases: casesOf(ran?.type === "tests.ran" ? ran.run : undefined),
  };
}

function together(one: RedSeen, two: RedSeen): RedSeen {
  const failing = [...two.cases].filter(
    ([id, test]) => test.outcome.kind === "failed" || !one.cases.has(id),
  );
  return {
    red:
      one.red !== null && two.red !== null
        ? bothVerdicts(one.red, two.red, two.standsAmended)
        : (one.red ?? two.red),
    coverage: [...one.coverage, ...two.coverage],
    cases: new Map([...one.cases, ...failing]),
  };
}

function bothVerdicts(one: RedVerdict, two: RedVerdict, needNotFail = false): RedVerdict {
  return {
    ...(needNotFail ? one : two),
    tests: [...one.tests, ...two.tests],
    warnings: [...one.warnings, ...two.warnings],
    missing: [...one.missing, ...two.missing],
  };
}

export function casesOf(run: TestRun | undefined): ReadonlyMap<string, TestCase> {
  return new Map(run?.kind === "finished" ? run.cases.map((test) => [test.id, test]) : []);
}
