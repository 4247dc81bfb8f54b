import type { Event } from "../../domain/event.ts";
import { testsNamed } from "../../domain/named-tests.ts";
import type { Written } from "../../domain/red-verdict.ts";
import type { ResultOf } from "../../domain/result.ts";
import type { FinishedRun, TestRun } from "../../domain/test-run.ts";
import { announcedTests } from "../../gates/red/gone-tests.ts";
import { judgeSuite } from "../../gates/suite.ts";
import { judgeMutations } from "../../gates/tamper/run-mutations.ts";
import type { Amending } from "../cycle-state.ts";
import { inCycle } from "../cycling.ts";
import type { Baselined, Decision, RedState } from "../state.ts";
import type { TestWork } from "../test-work.ts";
import { unitOf } from "../unit.ts";
import { writeTests } from "./red-turns.ts";

/** Only a tester changes tests (S4-24, S4-30): a fresh one, with the words that are about them. */
export function amendTests(
  state: Baselined,
  amending: Amending,
  events: readonly Event[],
): Decision {
  return writeTests(inCycle(state, { amending }), 1, [], events);
}

type Texts = ResultOf<"turn_taken">["testTexts"];

/** The tests in work with what a tester has changed of them. */
export function togetherWith(state: RedState, now: TestWork, texts: Texts): TestWork {
  const { cycling } = state;
  if (cycling?.amending?.about !== "dispute" || cycling.work === null) return now;
  const { work } = cycling;
  const paths = new Set(now.written.map(({ path }) => path));
  return {
    ...now,
    seal: { ...work.seal, ...now.seal },
    written: [
      ...now.written.map(({ path, isNew }) => ({ path, isNew: isNew || wasNew(work, path) })),
      ...work.written.filter(({ path }) => !paths.has(path)),
    ],
    announced: [...new Set([...stillAnnounced(work, texts), ...now.announced])],
    promised: {
      files: now.promised.files,
      modules: [...new Set([...work.promised.modules, ...now.promised.modules])],
      symbols: [...new Set([...work.promised.symbols, ...now.promised.symbols])],
    },
  };
}

/** Names of tests that it took away are waited for no longer, where all their files were seen. */
function stillAnnounced(work: TestWork, texts: Texts): readonly string[] {
  if (work.written.some(({ path }) => !(path in texts))) return work.announced;
  const named = [{ criterion: "", tests: [...work.announced], preserved: false }];
  return announcedTests(named, texts);
}

function wasNew({ written }: TestWork, path: string): boolean {
  return written.some((file) => file.path === path && file.isNew);
}

/**
 * A tester names the tests that it changed: those beside them that stand as they were prove what they did.
 */
export function withStanding(state: RedState, now: TestRun): RedState {
  const { cycling, work } = state;
  if (cycling?.amending?.about !== "dispute" || work === null || now.kind !== "finished")
    return state;
  const ids = now.cases.map(({ id }) => id);
  const named = new Set(work.coverage.flatMap(({ tests }) => tests));
  const standing = (cycling.work?.coverage ?? []).map((one) => ({
    ...one,
    tests: one.tests.filter((name) => !named.has(name) && testsNamed(name, ids).length > 0),
  }));
  const coverage = [...standing.filter(({ tests }) => tests.length > 0), ...work.coverage];
  return { ...state, work: { ...work, coverage } };
}

/**
 * What a run with amended tests is held against: tests of the run's own that an amendment took away or
 * renamed count no longer. Whatever the base had still does.
 */
export function heldAgainst(
  state: RedState,
  now: TestRun,
  written: readonly Written[] = state.work?.written ?? [],
): RedState {
  const before = unitOf(state).before;
  if (state.cycling?.amending?.about !== "findings" || before.kind !== "finished") return state;
  if (now.kind !== "finished") return state;
  return inCycle(state, { before: withoutAmended(state, { before, now, written }) });
}

interface Amended {
  readonly before: FinishedRun;
  readonly now: FinishedRun;
  readonly written: readonly Written[];
}

function withoutAmended(state: RedState, { before, now, written }: Amended): FinishedRun {
  const changed = new Set(written.map(({ path }) => path));
  const isThere = new Set(now.cases.map(({ id }) => id));
  const base = state.baseline.kind === "finished" ? state.baseline.cases : [];
  const ofBase = new Set(base.map(({ id }) => id));
  const cases = before.cases.filter(
    ({ id, file }) => ofBase.has(id) || (file === "" ? isThere.has(id) : !changed.has(file)),
  );
  const count = (kind: string): number => cases.filter((c) => c.outcome.kind === kind).length;
  const counts = { passed: count("passed"), failed: count("failed"), skipped: count("skipped") };
  return { ...before, cases, counts };
}

/** Amended tests that all pass: the code has stood the tighter demand, and the finding is settled (S4-30). */
export function standsAmended(
  state: RedState,
  { run, mutated = [] }: Pick<ResultOf<"tests_ran">, "run" | "mutated">,
): boolean {
  if (state.cycling?.amending?.about !== "findings" || run.kind !== "finished") return false;
  if (judgeMutations(mutated, state.restless).kind !== "pass") return false;
  return judgeSuite({ baseline: unitOf(state).before, redIds: [], run }).kind === "pass";
}
