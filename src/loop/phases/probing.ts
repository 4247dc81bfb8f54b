import type { Event } from "../../domain/event.ts";
import type { Result } from "../../domain/result.ts";
import type { Slice } from "../../domain/slice.ts";
import { layerOf, layerRank } from "../../domain/slice.ts";
import type { FinishedRun, TestRun } from "../../domain/test-run.ts";
import { failingNames } from "../../domain/test-run.ts";
import { block, want } from "../issue-command.ts";
import type { Decision, Grounded, ProbingState } from "../state.ts";
import { baselineProblem, setUpFix, takeLock } from "./baseline.ts";
import { decompose } from "./decomposing.ts";
import { lockedCommand, touchedProjects } from "./touched-projects.ts";
import { unexpected } from "./unexpected.ts";

/**
 * The suite before anybody is asked for slices (S3-8): a base that is not green costs no model's turn. In
 * a monorepo the projects to run follow from the slices, so there the lock comes first.
 */
export function probe(state: Grounded): Decision {
  if (state.ground.projects !== undefined) return decompose(state, 1, []);
  return run({ ...state, phase: "probing", before: null }, {});
}

function run(state: ProbingState, repeat: { repeat?: number }, events: readonly Event[] = []) {
  const testCommand = commandOf(state);
  const tree = state.ground.baseTree;
  return want(
    state,
    { kind: "run_tests", purpose: "baseline", tree, testCommand, ...repeat },
    events,
  );
}

function commandOf(state: Grounded): string {
  return lockedCommand(state, touchedProjects(state));
}

export function onProbed(state: ProbingState, result: Result): Decision {
  if (result.kind !== "tests_ran") return unexpected(state, result);
  const ran: Event = {
    ...{ type: "tests.ran", purpose: "baseline", run: result.run, sandbox: result.sandbox },
  };
  const { before } = state;
  if (before !== null) return onRepeated(state, before, result.run, [ran]);
  const provided = providedSlices(state, result.run);
  if (provided.length > 0) return takeProvided(state, provided, [ran]);
  const problem = baselineProblem(state, [], result.run);
  if (problem === null) return decompose(state, 1, [], [ran]);
  const isRed = result.run.kind === "finished" && failingNames(result.run).length > 0;
  if (isRed) return run({ ...state, before: result.run }, { repeat: 1 }, [ran]);
  return stop(state, problem, result.run, [ran]);
}

/** What fails in one run of the same tree and not in another is flaky: a person mends that first (S3-40). */
function onRepeated(
  state: ProbingState,
  before: TestRun,
  now: TestRun,
  events: readonly Event[],
): Decision {
  const first = before.kind === "finished" ? failingNames(before) : [];
  const second = now.kind === "finished" ? failingNames(now) : [];
  const shaky = [
    ...first.filter((name) => !second.includes(name)),
    ...second.filter((name) => !first.includes(name)),
  ];
  if (shaky.length === 0 || now.kind !== "finished")
    return stop(state, baselineProblem(state, [], before) ?? "", before, events);
  const names = shaky.slice(0, MOST_NAMED).map((name) => `"${name}"`);
  return block(
    state,
    {
      reason: "infrastructure",
      failed: `The suite is flaky on the untouched base: ${names.join(", ")} failed in one of two runs and not in the other.`,
      decision: "Mend that first: nothing can be proven with tests that change their mind.",
    },
    events,
  );
}

const MOST_NAMED = 5;

function stop(
  state: ProbingState,
  failed: string,
  now: TestRun,
  events: readonly Event[],
): Decision {
  const decision = setUpFix(commandOf(state), state.ground.lookedAt, now);
  return block(state, { reason: "infrastructure", failed, decision }, events);
}

/**
 * Tests that a person has written already: files that the issue names, that are in the base, and that hold
 * everything that fails there. They are authoritative (S3-40): each is a slice that begins at GREEN.
 */
function providedSlices({ spec, ground }: ProbingState, baseline: TestRun): readonly Slice[] {
  if (baseline.kind !== "finished" || spec.files.length === 0) return [];
  const named = spec.testLocations.filter((place) => ground.testPaths?.includes(place) === true);
  const failing = failingFiles(baseline);
  if (failing.length === 0 || !failing.every((file) => named.includes(file))) return [];
  const layers = spec.files.flatMap(({ path }) => layerOf(path, ground.layers ?? {}) ?? []);
  const layer = layers.sort((a, b) => layerRank(b) - layerRank(a))[0] ?? "application";
  return named
    .filter((file) => failing.includes(file))
    .map((testFile, index) => ({
      id: `S${index + 1}`,
      title: `the tests in ${testFile}`,
      behaviour: `What the tests in ${testFile} demand.`,
      ...{ layer, testFile, files: spec.files },
      after: Array.from({ length: index }, (_, earlier) => `S${earlier + 1}`),
    }));
}

function failingFiles({ cases, loadFailures }: FinishedRun): readonly string[] {
  const failed = cases.filter(({ outcome }) => outcome.kind === "failed").map(({ file }) => file);
  return [...new Set([...failed, ...loadFailures.map(({ file }) => file)])];
}

function takeProvided(
  state: ProbingState,
  slices: readonly Slice[],
  events: readonly Event[],
): Decision {
  const layers = state.ground.layers ?? {};
  const planned: Event = { type: "slices.planned", slices: [...slices], layers };
  return takeLock({ ...state, slices, provided: true }, [...events, planned]);
}
