import type { PlannerAnswer } from "../../domain/answers.ts";
import type { Event } from "../../domain/event.ts";
import type { Result, ResultOf } from "../../domain/result.ts";
import { mayBeAllowed, unsafePath } from "../../domain/safe-path.ts";
import type { PlannedFile } from "../../domain/spec.ts";
import { block, commandFor, conclude, want } from "../issue-command.ts";
import type { Decision, Grounded, RunState } from "../state.ts";
import { takeLock } from "./baseline.ts";
import { lockedCommand, testFilesOf, touchedProjects } from "./touched-projects.ts";
import { cannotGoOn, newTask, turnEvent } from "./turn.ts";
import { unexpected } from "./unexpected.ts";

type Planning = Extract<RunState, { phase: "planning" }>;
type Approving = Extract<RunState, { phase: "approving" }>;

/** The issue has no file list: a planner proposes one, read-only. */
export function proposePlan(state: Grounded, feedback: readonly string[]): Decision {
  const task = newTask({
    role: "planner",
    attempt: feedback.length + 1,
    tree: state.ground.baseTree,
    feedback,
  });
  return want({ ...state, phase: "planning" }, { kind: "take_turn", task });
}

export function onProposal(state: Planning, result: Result): Decision {
  if (result.kind === "turn_failed") return cannotGoOn(state, result, 1);
  if (result.kind !== "turn_taken" || result.answer.kind !== "plan")
    return unexpected(state, result);
  const { plan } = result.answer;
  const taken = turnEvent(result, 1);
  if (plan.cannot !== null) return cannotGoOn(state, { ...result, cannot: plan.cannot }, 1);
  const problem = planProblem(state, plan);
  if (problem !== null) {
    const why = { reason: "scope", failed: problem, decision: listFiles } as const;
    return block(state, why, [taken]);
  }
  const planned = withPlan(state, plan);
  const proposed: Event = {
    type: "plan.proposed",
    criteria: plan.criteria,
    files: plan.files.map((file) => file.path),
    testFiles: plan.testFiles,
  };
  return approve(planned, [taken, proposed]);
}

const listFiles = 'Which files may change? List them in the issue below a heading "Files".';

function planProblem({ request }: Planning, plan: PlannerAnswer): string | null {
  const most = request.rules.maxFiles;
  if (plan.files.length === 0) return "The planner found no file to change.";
  if (most !== null && plan.files.length > most)
    return `The plan needs ${plan.files.length} files; this profile takes at most ${most}.`;
  for (const { path } of plan.files) {
    const unsafe = unsafePath(path);
    if (unsafe !== null) return `The planner proposed \`${path}\`, which ${unsafe}.`;
  }
  return null;
}

/** The issue's own criteria stand; the proposal only adds what the issue left open. */
function withPlan(state: Planning, plan: PlannerAnswer): Grounded {
  const { existing } = state.ground;
  const files: PlannedFile[] = plan.files.map(({ path, isNew }) => ({
    path,
    isNew: isNew && !existing.includes(path),
  }));
  const testLocations =
    state.spec.testLocations.length > 0 ? state.spec.testLocations : plan.testFiles;
  const planned = { ...state, spec: { ...state.spec, files, testLocations } };
  return withPaths(planned, state.request.allowed ?? []);
}

function approve(state: Grounded, events: readonly Event[]): Decision {
  const { rules, config, planOnly = false } = state.request;
  const isGiven = !rules.approvals.includes("proposal") || config.approveProposals;
  return isGiven && !planOnly ? takeLock(state, events) : askForLock(state, events);
}

/** The whole lock, as it would be taken, for a person to approve. */
export function askForLock(state: Grounded, events: readonly Event[]): Decision {
  const question = questionOf(state);
  const command = commandFor(state.request, "approve");
  return want(
    { ...state, phase: "approving" },
    { kind: "ask", what: "proposal", question, command },
    [...events, { type: "approval.requested", question, command }],
  );
}

function questionOf(state: Grounded): string {
  const { spec, request, ground } = state;
  const files = spec.files.map(({ path, isNew }) => `- ${path}${isNew ? " (new)" : ""}`);
  const touched = touchedProjects(state);
  const tests = testFilesOf(spec.testLocations, ground.testLocations, touched);
  const more =
    request.origin === "github"
      ? "To add a file, comment /tdd allow PATH."
      : "To have other files, list them in the spec below a heading Files, and run it again.";
  return [
    "May the run change these files and no other?",
    ...files,
    `Tests may be written in: ${tests.join(", ")}`,
    `Tests are run with: ${lockedCommand(state, touched) || "not known"}`,
    `Base: ${ground.baseRef} at ${ground.baseSha.slice(0, 12)}; branch: ${ground.branch}`,
    ...spec.criteria.map(({ id, text }) => `${id}: ${text}`),
    more,
  ].join("\n");
}

/** The list with more paths; one that is there already stays as it is. */
export function withPaths(state: Grounded, paths: readonly string[]): Grounded {
  const listed = new Set(state.spec.files.map((file) => file.path));
  const more = paths
    .filter((path) => !listed.has(path) && mayBeAllowed(path))
    .map((path) => ({ path, isNew: false }));
  return { ...state, spec: { ...state.spec, files: [...state.spec.files, ...more] } };
}

export function onApproval(state: Approving, result: Result): Decision {
  if (result.kind !== "asked") return unexpected(state, result);
  switch (result.answer) {
    case "approved":
      return takeLock(state, [{ type: "approval.given", by: result.by }]);
    case "widened":
      return widen(state, result);
    case "waiting":
      return conclude(state, {
        kind: "action_required",
        question: questionOf(state),
        command: commandFor(state.request, "approve"),
      });
    default:
      return block(state, {
        reason: "scope",
        failed: "The proposed file list was not approved.",
        decision: listFiles,
      });
  }
}

/** S0-44: never silently. The list grows by a person's word, and that person sees it once more. */
function widen(state: Approving, { paths = [], by }: ResultOf<"asked">): Decision {
  const widened = withPaths(state, paths);
  const most = state.request.rules.maxFiles;
  const count = widened.spec.files.length;
  const events: Event[] = [{ type: "scope.widened", by, paths: [...paths] }];
  if (most === null || count <= most) return askForLock(widened, events);
  const failed = `The list has ${count} files then; this profile takes at most ${most}.`;
  return block(state, { reason: "scope", failed, decision: listFiles }, events);
}
