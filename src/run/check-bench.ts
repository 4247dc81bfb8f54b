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
  let lastAside: Promise<unknown> = Promise.resolve();

  /** A second place, for what nothing waits for. */
  function aside<T>(work: () => Promise<T>): Promise<T> {
    const mine = lastAside.then(work, work);
    lastAside = mine.catch(() => undefined);
    return mine;
  }

  async function run(
    { tree, ...asked }: AskedCheck,
    signal: AbortSignal,
    lane?: string,
  ): Promise<CheckEnd> {
    const key = JSON.stringify([tree, asked]);
    const before = known.get(key);
    if (before !== undefined) return before;
    const { dir } = await workspace.testSite(tree, signal, lane);
    const ran = await tests.check({ dir, ...asked }, signal);
    if (!signal.aborted) known.set(key, ran);
    return ran;
  }
  return {
    async runCheck(command, signal) {
      const { id, purpose, step, line, timeoutMs, pattern } = command;
      const tree = await workspace.withChanges(command.tree, command.changes);
      const asked = { tree, line, timeoutMs, pattern };
      const ran =
        purpose === "red"
          ? await aside(() => run(asked, signal, "aside"))
          : await inTurn(() => run(asked, signal));
      return { kind: "check_ran", command: id, purpose, step, tree, ...ran };
    },
    tryCheck: (asked, signal) => inTurn(() => run(asked, signal)),
  };
}
