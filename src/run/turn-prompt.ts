import type { Task } from "../domain/command.ts";
import type { Fact } from "../domain/fact.ts";
import { unreachable } from "../domain/unreachable.ts";
import type { Folded } from "../loop/fold.ts";
import type { RunState } from "../loop/state.ts";
import { stepOf } from "../loop/steps/final-step.ts";
import type { TestWork } from "../loop/test-work.ts";
import { unitOf } from "../loop/unit.ts";
import type { Views, Workspace } from "../ports.ts";
import { cuttingFacts } from "./cutting-facts.ts";
import { boundaryOf } from "./isolation/boundaries.ts";
import { cycleRoleOf } from "./isolation/cycle-boundaries.ts";
import { cyclePrompt } from "./isolation/cycle-prompt.ts";
import { cycleTellingOf } from "./isolation/cycle-telling.ts";
import { isolatedPrompt } from "./isolation/isolated-prompt.ts";
import type { Telling } from "./isolation/telling.ts";
import type { Prompts, RolePrompt } from "./prompts.ts";
import { neighbourTests, shownFiles } from "./shown-files.ts";
import { splitDiff } from "./split-diff.ts";
import { developerInput } from "./step-prompt.ts";

interface Prompting {
  readonly ports: {
    readonly workspace: Pick<Workspace, "readFile" | "diff" | "withChanges">;
    readonly views: Views;
  };
  readonly prompts: Prompts;
}

/** What only this turn knows. */
interface Circumstances {
  readonly facts?: readonly Fact[] | undefined;
  /** The same turn was begun before, and cut off. */
  readonly isAgain?: boolean;
}

interface TurnPrompt extends RolePrompt {
  readonly shared: string;
  readonly sealed: string;
}

const alone = { shared: "", sealed: "" };

/**
 * What one agent is told: its role's rules, what all roles share, what all share who come after RED, and
 * its own task, nothing else.
 */
export async function turnPrompt(
  task: Task,
  { state }: Folded,
  performing: Prompting,
  { facts = [], isAgain = false }: Circumstances = {},
): Promise<TurnPrompt> {
  const { prompts, ports } = performing;
  if (state.phase === "loop_steps") return developerPrompt(task, state, performing, isAgain);
  const cycleRole = cycleRoleOf(task, state.request.rules);
  if (cycleRole !== null) {
    const telling = cycleTellingOf(task, state, ports, facts);
    return { ...alone, ...(await cyclePrompt(cycleRole, telling, prompts)) };
  }
  const boundary = boundaryOf(task.role, state.request.rules);
  if (boundary !== null)
    return {
      ...alone,
      ...(await isolatedPrompt(boundary, tellingOf(task, state, ports), prompts)),
    };
  const shared = prompts.shared(await sharedInput(state, ports.workspace));
  const sealed = await sealedPart(task, state, performing);
  return { shared, sealed, ...(await rolePrompt(task, state, performing, facts)) };
}

/** One agent with a step of its own: what is shared is in its task already. */
async function developerPrompt(
  task: Task,
  state: Extract<RunState, { phase: "loop_steps" }>,
  { prompts, ports }: Prompting,
  isAgain: boolean,
): Promise<TurnPrompt> {
  const { workspace } = ports;
  const { baseTree } = state.ground;
  const guidance = await guidanceOf(baseTree, workspace);
  const begins = await workspace.withChanges(task.tree, task.step?.changes ?? []);
  const changes = cut(await workspace.diff(task.tree, begins), mostChanges);
  const own = task.step === undefined ? [] : stepOf(state.loop, task.step.id).files;
  const shown = await shownFiles(own, [], begins, workspace);
  return {
    ...alone,
    ...prompts.developer(developerInput(task, state, { changes, guidance, shown, isAgain })),
  };
}

/** What an isolated role's prompt is made of, once there is a slice in work. */
export function tellingOf(task: Task, state: RunState, ports: Prompting["ports"]): Telling {
  if (!("slicing" in state)) throw new Error("Bug: an isolated turn before the baseline.");
  const { slice } = unitOf(state);
  if (slice === null) throw new Error("Bug: an isolated turn without a slice.");
  const { views, workspace } = ports;
  return { task, state, slice, views, workspace };
}

async function sharedInput(state: RunState, workspace: Pick<Workspace, "readFile">) {
  if (!("spec" in state && "ground" in state))
    throw new Error("Bug: a turn before the workspace is open.");
  const { spec, ground, request } = state;
  const lock = "lock" in state ? state.lock : null;
  const sources = spec.files.map((file) => file.path);
  const asked = lock?.testFiles ?? spec.testLocations;
  const testLocations = asked.length > 0 ? asked : ground.testLocations;
  const tests = neighbourTests(testLocations, ground.testPaths ?? [], sources);
  return {
    title: spec.title,
    body: spec.body,
    criteria: spec.criteria,
    files: spec.files,
    testLocations,
    testCommand: lock?.testCommand ?? ground.testCommand,
    constraints: spec.constraints,
    guidance: await guidanceOf(ground.baseTree, workspace),
    profile: request.profile,
    sources: await shownFiles(sources, tests, ground.baseTree, workspace),
  };
}

