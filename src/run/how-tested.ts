import type { Folded } from "../loop/fold.ts";
import type { TestRequest } from "../ports.ts";

/**
 * The framework that config names, else what the repository's files say; and the projects that the lock
 * names, where the repository is a monorepo.
 */
export function howTested({ state }: Folded): Pick<TestRequest, "framework" | "projects"> {
  const found = "ground" in state ? state.ground.framework : null;
  const framework = state.request.config.framework ?? found;
  return { framework, projects: "lock" in state ? state.lock.projects : undefined };
}
