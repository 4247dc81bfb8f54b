import type { Folded } from "../loop/fold.ts";

/** The framework that config names, else what the repository's files say. */
export function frameworkOf({ state }: Folded): string | null {
  const configured = state.request.config.framework;
  if (configured !== undefined) return configured;
  return "ground" in state ? state.ground.framework : null;
}
