import type { Grounded } from "../state.ts";

/** The config's word first; a local spec may name one; else what the repository itself says (S0-50). */
export function testCommandOf(
  request: Grounded["request"],
  spec: Grounded["spec"],
  ground: Grounded["ground"],
): string | null {
  const fromSpec = request.origin === "local" ? spec.testCommand : null;
  return request.config.testCommand ?? fromSpec ?? ground.testCommand;
}
