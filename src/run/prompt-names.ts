import { Role } from "../domain/config.ts";

/** Roles whose rules every one of them is told. */
export type OpenRole = Exclude<Role, "decomposer" | "refiner" | "developer" | "reviewer">;
const ownRules: readonly Role[] = ["decomposer", "refiner", "developer", "reviewer"];
export const openRoles: readonly OpenRole[] = Role.options.filter(
  (role): role is OpenRole => !ownRules.includes(role),
);

export type IsolatedPrompt =
  | "slice-writer"
  | "slice-scaffolder"
  | "slice-implementer"
  | "slice-refiner";

export type CyclePrompt =
  | "cycle-tester"
  | "cycle-judge"
  | "cycle-scaffolder"
  | "cycle-implementer"
  | "cycle-reviewer";

export type PromptName =
  | OpenRole
  | IsolatedPrompt
  | CyclePrompt
  | "decomposer"
  | "developer"
  | "common"
  | "shared"
  | "sealed"
  | "slice-common"
  | "cycle-common"
  | "cycle-doctrine";

export type OwnPrompt = IsolatedPrompt | CyclePrompt;
export type Houses = readonly PromptName[];