const guidanceFiles = ["AGENTS.md", "CLAUDE.md", "CONTRIBUTING.md", ".github/CONTRIBUTING.md"];
const mostGuidance = 12_000;

/** What the repository tells contributors, as data: it can change no tool, path or command. */
async function guidanceOf(tree: string, workspace: Pick<Workspace, "readFile">): Promise<string> {
  const parts: string[] = [];
  for (const path of guidanceFiles) {
    const text = await workspace.readFile(tree, path);
    if (text !== null && text.trim() !== "") parts.push(`${path}:\n${text.trim()}`);
  }
  return [...parts.join("\n\n")].slice(0, mostGuidance).join("");
}

/** Characters. */
const [mostDiff, mostChanges, mostTests] = [200_000, 24_000, 80_000];

async function rolePrompt(
  task: Task,
  state: RunState,
  given: Prompting,
  facts: readonly Fact[],
): Promise<RolePrompt> {
  const { prompts, ports } = given;
  const { attempt, feedback, mayWrite } = task;
  const failingTests = task.testOutput;
  const changes = await changesOf(task, state, ports.workspace);
  switch (task.role) {
    case "planner":
      return prompts.planner({ feedback });
    case "decomposer":
      return prompts.decomposer({ feedback, ...(await cuttingFacts(task.tree, state, ports)) });
    case "refiner":
    case "reviewer":
      throw new Error(`Bug: a ${task.role} is always behind its boundary.`);
    case "writer":
      return prompts.writer({
        attempt,
        feedback,
        mayWrite,
        earlier: await diffOf(task, ports.workspace),
      });
    case "scaffolder":
      return prompts.scaffolder({ names: task.scaffold, mayWrite, feedback });
    case "implementer":
      return prompts.implementer({ mayWrite, failingTests, changes, feedback });
    case "debugger":
      return prompts.debugger({ attempt, mayWrite, failingTests, changes, feedback });
    case "refactorer":
      return prompts.refactorer({ finding: findingOf(task), mayWrite, changes, feedback });
    case "critic":
      return prompts.critic({
        diff: cut(withoutSealed(await diffOf(task, ports.workspace), state), mostDiff),
        testOutput: task.testOutput,
        facts,
        allowlist: "lock" in state ? state.lock.allowlist.map((file) => file.path) : [],
        round: attempt,
        previousFindings: "seen" in state ? state.seen : [],
      });
    case "developer":
      throw new Error("Bug: a developer has its own prompt.");
    default:
      return unreachable(task.role);
  }
}

/** The tests as the writer left them: the same bytes for each turn after it, from the scaffolder on. */
async function sealedPart({ role }: Task, state: RunState, given: Prompting): Promise<string> {
  const tests = testsOf(state);
  if (tests === null || role === "writer" || !("ground" in state)) return "";
  const diff = await given.ports.workspace.diff(state.ground.baseTree, tests.tree);
  const { inside } = splitDiff(diff, Object.keys(tests.seal));
  return inside === "" ? "" : given.prompts.sealed({ tests: cut(inside, mostTests) });
}

function testsOf(state: RunState): Pick<TestWork, "tree" | "seal"> | null {
  if ("red" in state) return state.red;
  return state.phase === "red" ? state.work : null;
}

/** For those who go on from it: stubs, and the work of those before. */
async function changesOf(
  { tree, role }: Task,
  state: RunState,
  workspace: Pick<Workspace, "diff">,
): Promise<string> {
  const goesOn = "ground" in state && !["planner", "decomposer", "writer", "critic"].includes(role);
  if (!goesOn) return "";
  return cut(withoutSealed(await workspace.diff(state.ground.baseTree, tree), state), mostChanges);
}

async function diffOf({ diff }: Task, workspace: Pick<Workspace, "diff">): Promise<string> {
  return diff === null ? "" : workspace.diff(diff.from, diff.to);
}

function withoutSealed(diff: string, state: RunState): string {
  const tests = testsOf(state);
  return tests === null ? diff : splitDiff(diff, Object.keys(tests.seal)).outside;
}

function cut(diff: string, most: number): string {
  if (diff.length <= most) return diff;
  return `${diff.slice(0, most)}\n(cut: ${diff.length - most} characters more; read the files)`;
}

function findingOf({ finding }: Task) {
  if (finding === null) throw new Error("Bug: a refactorer without a finding.");
  return finding;
}
