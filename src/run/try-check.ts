import type { TriedTests } from "../domain/test-run.ts";
import type { TurnSite } from "../ports.ts";
import type { Performing } from "./performing.ts";

/** The check of a step on what the agent has now, run by the loop where the agent cannot reach. */
export async function tryCheck(
  line: string,
  timeoutMs: number,
  site: TurnSite,
  { bench, signal }: Performing,
): Promise<TriedTests> {
  const { tree, offences } = await site.snapshot();
  const [first] = offences;
  if (first !== undefined)
    return {
      digest: `The check was not run. ${first.path}: ${first.fix}`,
      isAsWanted: false,
    };
  const { exit, output } = await bench.tryCheck({ tree, line, timeoutMs, pattern: null }, signal);
  const how = exit.kind === "exited" ? `ended with ${exit.code}` : exit.kind.replaceAll("_", " ");
  return {
    digest: `The check ${how}. It printed:\n${output}`,
    isAsWanted: exit.kind === "exited" && exit.code === 0,
  };
}
