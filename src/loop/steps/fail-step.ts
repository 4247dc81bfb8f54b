import type { Event } from "../../domain/event.ts";
import type { Lane } from "../desk.ts";
import type { Decision, Ending, StepsState } from "../state.ts";
import { andThen, stay } from "./and-then.ts";
import type { Carried } from "./begin-turn.ts";
import { beginTurn } from "./begin-turn.ts";
import { finalId, stepOf } from "./final-step.ts";

/**
 * An attempt failed: the reason goes to the same step's next turn, word for word, or the run comes to
 * its end (S1-27, S1-38, S1-39). Nothing of a failed attempt is committed.
 */
export function failStep(
  state: StepsState,
  lane: Lane,
  why: string,
  { cure = null, isOthers = false }: Fault = {},
): Decision {
  const { step } = lane;
  const attempt = state.attempts[step] ?? 0;
  const failed: Event = { type: "step.failed", step, attempt, why };
  const told: StepsState = {
    ...state,
    attempts: { ...state.attempts, [step]: isOthers ? attempt - 1 : attempt },
    desk: null,
    tried: [...state.tried, `${step}, attempt ${attempt}: ${why.split("\n")[0] ?? ""}`],
    history: [
      ...state.history,
      {
        ...{ step, attempt, why, outcome: "failed" },
        summary: lane.report?.summary ?? "",
        lessons: lane.report?.lessonsLearned ?? [],
      },
    ],
    finalFailures: state.finalFailures + (step === finalId ? 1 : 0),
    lanes: state.lanes.filter((other) => other !== lane),
  };
  const decision = stay(told, [failed]);
  if (told.ending !== null) return decision;
  const ending = limitOf(told, step, why);
  if (ending !== null)
    return stay({ ...told, ending: { ...ending, decision: cure ?? ending.decision } }, [failed]);
  const carried: Carried = {
    ...setAside(told, lane),
    nextPrompt: lane.report?.nextPrompt ?? lane.nextPrompt,
  };
  const feedback = [...lane.feedback, why, ...carried.feedback];
  return andThen(decision, (on) => beginTurn(on, step, { ...carried, feedback }));
}

interface Fault {
  /** What a person has to decide, where more attempts are of no use. */
  readonly cure?: string | null;
  /** It was others' doing, and takes no attempt from the step. Each time one of them was committed, so that this has an end. */
  readonly isOthers?: boolean;
}

/** Why no further attempt is made; null when there is one left. */
function limitOf(state: StepsState, step: string, why: string): Ending | null {
  const { loop, iterations, attempts, finalFailures } = state;
  const isFinal = step === finalId;
  const used = isFinal ? finalFailures : (attempts[step] ?? 0);
  const most = isFinal ? loop.finalAttempts : loop.attemptsPerTask;
  const name = isFinal ? "The final check" : `Step "${step}" (${stepOf(loop, step).name})`;
  if (used >= most) {
    const failed = `${name} did not pass in ${used} ${used === 1 ? "attempt" : "attempts"}. ${why}`;
    return { reason: "attempts_exhausted", failed, decision: tooHard };
  }
  if (iterations < loop.maxIterations) return null;
  const failed = `${iterations} iterations were used up, which is the limit, and ${isFinal ? "the final check" : `step "${step}"`} does not pass. ${why}`;
  return { reason: "attempts_exhausted", failed, decision: tooHard };
}

const tooHard =
  "Is the step too large, or its check wrong? Change the spec (smaller steps, more attempts, another check), then run it again.";

/**
 * What the step changed stays with it, as long as nobody else committed one of its files meanwhile: then
 * it is taken back, so that no work is overwritten by an older copy.
 */
export function setAside(state: StepsState, lane: Lane): Omit<Carried, "nextPrompt"> {
  const foreign = conflictsOf(state, lane);
  const { changes, reported } = lane;
  if (foreign.length === 0) return { changes, reported, feedback: [] };
  return { changes: [], reported: [], feedback: [conflictText(foreign)] };
}

/** Paths that the step changed and that another step committed since its turn began. */
export function conflictsOf({ landed }: StepsState, { changes, since }: Lane): string[] {
  return changes.map(({ path }) => path).filter((path) => (landed[path] ?? 0) > since);
}

export function conflictText(paths: readonly string[]): string {
  return `Conflict: another step changed ${paths.join(", ")} while you worked. Your changes were set aside; make them again on the files as they are now.`;
}
