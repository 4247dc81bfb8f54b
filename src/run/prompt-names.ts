import { Role } from "../domain/config.ts";

/** Roles whose rules every one of them is told. */
export type OpenRole = Exclude<Role, "decomposer" | "refiner" | "developer">;
export const openRoles: readonly OpenRole[] = Role.options.filter(
  (role): role is OpenRole => role !== "decomposer" && role !== "refiner" && role !== "developer",
);

export type IsolatedPrompt =
  | "slice-writer"
  | "slice-scaffolder"
  | "slice-implementer"
  | "slice-refiner";

export type PromptName =
  | OpenRole
  | IsolatedPrompt
  | "decomposer"
  | "developer"
  | "common"
  | "shared"
  | "sealed"
  | "slice-common";
