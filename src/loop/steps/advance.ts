import type { Event } from "../../domain/event.ts";
import { block, commandFor, conclude, want } from "../issue-command.ts";
import type { Decision, StepsState } from "../state.ts";
import { andThen, stay } from "./and-then.ts";
import { beginTurn, nothingCarried } from "./begin-turn.ts";
import { finalId } from "./final-step.ts";
import { judgeReport } from "./judge-report.ts";
import { nextTasks } from "./next-tasks.ts";
import { checkDesk } from "./run-checks.ts";

/**
 * What comes next, whenever something came back: reports are judged one at a time in the order in which
 * they came, ready steps begin while there is room, and when nobody is at work the run goes to its end.
 */
export function advance(state: StepsState): Decision {
  const judged = judgeNext(state);
  const filled = andThen(judged, fillLanes);
  return andThen(filled, endWhenIdle);
}

/** Brings the report that came first to the desk; one that is refused at once makes room for the next. */
function judgeNext(state: StepsState): Decision {
  if (state.desk !== null) return stay(state);
  const lane = state.lanes.find(({ report }) => report !== null);
  return lane === undefined ? stay(state) : andThen(judgeReport(state, lane), judgeNext);
}

/** Starts the ready steps, at most `parallelism` with those at work (S1-36). */
function fillLanes(state: StepsState): Decision {
  if (!mayBegin(state)) return stay(state);
  const { loop, completed, lanes } = state;
  const running = new Set(lanes.map(({ step }) => step));
  const progress = { completed: new Set(completed), running };
  const isAlone = loop.shape === "fuzzy" && state.approval === "not_asked";
  const [next] = nextTasks(loop.tasks, progress, isAlone ? 1 : loop.parallelism);
  return next === undefined
    ? stay(state)
    : andThen(beginTurn(state, next.id, nothingCarried), fillLanes);
}

function mayBegin(state: StepsState): boolean {
  const { ending, iterations, loop, approval } = state;
  const isWaiting = approval === "asked" || wantsApproval(state);
  return ending === null && iterations < loop.maxIterations && !isWaiting;
}

function endWhenIdle(state: StepsState): Decision {
  const { ending, completed, loop } = state;
  if (isBusy(state)) return stay(state);
  if (ending !== null) return block(state, ending);
  if (wantsApproval(state)) return askForChecker(state);
  if (completed.length < loop.tasks.length) return block(state, outOfIterations(state));
  if (loop.finalCheck === null || loop.order === "one" || completed.includes(finalId))
    return finish(state);
  return checkDesk(state, {
    step: finalId,
    stage: "check",
    changes: [],
    left: [],
    tree: state.head.tree,
    own: null,
  });
}

function isBusy({ lanes, desk, pushing, approval, pending }: StepsState): boolean {
  const isLooking = pending.some((one) => one.kind === "run_check" && one.purpose === "red");
  return lanes.length > 0 || desk !== null || pushing !== null || isLooking || approval === "asked";
}

/**
 * Before the work is shown the lock closes: what may change on the branch from now on is what the steps
 * did change, path by path, whatever they might have.
 */
function finish(state: StepsState): Decision {
  const paths = Object.keys(state.landed).sort();
  if (paths.length === 0) return conclude(state, { kind: "success" });
  const allowlist = paths.map((path) => ({ path, isNew: false }));
  const lock = { ...state.lock, allowlist, owned: [] };
  return want({ ...state, lock }, { kind: "take_lock", lock });
}

function outOfIterations({ loop, completed, iterations }: StepsState) {
  const open = loop.tasks.filter(({ id }) => !completed.includes(id)).map(({ id }) => id);
  return {
    reason: "attempts_exhausted",
    failed: `${iterations} iterations were used up, which is the limit. Not done: ${open.join(", ")}.`,
    decision: "Are more iterations worth it? Raise maxIterations (at most 50), or split the spec.",
  } as const;
}

/** S1-5: in a fuzzy spec the first step writes the checker, and a person looks at it before it rules. */
function wantsApproval({ loop, completed, approval, request }: StepsState): boolean {
  const isFuzzy = loop.shape === "fuzzy" && request.rules.approvals.includes("fuzzy");
  return isFuzzy && approval === "not_asked" && completed.length > 0;
}

export function checkerQuestion({ loop, completed }: StepsState): string {
  const [first] = loop.tasks.filter(({ id }) => completed.includes(id));
  return `The first step (${first?.name ?? ""}) wrote the checker, and \`${first?.check ?? ""}\` passes. Does the checker measure what is wanted (${loop.goal})? The rest of the run goes by it.`;
}

function askForChecker(state: StepsState): Decision {
  const question = checkerQuestion(state);
  const command = commandFor(state.request, "approve");
  const asked: Event = { type: "approval.requested", question, command };
  return want({ ...state, approval: "asked" }, { kind: "ask", what: "fuzzy", question, command }, [
    asked,
  ]);
}
