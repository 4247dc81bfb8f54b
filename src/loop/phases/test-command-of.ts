import type { RunRequest } from "../../domain/run-request.ts";
import type { Spec } from "../../domain/spec.ts";
import type { Grounded } from "../state.ts";

/** The config's word first; a local spec may name one; else what the repository itself says (S0-50). */
export function testCommandOf(
  request: Grounded["request"],
  spec: Grounded["spec"],
  ground: Pick<Grounded["ground"], "testCommand">,
): string | null {
  return namedTestCommand(request, spec) ?? ground.testCommand;
}

/** What a person wrote down as the test command; null leaves it to be found. */
export function namedTestCommand(
  { config, origin }: Pick<RunRequest, "config" | "origin">,
  spec: Pick<Spec, "testCommand">,
): string | null {
  return config.testCommand ?? (origin === "local" ? spec.testCommand : null);
}
