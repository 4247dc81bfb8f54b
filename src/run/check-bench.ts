import type { CheckEnd, CheckRequest } from "../domain/check-run.ts";
import type { Command } from "../domain/command.ts";
import type { Result } from "../domain/result.ts";
import type { Ports } from "../ports.ts";

type RunCheck = Extract<Command, { kind: "run_check" }>;
type AskedCheck = Omit<CheckRequest, "dir"> & { readonly tree: string };

/** Commands of loop specs on trees, never twice for the same tree and line. */
export interface CheckBench {
  runCheck(command: RunCheck, signal: AbortSignal): Promise<Result>;
  /** A check that an agent asked for, on what it has now. */
  tryCheck(asked: AskedCheck, signal: AbortSignal): Promise<CheckEnd>;
}

/** @param inTurn lets one piece of work after the other into the only place to run things in */
export function createChecks({
  workspace,
  tests,
  inTurn,
}: Pick<Ports, "workspace" | "tests"> & {
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}): CheckBench {
  const known = new Map<string, CheckEnd>();
  async function run({ tree, ...asked }: AskedCheck, signal: AbortSignal): Promise<CheckEnd> {
    const key = JSON.stringify([tree, asked]);
    const before = known.get(key);
    if (before !== undefined) return before;
    const { dir } = await workspace.testSite(tree, signal);
    const ran = await tests.check({ dir, ...asked }, signal);
    if (!signal.aborted) known.set(key, ran);
    return ran;
  }
  return {
    async runCheck(command, signal) {
      const { id, purpose, step, line, timeoutMs, pattern } = command;
      const tree = await workspace.withChanges(command.tree, command.changes);
      const ran = await inTurn(() => run({ tree, line, timeoutMs, pattern }, signal));
      return { kind: "check_ran", command: id, purpose, step, tree, ...ran };
    },
    tryCheck: (asked, signal) => inTurn(() => run(asked, signal)),
  };
}
