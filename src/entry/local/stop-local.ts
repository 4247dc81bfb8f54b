import { setTimeout as sleep } from "node:timers/promises";
import { exitCodes } from "../exit-codes.ts";
import type { Ended, StatusOptions } from "../run-options.ts";
import type { Terminal } from "../terminal.ts";
import { openLocalRepository } from "../wire-local.ts";
import { holderOf } from "./hold-run.ts";
import { stopRun } from "./loop-runs.ts";
import type { KeptRun } from "./runs.ts";
import { findRun, listRuns } from "./runs.ts";

/** How long a run may take to put its things away. Milliseconds. */
const patience = 30_000;

/** `tdd-loop stop [RUN]`: ends the runs that are going on here; what they did is kept. */
export async function stopLocal(options: StatusOptions, terminal: Terminal): Promise<Ended> {
  const { runsDir } = await openLocalRepository(options, terminal);
  const { runId } = options;
  const runs =
    runId === null
      ? await listRuns(runsDir, terminal)
      : [await findRun(runsDir, runId, terminal, () => true)];
  const stopped: string[] = [];
  for (const run of runs) {
    if ((await stopRun(run)) === null) continue;
    await waitFor(run, terminal);
    stopped.push(run.id);
  }
  tell(stopped, options.json, terminal);
  return { exitCode: stopped.length === 0 ? exitCodes.notDone : exitCodes.success };
}

async function waitFor(run: KeptRun, terminal: Terminal): Promise<void> {
  const until = Date.now() + patience;
  while ((await holderOf(run.dir)) !== null) {
    if (Date.now() > until) {
      terminal.complain(`tdd-loop: note: ${run.id} was told to stop and has not ended yet.`);
      return;
    }
    await sleep(50);
  }
}

function tell(stopped: readonly string[], json: boolean, terminal: Terminal): void {
  if (json) {
    terminal.print(JSON.stringify({ version: 1, stopped }));
    return;
  }
  if (stopped.length === 0) terminal.print("No run is going on here.");
  for (const id of stopped)
    terminal.print(`Stopped ${id}. What it did is kept; to go on: tdd-loop resume ${id}`);
}
