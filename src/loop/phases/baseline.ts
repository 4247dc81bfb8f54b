import { readAs } from "../../domain/detected.ts";
import type { Event } from "../../domain/event.ts";
import type { Lock } from "../../domain/lock.ts";
import type { TestProject } from "../../domain/projects.ts";
import { placeOf, projectName } from "../../domain/projects.ts";
import type { Result, ResultOf } from "../../domain/result.ts";
import { steadyRun } from "../../domain/steady-run.ts";
import type { FinishedRun, TestRun } from "../../domain/test-run.ts";
import { failingNames } from "../../domain/test-run.ts";
import { firstCycle } from "../cycling.ts";
import { block, want } from "../issue-command.ts";
import { lockOrigin } from "../lock-origin.ts";
import type { Decision, Grounded, RunState } from "../state.ts";
import { beginUnit } from "./begin-unit.ts";
import type { Touched } from "./touched-projects.ts";
import { lockedCommand, noCommandIn, testFilesOf, touchedProjects } from "./touched-projects.ts";
import { unexpected } from "./unexpected.ts";

type Locking = Extract<RunState, { phase: "locking" }>;
type AtBaseline = Extract<RunState, { phase: "baseline" }>;

/** Fixes what the run may touch, before the first edit; nothing widens it afterwards (S0-44). */
export function takeLock(state: Grounded, events: readonly Event[] = []): Decision {
  const touched = touchedProjects(state);
  if (touched.kind === "no_command") return block(state, noCommandIn(touched.project), events);
  const lock = lockOf(state, touched);
  return want({ ...state, phase: "locking", lock }, { kind: "take_lock", lock }, events);
}

function lockOf(state: Grounded, touched: Exclude<Touched, { kind: "no_command" }>): Lock {
  const { request, spec, ground } = state;
  return {
    ...lockOrigin(request, ground),
    allowlist: [...spec.files],
    testFiles: testFilesOf(spec.testLocations, ground.testLocations, touched),
    testCommand: lockedCommand(state, touched),
    ...(touched.kind === "projects" ? { projects: [...touched.projects] } : {}),
    redFirst: true,
  };
}

export function onLocked(state: Locking, result: Result): Decision {
  if (result.kind !== "lock_taken") return unexpected(state, result);
  const { lock } = state;
  const taken: Event = { type: "lock.taken", lock, digest: result.digest, ...testsOf(state) };
  const { baseTree } = state.ground;
  const shown = want(state, { kind: "publish", stage: "started", sha: null }, [taken]);
  const baselined = want(
    { ...state, phase: "baseline", issued: shown.state.issued, pending: shown.state.pending },
    {
      kind: "run_tests",
      purpose: "baseline",
      tree: baseTree,
      testCommand: state.lock.testCommand,
    },
  );
  return {
    state: baselined.state,
    commands: [...shown.commands, ...baselined.commands],
    events: shown.events,
  };
}

/** Which framework is assumed, and why; old journals do not know. */
function testsOf({ lock, ground, request }: Locking): { readonly tests?: string } {
  if (lock.projects !== undefined || ground.why === undefined) return {};
  const { framework } = request.config;
  const configured = { framework: framework ?? null, why: "as configured" };
  const assumed =
    framework === undefined ? { framework: ground.framework, why: ground.why } : configured;
  return { tests: readAs(lock.testCommand, assumed) };
}

/** The whole suite once, before anything changes: known failures are never blamed on the run. */
export function onBaseline(state: AtBaseline, result: Result): Decision {
  if (result.kind !== "tests_ran") return unexpected(state, result);
  const { sandbox } = result;
  const { provided = false, first } = state;
  if (first === undefined && isToRepeat(state, result.run)) return repeat(state, result);
  const { run, restless } = steadied(state, result);
  const ran: Event = { type: "tests.ran", purpose: "baseline", run, sandbox };
  const rules = provided ? { ...state.request.rules, baseline: "record" as const } : null;
  const held = rules === null ? state : { ...state, request: { ...state.request, rules } };
  const problem = baselineProblem(held, state.lock.projects ?? [], run);
  if (problem !== null) {
    const decision = setUpFix(state.lock.testCommand, state.ground.lookedAt, run);
    return block(state, { reason: "infrastructure", failed: problem, decision }, [ran]);
  }
  const slicing =
    state.slices === undefined ? null : { slices: state.slices, index: 0, provided, last: null };
  const cycles = state.request.rules.redUnit === "cycle" ? { cycling: firstCycle } : {};
  return beginUnit({ ...state, baseline: run, restless, slicing, ...cycles }, [ran]);
}

