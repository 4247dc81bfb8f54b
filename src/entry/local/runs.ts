import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError } from "../../domain/config.ts";
import type { JournalEntry } from "../../domain/journal-entry.ts";
import type { Folded } from "../../loop/fold.ts";
import { canResume, foldJournal } from "../../loop/fold.ts";
import type { Terminal } from "../terminal.ts";
import { openJournal } from "../wire-journal.ts";

/** One run as its journal tells it. */
export interface KeptRun {
  readonly id: string;
  readonly dir: string;
  readonly entries: readonly JournalEntry[];
  readonly folded: Folded;
}

/** Every run below `runsDir`, oldest first; a directory without a journal is no run. */
export async function listRuns(runsDir: string, terminal: Terminal): Promise<readonly KeptRun[]> {
  const names = await readdir(runsDir).catch(() => []);
  const runs: KeptRun[] = [];
  for (const id of names.sort()) {
    const run = await readRun(join(runsDir, id), id, terminal);
    if (run !== null) runs.push(run);
  }
  return runs;
}

async function readRun(dir: string, id: string, { env }: Terminal): Promise<KeptRun | null> {
  using journal = openJournal(dir, { env, secrets: [] });
  const entries = await journal.read();
  const folded = foldJournal(entries);
  return folded === null ? null : { id, dir, entries, folded };
}

/**
 * The run with this id, or the newest one that `wanted` accepts.
 * @throws ConfigError naming the runs there are
 */
export async function findRun(
  runsDir: string,
  id: string | null,
  terminal: Terminal,
  wanted: (run: KeptRun) => boolean,
  purpose = "",
): Promise<KeptRun> {
  const runs = await listRuns(runsDir, terminal);
  const found = id === null ? runs.findLast(wanted) : runs.find((run) => run.id === id);
  if (found !== undefined) return found;
  const known = runs.map((run) => run.id).join(", ");
  const all = known === "" ? "There is no run yet." : `The runs are: ${known}.`;
  const what = id === null ? `There is no run ${purpose}`.trim() : `There is no run "${id}"`;
  throw new ConfigError(`${what} in ${runsDir}. ${all} Start one with tdd-loop run SPEC.`);
}

/** Whether `tdd-loop resume` would go on with it. */
export function isResumable({ entries }: KeptRun): boolean {
  return canResume(entries);
}
