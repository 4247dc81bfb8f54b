import { z } from "zod";

/** GitHub's repository roles, weakest first. */
const roles = ["none", "read", "triage", "write", "maintain", "admin"] as const;
export const Permission = z.enum(roles);
export type Permission = z.infer<typeof Permission>;

/** Whether a role is at least another one. */
export function permits(actual: Permission, wanted: Permission): boolean {
  return roles.indexOf(actual) >= roles.indexOf(wanted);
}

/**
 * Reads the answer of GitHub's collaborator permission endpoint. `role_name` decides; the legacy
 * `permission` field folds triage into read and maintain into write, so it only serves for an
 * organisation's custom roles, whose names say nothing and whose base it gives.
 */
export function readPermission(answer: { role_name?: string; permission?: string }): Permission {
  const role = Permission.safeParse(answer.role_name);
  if (role.success) return role.data;
  const legacy = Permission.safeParse(answer.permission);
  return legacy.success ? legacy.data : "none";
}
