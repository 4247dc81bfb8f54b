import type { LoopSpec, SpecNote } from "./loop-spec.ts";
import type { SpecInput } from "./spec-input.ts";

/** Options and names by which a check runs less than its whole suite. */
const oneTest =
  /\s(-t|-k|-g|-f|--grep|--filter|--testNamePattern|--test-name-pattern|-run|--run|--tests|--example|-Dtest)[\s=]|::|(\.(test|spec)\.|_test\.|_spec\.|\btest_)\w+|\s[\w./-]+\/[\w.-]+\.\w{1,5}(\s|$)/;

/**
 * The shape as it is said, else as the fields tell (S1-5, S1-15): any dependsOn makes a DAG, steps
 * without are in order; without steps, a check that names one test is single, else it is the suite.
 */
export function shapeOf(input: SpecInput): Pick<LoopSpec, "shape" | "order"> {
  const order = orderOf(input);
  if (input.shape !== undefined) return { shape: input.shape, order };
  if (order === "dag") return { shape: "dag", order };
  if (order === "given") return { shape: "ordered", order };
  return { shape: oneTest.test(input.check ?? "") ? "single" : "suite", order };
}

function orderOf({ steps = [], shape, mode }: SpecInput): LoopSpec["order"] {
  if (steps.length === 0) return "one";
  const isDag = shape === "dag" || mode === "dag-plan" || hasDependencies(steps);
  return isDag ? "dag" : "given";
}

function hasDependencies(steps: NonNullable<SpecInput["steps"]>): boolean {
  return steps.some((step) => step.dependsOn !== undefined);
}

const wanted: Readonly<Record<string, { steps: boolean; dependsOn: boolean }>> = {
  single: { steps: false, dependsOn: false },
  suite: { steps: false, dependsOn: false },
  tdd: { steps: false, dependsOn: false },
  ordered: { steps: true, dependsOn: false },
  "test-plan": { steps: true, dependsOn: false },
  dag: { steps: true, dependsOn: true },
  "dag-plan": { steps: true, dependsOn: true },
};

/** A shape that the fields contradict is a problem, never silently another shape (S1-42, S1-62). */
export function problemsOfShape(input: SpecInput): SpecNote[] {
  const { steps = [] } = input;
  const chains = steps.length > 0 && hasDependencies(steps);
  return (["shape", "mode"] as const).flatMap((place) => {
    const said = input[place] ?? "";
    const text = contradiction(wanted[said], steps.length, chains);
    return text === null ? [] : [{ place, text: `${said} ${text}, or leave ${place} out` }];
  });
}

function contradiction(
  want: { steps: boolean; dependsOn: boolean } | undefined,
  steps: number,
  chains: boolean,
): string | null {
  if (want === undefined) return null;
  if (want.steps && steps === 0) return "needs steps, and there are none. Add steps";
  if (!want.steps && steps > 0) return `has no steps, but there are ${steps}. Leave the steps out`;
  if (!want.dependsOn && chains) return "has no dependsOn, but a step has. Leave dependsOn out";
  return null;
}
