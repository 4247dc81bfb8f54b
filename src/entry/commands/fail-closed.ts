/** Whatever breaks while a gate looks is a reason not to judge: never a pass, never a violation. */
export function failClosed(error: unknown): {
  readonly kind: "distrust";
  readonly code: string;
  readonly why: string;
  readonly fix: string;
} {
  return {
    kind: "distrust",
    code: "GATE_ERROR_FAIL_CLOSED",
    why: error instanceof Error ? error.message : String(error),
    fix: "Repair what the message names and ask again.",
  };
}
