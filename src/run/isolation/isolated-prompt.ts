import type { Prompts, RolePrompt } from "../prompts.ts";
import type { Boundary, Told } from "./boundaries.ts";
import type { Telling } from "./telling.ts";
import { tellers } from "./told.ts";

/**
 * The prompt of a role behind a boundary: the boundary's variables, each by its teller, and nothing else.
 * @param fixed values to take instead, for a dry run that has no tests or output yet
 */
export async function isolatedPrompt(
  boundary: Boundary,
  telling: Telling,
  prompts: Prompts,
  fixed: Readonly<Partial<Record<Told, string>>> = {},
): Promise<RolePrompt> {
  const values: Record<string, string> = {};
  for (const name of boundary.told) values[name] = fixed[name] ?? (await tellers[name](telling));
  return prompts.isolated(boundary.prompt, telling.task.role, values);
}
