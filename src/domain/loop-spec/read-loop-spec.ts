import type { z } from "zod";
import { describeProblem } from "../describe-problem.ts";
import { withKnownFields } from "./known-fields.ts";
import type { LoopSpec, LoopSpecReading, SpecNote, SpecTask } from "./loop-spec.ts";
import { safeName } from "./loop-spec.ts";
import type { StepInput } from "./spec-input.ts";
import { SpecInput } from "./spec-input.ts";
import { limitsOf } from "./spec-limits.ts";
import { problemsOfShape, shapeOf } from "./spec-shape.ts";

const defaultGoal = "Complete the requested task.";
const defaultCheck = "npm test";
/** Documented default of the original system (S1-17); skipped where the tool is not installed. */
const defaultValidation = "fallow audit --format json --quiet --fail-on-issues";

/**
 * Reads a loop spec out of parsed JSON or YAML (S1-7 … S1-23). Misspelt and unknown fields are noted
 * and ignored, numbers outside their limits are noted and cut; what cannot be meant is a problem.
 * Dependencies, commands and owned files are judged by `judgeSpec`.
 */
export function readLoopSpec(data: unknown): LoopSpecReading {
  const renamed = withKnownFields(data);
  const notes = [...renamed.notes];
  const parsed = SpecInput.safeParse(renamed.data, { reportInput: true });
  if (!parsed.success) {
    return { kind: "invalid", problems: parsed.error.issues.map(problemOf), notes };
  }
  const input = parsed.data;
  const problems = [
    ...problemsOfName(input),
    ...problemsOfShape(input),
    ...problemsOfPattern(input),
  ];
  if (problems.length > 0) return { kind: "invalid", problems, notes };
  return { kind: "read", spec: resolved(input, notes), notes };
}

function resolved(input: SpecInput, notes: SpecNote[]): LoopSpec {
  const { shape, order } = shapeOf(input);
  const { verifyOutputPattern = "", validationCommand } = input;
  const name = safeName(input.name) ?? "loop";
  if (name !== input.name) notes.push({ place: "name", text: `is read as "${name}"` });
  const spec: LoopSpec = {
    name,
    goal: filled(input.goal) ?? defaultGoal,
    shape,
    order,
    tasks: tasksOf(input, name),
    finalCheck: filled(input.finalCheck),
    validation: {
      command: validationCommand === undefined ? defaultValidation : filled(validationCommand),
      // Many specs say the default, because the original system's own examples do.
      isDefault: validationCommand === undefined || filled(validationCommand) === defaultValidation,
    },
    ...limitsOf(input, notes),
    overlap: input.overlap ?? "serialise",
    taskWorktrees: input.taskWorktrees ?? false,
    autoCommitNoVerify: input.autoCommitNoVerify ?? false,
    autoCommitAddUntracked: input.autoCommitAddUntracked ?? false,
    verifyOutputPattern: verifyOutputPattern === "" ? null : verifyOutputPattern,
    verifyPrefix: filled(input.verifyPrefix),
  };
  notes.push(...idleFields(spec, input));
  return spec;
}

function filled(text: string | undefined): string | null {
  return text === undefined || text.trim() === "" ? null : text.trim();
}

/** S1-15: a step without a prompt or check of its own takes the spec's. */
function tasksOf(input: SpecInput, name: string): SpecTask[] {
  const prompt = filled(input.prompt);
  const check = filled(input.check) ?? defaultCheck;
  const steps = input.steps ?? [];
  if (steps.length === 0) {
    return [
      { id: name, name: filled(input.goal) ?? name, prompt, check, dependsOn: [], files: [] },
    ];
  }
  return steps.map((step, i) => {
    const id = idOf(step, i);
    return {
      id,
      name: filled(step.name) ?? id,
      prompt: filled(step.prompt) ?? prompt,
      check: filled(step.check) ?? check,
      dependsOn: [step.dependsOn ?? []].flat().map((dep) => safeName(String(dep)) ?? String(dep)),
      files: step.files ?? [],
    };
  });
}

function idOf({ id, name }: StepInput, index: number): string {
  const own = id === undefined ? null : safeName(String(id));
  return own ?? safeName(name ?? "") ?? `step-${index + 1}`;
}

function problemsOfName({ name }: SpecInput): SpecNote[] {
  if (name.trim() === "") return [{ place: "name", text: "must not be empty" }];
  return name.length > 100 ? [{ place: "name", text: "must have at most 100 characters" }] : [];
}

/** S1-61: a pattern that does not compile is found before anything runs. */
function problemsOfPattern({ verifyOutputPattern }: SpecInput): SpecNote[] {
  if (verifyOutputPattern === undefined) return [];
  try {
    RegExp(verifyOutputPattern, "m");
    return [];
  } catch (error) {
    const why = error instanceof Error ? error.message : "it does not compile";
    return [{ place: "verifyOutputPattern", text: `is not a regular expression: ${why}` }];
  }
}

/** Fields that do nothing in this shape. */
function idleFields({ order, tasks }: LoopSpec, input: SpecInput): SpecNote[] {
  const isDag = order === "dag";
  const note = (place: string, text: string, is: boolean) => (is ? [{ place, text }] : []);
  return [
    ...note(
      "taskWorktrees",
      "only works with dependsOn on a step",
      input.taskWorktrees === true && !isDag,
    ),
    ...note(
      "parallelism",
      "only works with dependsOn on a step",
      (input.parallelism ?? 1) > 1 && !isDag,
    ),
    ...note(
      "finalCheck",
      "runs after steps only, and there are none",
      order === "one" && filled(input.finalCheck) !== null,
    ),
    ...note(
      "prompt",
      "is missing, and so is the goal: the agent is told nothing",
      filled(input.goal) === null && tasks.some((task) => task.prompt === null),
    ),
  ];
}

function problemOf(issue: z.core.$ZodIssue): SpecNote {
  const place = issue.path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "");
  return { place: place === "" ? "spec" : place, text: describeProblem(issue) };
}
