import type { PlannerAnswer } from "../../domain/answers.ts";
import type { Event } from "../../domain/event.ts";
import type { Result } from "../../domain/result.ts";
import { unsafePath } from "../../domain/safe-path.ts";
import type { PlannedFile } from "../../domain/spec.ts";
import { block, commandFor, conclude, want } from "../issue-command.ts";
import type { Decision, Grounded, RunState } from "../state.ts";
import { takeLock } from "./baseline.ts";
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
  return { ...state, spec: { ...state.spec, files, testLocations } };
}

function approve(state: Grounded, events: readonly Event[]): Decision {
  const { rules, config } = state.request;
  if (!rules.approvals.includes("proposal") || config.approveProposals)
    return takeLock(state, events);
  const files = state.spec.files.map((file) => `${file.path}${file.isNew ? " (new)" : ""}`);
  const question = `The issue has no file list. May the run change ${files.join(", ")} and no other file?`;
  const command = commandFor(state.request, "approve");
  return want(
    { ...state, phase: "approving" },
    { kind: "ask", what: "proposal", question, command },
    [...events, { type: "approval.requested", question, command }],
  );
}

export function onApproval(state: Approving, result: Result): Decision {
  if (result.kind !== "asked") return unexpected(state, result);
  switch (result.answer) {
    case "approved":
      return takeLock(state, [{ type: "approval.given", by: result.by }]);
    case "waiting":
      return conclude(state, {
        kind: "action_required",
        question: `May the run change ${state.spec.files.map((f) => f.path).join(", ")}?`,
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
