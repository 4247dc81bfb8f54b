import type { Prompts, RolePrompt } from "../prompts.ts";
import type { CycleRole } from "./cycle-boundaries.ts";
import { cycleBoundaries } from "./cycle-boundaries.ts";
import type { CycleTelling } from "./cycle-telling.ts";
import { cycleTellers } from "./cycle-told.ts";

/** Who speaks to whom: a judge is a tester, and a scaffolder an implementer, to themselves. */
const names: Readonly<Record<CycleRole, string>> = {
  tester: "tester",
  judge: "tester",
  scaffolder: "implementer",
  implementer: "implementer",
  reviewer: "reviewer",
};

/** The prompt of a role of a cycle: its fields, each by its teller, and nothing else. */
export async function cyclePrompt(
  role: CycleRole,
  telling: CycleTelling,
  prompts: Pick<Prompts, "isolated">,
): Promise<RolePrompt> {
  const { prompt, houses, told } = cycleBoundaries[role];
  const values: Record<string, string> = {};
  for (const name of told) values[name] = await cycleTellers[name](telling);
  return prompts.isolated(prompt, names[role], values, houses);
}
