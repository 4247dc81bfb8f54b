import type { Role } from "../domain/config.ts";
import { digestOutput } from "../domain/test-digest.ts";
import type { TriedTests } from "../domain/test-run.ts";
import type { Folded } from "../loop/fold.ts";
import { judgeTry } from "../loop/phases/judge-try.ts";
import type { TurnSite } from "../ports.ts";
import type { Performing } from "./performing.ts";

/**
 * What the agent has now, run by the loop where the agent cannot reach. It gets what fails, and what the
 * gate will say of such a run when the turn ends with it.
 */
export async function tryTests(
  role: Role,
  site: TurnSite,
  folded: Folded,
  { bench, signal }: Performing,
): Promise<TriedTests> {
  const { tree, offences, changes } = await site.snapshot();
  const [first] = offences;
  if (first !== undefined) {
    const digest = `The tests were not run. ${first.path}: ${first.fix}`;
    return { digest, isAsWanted: false };
  }
  const { run, mutated } = await bench.tryTree(tree, folded, signal);
  const written = changes.map(({ path, status }) => ({ path, isNew: status === "added" }));
  const judged = judgeTry(role, folded.state, { run, mutated: [...mutated], written });
  if (judged === null) return { digest: digestOutput(run), isAsWanted: true };
  return { digest: `${digestOutput(run)}\n\n${judged.says}`, isAsWanted: judged.isAsWanted };
}
