import type { LoopSpec, SpecNote } from "./loop-spec.ts";
import type { SpecInput } from "./spec-input.ts";

/** No loop goes on for longer, whatever it says (S1-12). */
const mostIterations = 50;
/** A timer of the platform cannot wait longer: 2^31 - 1 milliseconds, about 24 days. */
const longestTimeout = 2_147_483_647;

type Limits = Pick<
  LoopSpec,
  "maxIterations" | "attemptsPerTask" | "finalAttempts" | "timeoutMs" | "parallelism"
>;
type LimitField =
  | "attempts"
  | "maxIterations"
  | "maxIterationsPerStep"
  | "timeoutMs"
  | "parallelism";

/**
 * The numbers of a spec (S1-11 … S1-14, S1-18), each a whole number within its limits. Without steps
 * the attempts are the iterations in all, so that no per-step default ends them early (S1-57); with
 * steps they are per step, and the iterations in all leave room for the final check.
 */
export function limitsOf(input: SpecInput, notes: SpecNote[]): Limits {
  const whole = (field: LimitField, least = 1, most = mostIterations): number | null =>
    clamped(input[field], { field, least, most }, notes);
  const given = {
    attempts: whole("attempts"),
    perStep: whole("maxIterationsPerStep"),
    total: whole("maxIterations"),
  };
  const steps = input.steps?.length ?? 0;
  const limits = steps === 0 ? withoutSteps(given, notes) : withSteps(given, input, notes);
  return {
    ...limits,
    timeoutMs: whole("timeoutMs", 1_000, longestTimeout) ?? 120_000,
    parallelism: whole("parallelism") ?? 1,
  };
}

interface Given {
  readonly attempts: number | null;
  readonly perStep: number | null;
  readonly total: number | null;
}

type Counts = Pick<Limits, "maxIterations" | "attemptsPerTask" | "finalAttempts">;

function withoutSteps({ attempts, perStep, total }: Given, notes: SpecNote[]): Counts {
  const given = [attempts, total, perStep].filter((value) => value !== null);
  const all = given.length === 0 ? 5 : Math.min(...given);
  if (new Set(given).size > 1)
    notes.push({
      place: "attempts",
      text: `several limits are given; the smallest counts: ${all}`,
    });
  return { maxIterations: all, attemptsPerTask: all, finalAttempts: all };
}

function withSteps(
  { attempts, perStep, total }: Given,
  input: SpecInput,
  notes: SpecNote[],
): Counts {
  if (attempts !== null && perStep !== null && attempts !== perStep)
    notes.push({
      place: "maxIterationsPerStep",
      text: `differs from attempts, which counts: ${attempts}`,
    });
  const steps = input.steps?.length ?? 0;
  const each = attempts ?? perStep ?? 3;
  const computed = Math.min(mostIterations, steps * each + (hasFinal(input) ? each : 0));
  const maxIterations = total ?? computed;
  if (maxIterations < steps)
    notes.push({
      place: total === null ? "steps" : "maxIterations",
      text: `${maxIterations} iterations cannot complete ${steps} steps; split the spec, or raise the limit (at most ${mostIterations})`,
    });
  return { maxIterations, attemptsPerTask: each, finalAttempts: each };
}

function hasFinal({ finalCheck }: SpecInput): boolean {
  return (finalCheck ?? "").trim() !== "";
}

function clamped(
  value: number | undefined,
  { field, least, most }: { field: string; least: number; most: number },
  notes: SpecNote[],
): number | null {
  if (value === undefined) return null;
  const kept = Math.min(most, Math.max(least, Math.floor(value)));
  if (kept !== value)
    notes.push({
      place: field,
      text: `must be a whole number from ${least} to ${most}; ${kept} is taken for ${value}`,
    });
  return kept;
}