/** A base that is green costs one run; where something fails, a second one tells failing from flaky. */
function isToRepeat({ request, provided = false }: AtBaseline, run: TestRun): run is FinishedRun {
  if (run.kind !== "finished" || provided) return false;
  return request.rules.baseline !== "require_green" && failingNames(run).length > 0;
}

function repeat(state: AtBaseline, result: ResultOf<"tests_ran">): Decision {
  const { run, sandbox } = result;
  if (run.kind !== "finished") return unexpected(state, result);
  const first = { run, restless: changedBy(result) };
  const { testCommand } = state.lock;
  const tree = state.ground.baseTree;
  return want(
    { ...state, first },
    { kind: "run_tests", purpose: "baseline", tree, testCommand, repeat: 1 },
    [{ type: "tests.ran", purpose: "baseline", run, sandbox }],
  );
}

function steadied({ first }: AtBaseline, result: ResultOf<"tests_ran">) {
  if (first === undefined) return { run: result.run, restless: changedBy(result) };
  const restless = [...first.restless, ...changedBy(result)];
  return { run: steadyRun(first.run, result.run), restless };
}

function changedBy({ mutated = [] }: ResultOf<"tests_ran">): readonly string[] {
  return mutated.map(({ path }) => path);
}

/** What installs the runner, where that is what is missing. */
export function setUpFix(testCommand: string, lookedAt: readonly string[], run: TestRun): string {
  const isMissing = run.kind === "did_not_start" && run.cause.kind === "runner_missing";
  if (isMissing && lookedAt.includes("package.json"))
    return "The test runner is not installed: run `npm ci` here, or set `setup: npm ci` in .github/tdd-loop.yml, then run again.";
  return `Can \`${testCommand}\` be run here? Fix the set-up (\`setup:\`, \`carry:\` or \`testCommand:\` in .github/tdd-loop.yml), then run again.`;
}

/** S0-45: a runner that does not start is an infrastructure failure; greenfield is not. */
export function baselineProblem(
  { ground, request }: Grounded,
  projects: readonly TestProject[],
  run: TestRun,
): string | null {
  if (run.kind === "timed_out")
    return `The tests did not end within ${Math.round(run.afterMs / 1000)} s on the untouched base.`;
  if (run.kind === "crashed") return `The test runner crashed on the untouched base: ${run.why}`;
  if (run.kind === "did_not_start") {
    const missing = run.cause.kind === "runner_missing" || run.cause.kind === "dependency_missing";
    if (!missing && ground.testLocations.length === 0) return null;
    return `The tests do not start on the untouched base: ${run.why}`;
  }
  const silent = projectThatDidNotStart(projects, ground, run);
  if (silent !== null) return silent;
  const failing = failingNames(run);
  if (request.rules.baseline !== "require_green" || failing.length === 0) return null;
  const named = failing.slice(0, MOST_NAMED).map((name) => `"${name}"`);
  return `${failing.length} tests fail on the untouched base (${named.join(", ")}), and this profile wants it green.`;
}

const MOST_NAMED = 5;

/** The same for one project beside others that ran. */
function projectThatDidNotStart(
  projects: readonly TestProject[],
  { testLocations }: AtBaseline["ground"],
  run: FinishedRun,
): string | null {
  for (const project of projects) {
    const load = run.loadFailures.find(({ file }) => file === placeOf(project));
    if (load === undefined) continue;
    const { kind } = load.cause;
    const missing = kind === "runner_missing" || kind === "dependency_missing";
    const isGreenfield = !testLocations.some((place) => place.startsWith(project.path));
    if (isGreenfield && !missing) continue;
    return `The tests of \`${projectName(project)}\` do not start on the untouched base: ${load.message}`;
  }
  return null;
}
