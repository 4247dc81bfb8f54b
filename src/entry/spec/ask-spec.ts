import type { SpecWish, StepWish } from "./compose-spec.ts";

/** Asks one question; an empty answer is the usual one. */
export type Ask = (question: string, usual: string) => Promise<string>;

/** A row of questions, until its end. */
export interface Interview {
  readonly ask: Ask;
  end(): void;
}

/** What was given on the command line is not asked for again. */
export async function askSpec(given: Partial<SpecWish>, ask: Ask): Promise<SpecWish> {
  const name = given.name ?? (await untilGiven("Name of the spec", ask));
  const goal = given.goal ?? (await ask("What should be true when it is done?", ""));
  const check = given.check ?? (await ask("Which command proves it?", "npm test"));
  const steps = (given.steps ?? []).length > 0 ? (given.steps ?? []) : await askSteps(check, ask);
  const finalCheck =
    given.finalCheck ??
    (steps.length > 0 ? await ask("Command for the whole at the end", "none") : "none");
  return {
    ...given,
    name,
    goal: goal === "" ? undefined : goal,
    check,
    steps,
    finalCheck: finalCheck === "none" ? undefined : finalCheck,
  };
}

async function untilGiven(question: string, ask: Ask): Promise<string> {
  for (;;) {
    const answer = await ask(question, "");
    if (answer.trim() !== "") return answer;
  }
}

async function askSteps(check: string, ask: Ask): Promise<StepWish[]> {
  const steps: StepWish[] = [];
  for (;;) {
    const id = await ask(`Step ${steps.length + 1}, in a word or two (empty: no more steps)`, "");
    if (id.trim() === "") return steps;
    steps.push(await askStep(id, { check, steps }, ask));
  }
}

async function askStep(
  id: string,
  { check, steps }: { check: string; steps: readonly StepWish[] },
  ask: Ask,
): Promise<StepWish> {
  const name = await ask(`${id}: which behaviour?`, id);
  const known = steps.map((step) => step.id).join(", ");
  const after =
    steps.length === 0
      ? ""
      : await ask(`${id}: only after which of ${known}? (in order: empty)`, "");
  const own = await ask(`${id}: which command proves it?`, check);
  const dependsOn = listed(after);
  return {
    id,
    name: name === id ? undefined : name,
    check: own === check ? undefined : own,
    dependsOn: dependsOn.length === 0 ? null : dependsOn,
  };
}

/** "a, b" as its words. */
export function listed(text: string): string[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}
