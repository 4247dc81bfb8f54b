import type { CommitPhase } from "../domain/command.ts";
import type { Conclusion } from "../domain/conclusion.ts";
import type { Event, TimedEvent } from "../domain/event.ts";
import type { Lock } from "../domain/lock.ts";
import type { Spend } from "../domain/spend.ts";
import { addSpend, noSpend } from "../domain/spend.ts";
import { workedSince } from "./working-time.ts";

export type PhaseName =
  | "spec"
  | "baseline"
  | "red"
  | "green"
  | "debug"
  | "critic"
  | "refactor"
  | "loop"
  | "surface";

/** `stopped`: the run ended here without success. `skipped`: the run did not need it. */
export type PhaseState = "done" | "running" | "waiting" | "stopped" | "pending" | "skipped";

export interface PhaseView {
  readonly name: PhaseName;
  readonly title: string;
  readonly state: PhaseState;
  /** From the event before to each event of this phase, in milliseconds. */
  readonly elapsedMs: number;
  readonly spend: Spend;
}

/** In the order of a run, by the name that a person reads. */
export const phaseTitles: Readonly<Record<PhaseName, string>> = {
  spec: "Spec",
  baseline: "Baseline",
  red: "RED",
  green: "GREEN",
  debug: "Debug",
  critic: "Critic",
  refactor: "Refactor",
  loop: "Steps",
  surface: "Surface",
};

export const phaseNames = Object.keys(phaseTitles) as readonly PhaseName[];

/** Those that a run may do without: shown only when they happened. */
const optional: ReadonlySet<PhaseName> = new Set(["debug", "refactor", "loop"]);
/** In slices, gates and refactorings stand where else a critic does. */
const optionalInSlices: ReadonlySet<PhaseName> = new Set(["debug", "critic", "loop"]);

/** Those of a run by a loop spec: its steps take the place of all others. */
const ofLoops: ReadonlySet<PhaseName> = new Set(["spec", "loop"]);

/** Each phase with its state, time and money; the phases of a run that is still going included. */
export function foldPhases(events: readonly TimedEvent[]): readonly PhaseView[] {
  const seen = new Map<PhaseName, { elapsedMs: number; spend: Spend }>();
  let current: PhaseName = "spec";
  const worked = workedSince(events);
  for (const [i, { event }] of events.entries()) {
    current = phaseOf(event, current);
    const sum = seen.get(current) ?? { elapsedMs: 0, spend: noSpend };
    const spend = "spend" in event ? addSpend(sum.spend, event.spend) : sum.spend;
    seen.set(current, { elapsedMs: sum.elapsedMs + (worked[i] ?? 0), spend });
  }
  const conclusion = conclusionOf(events);
  const now = nowOf(events, current, conclusion);
  const isLoop = events.some(({ event }) => event.type === "loop.read");
  const spare = isSliced(events) ? optionalInSlices : optional;
  const usual = (name: PhaseName) => (isLoop ? ofLoops.has(name) : !spare.has(name));
  return phaseNames
    .filter((name) => seen.has(name) || name === now || usual(name))
    .map((name) => ({
      name,
      title: phaseTitles[name],
      state: stateOf({ name, now, isSeen: seen.has(name), events, conclusion }),
      ...(seen.get(name) ?? { elapsedMs: 0, spend: noSpend }),
    }));
}

function isSliced(events: readonly TimedEvent[]): boolean {
  return events.some(({ event }) => event.type === "slices.planned");
}

/** What was stopped from outside stopped at what came next, not at what had ended. */
function nowOf(
  events: readonly TimedEvent[],
  current: PhaseName,
  conclusion: Conclusion | null,
): PhaseName {
  if (conclusion === null) return comingPhase(events, current);
  const isCutOff = conclusion.kind === "cancelled" || conclusion.kind === "timed_out";
  return isCutOff ? comingPhase(events.slice(0, -1), current) : current;
}

/** The last conclusion: a resumed run has an earlier one that no longer holds. */
export function conclusionOf(events: readonly TimedEvent[]): Conclusion | null {
  const last = events.findLast(({ event }) => event.type !== "pull_request.opened")?.event;
  return last?.type === "run.concluded" ? last.conclusion : null;
}

