import type { TimedEvent } from "../domain/event.ts";
import { counted } from "./figures.ts";

type EventOf<T extends TimedEvent["event"]["type"]> = Extract<TimedEvent["event"], { type: T }>;

/** One step of a loop spec and how far it is. */
export interface StepView {
  readonly id: string;
  readonly name: string;
  readonly check: string;
  readonly dependsOn: readonly string[];
  readonly state: "done" | "running" | "failed" | "pending";
  readonly attempts: number;
  /** Null until it is committed, and when nothing had changed. */
  readonly sha: string | null;
  /** Whether the check was seen to fail without the code; null where that was not looked at. */
  readonly red: "seen" | "not_seen" | "no_change" | null;
  readonly left: EventOf<"step.completed">["left"];
}

/** A run by a loop spec, for people. */
export interface StepsView {
  readonly name: string;
  readonly goal: string;
  readonly shape: string;
  readonly steps: readonly StepView[];
  /** The final check, when the spec has one: it is the last of the steps. */
  readonly finalCheck: string | null;
  readonly iterations: number;
  readonly maxIterations: number;
  readonly notes: readonly string[];
  readonly checks: readonly EventOf<"check.ran">[];
}

/** Reads the steps off the events; null for a run that goes by an issue's criteria. */
export function foldSteps(events: readonly TimedEvent[]): StepsView | null {
  const plain = events.map(({ event }) => event);
  const read = plain.findLast((event) => event.type === "loop.read");
  if (read?.type !== "loop.read") return null;
  const { name, goal, shape, finalCheck, maxIterations, notes } = read;
  const last = { id: "(final)", name: "Final check", check: finalCheck ?? "", dependsOn: [] };
  const all = finalCheck === null ? read.steps : [...read.steps, last];
  return {
    ...{ name, goal, shape, finalCheck, maxIterations, notes },
    steps: all.map((step) => ({ ...step, ...progressOf(step.id, plain) })),
    iterations: plain.filter((event) => event.type === "step.begun").length,
    checks: plain.flatMap((event) => (event.type === "check.ran" ? [event] : [])),
  };
}

function progressOf(
  id: string,
  events: readonly TimedEvent["event"][],
): Pick<StepView, "state" | "attempts" | "sha" | "red" | "left"> {
  const own = events.filter((event) => "step" in event && event.step === id);
  const attempts = own.filter((event) => event.type === "step.begun").length;
  const done = own.findLast((event) => event.type === "step.completed");
  if (done?.type === "step.completed")
    return { state: "done", attempts, sha: done.sha, red: redOf(done.sha, own), left: done.left };
  const last = own.at(-1)?.type;
  const states = { undefined: "pending", "step.failed": "failed" } as const;
  const state = states[String(last) as keyof typeof states] ?? "running";
  return { state, attempts, sha: null, red: null, left: [] };
}

function redOf(sha: string | null, own: readonly TimedEvent["event"][]): StepView["red"] {
  if (sha === null) return "no_change";
  const ran = own.findLast((event) => event.type === "check.ran" && event.purpose === "red");
  if (ran?.type !== "check.ran") return null;
  return ran.passed ? "not_seen" : "seen";
}

/** `2 of 3 steps done, 4 iterations`: figures alone. */
export function stepsNote({ steps, iterations }: StepsView): string {
  const done = steps.filter(({ state }) => state === "done").length;
  return `${done} of ${counted(steps.length, "step")} done, ${counted(iterations, "iteration")}`;
}
