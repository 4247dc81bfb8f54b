/**
 * Another action than `labeled` is none of ours. A label that cannot be read is said, so that nobody
 * waits for a run.
 */
export function unreadLabel(
  payload: unknown,
):
  | { readonly kind: "ignore"; readonly why: string }
  | { readonly kind: "invalid"; readonly problem: string } {
  const action = (payload as { action?: unknown } | null)?.action;
  return action === "labeled"
    ? {
        kind: "invalid",
        problem: "The event `issues` is not as GitHub sends it: fields are missing.",
      }
    : { kind: "ignore", why: "Only `labeled` starts a run." };
}