interface Standing {
  readonly name: PhaseName;
  readonly now: PhaseName;
  readonly isSeen: boolean;
  readonly events: readonly TimedEvent[];
  readonly conclusion: Conclusion | null;
}

function stateOf({ name, now, isSeen, events, conclusion }: Standing): PhaseState {
  if (conclusion?.kind === "success") return isSeen ? "done" : "skipped";
  const isOpen = name === now || (name === "green" && now === "debug");
  if (!isOpen) return isSeen ? "done" : "pending";
  return stateNow(events, conclusion);
}

function stateNow(events: readonly TimedEvent[], conclusion: Conclusion | null): PhaseState {
  if (conclusion !== null) return conclusion.kind === "action_required" ? "waiting" : "stopped";
  return stateByLast[events.at(-1)?.event.type ?? "none"] ?? "running";
}

const stateByLast: Readonly<Record<string, PhaseState>> = {
  none: "pending",
  "approval.requested": "waiting",
};

/** Which phase an event belongs to; `current` is that of the event before. */
export function phaseOf(event: Event, current: PhaseName): PhaseName {
  switch (event.type) {
    case "run.started":
    case "spec.read":
    case "plan.proposed":
    case "slices.planned":
    case "scope.widened":
    case "loop.read":
      return "spec";
    case "lock.taken":
      // The lock of steps closes once more at their end.
      return current === "loop" ? current : "spec";
    case "step.begun":
    case "step.failed":
    case "step.completed":
    case "check.ran":
      return "loop";
    case "tests.ran":
      return phaseOfRun(event.purpose, current);
    case "turn.taken":
    case "turn.failed":
      return phaseOfRole[event.role];
    case "gate.judged":
      // The verdict on the last run is told as green's; it belongs to the end of the run all the same.
      return current === "surface" ? current : phaseOfWork(event.phase, current);
    case "commit.created":
      return phaseOfWork(event.phase, current);
    case "red.judged":
    case "slice.begun":
    case "slice.skipped":
      return "red";
    case "review.given":
      return "critic";
    case "change.reverted":
    case "refinement.given":
      return "refactor";
    case "branch.pushed":
      return current === "critic" || current === "refactor" ? "surface" : current;
    case "proof.taken":
    case "pull_request.opened":
      return "surface";
    default:
      return phaseOfCycle[event.type] ?? current;
  }
}

const phaseOfCycle: Readonly<Partial<Record<Event["type"], PhaseName>>> = {
  "cycle.begun": "red",
  "cycle.covered": "red",
  "cycle.done": "green",
  "dispute.raised": "green",
};

const phaseOfRole: Readonly<Record<Extract<Event, { type: "turn.taken" }>["role"], PhaseName>> = {
  planner: "spec",
  decomposer: "spec",
  writer: "red",
  scaffolder: "red",
  implementer: "green",
  debugger: "debug",
  critic: "critic",
  refactorer: "refactor",
  developer: "loop",
  refiner: "refactor",
  reviewer: "critic",
};

function phaseOfWork(phase: CommitPhase, current: PhaseName): PhaseName {
  if (phase === "step") return "loop";
  return phase === "green" && current === "debug" ? "debug" : phase;
}

function phaseOfRun(
  purpose: Extract<Event, { type: "tests.ran" }>["purpose"],
  current: PhaseName,
): PhaseName {
  if (purpose === "final") return "surface";
  return purpose === "green" && current === "debug" ? "debug" : purpose;
}

function firstAfter({ owned }: Lock): PhaseName {
  return owned === undefined ? "baseline" : "loop";
}

function afterGreen(events: readonly TimedEvent[]): PhaseName {
  return isSliced(events) ? "refactor" : "critic";
}

/** What a run does now that this was the last thing it told: events come when a step has ended. */
function comingPhase(events: readonly TimedEvent[], current: PhaseName): PhaseName {
  const last = events.at(-1)?.event;
  if (last?.type === "lock.taken") return firstAfter(last.lock);
  if (last?.type === "tests.ran" && last.purpose === "baseline") return "red";
  if (last?.type === "branch.pushed" && current === "red") return "green";
  if (last?.type === "commit.created" && last.phase === "green") return afterGreen(events);
  if (last?.type === "review.given")
    return last.review.verdict === "APPROVED" ? "surface" : "refactor";
  return current;
}
