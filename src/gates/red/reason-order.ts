import type { RedReason } from "./honesty.ts";

/** In a mixture the reason named is the one that has to be repaired first. */
export const WRONG_FIRST: readonly RedReason[] = [
  "runner_missing",
  "misconfigured",
  "syntax_error",
  "dependency_missing",
  "crash",
  "timeout",
  "setup_error",
];
export const RIGHT_FIRST: readonly RedReason[] = [
  "missing_module",
  "missing_symbol",
  "not_implemented",
  "assertion",
];

export function strongest(reasons: readonly RedReason[], order: readonly RedReason[]): RedReason {
  return order.find((reason) => reasons.includes(reason)) ?? reasons[0] ?? "setup_error";
}
