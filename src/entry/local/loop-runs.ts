import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError } from "../../domain/config.ts";
import type { Terminal } from "../terminal.ts";
import { holderOf } from "./hold-run.ts";
import type { KeptRun } from "./runs.ts";
import { isResumable, listRuns } from "./runs.ts";

/** The place of one loop spec: whoever has it may look for runs of that spec, and begin one. */
export interface Slot {
  release(): void;
}

/**
 * Claims the spec before anything else is done, in one step that only one process can make (S1-42).
 * @throws ConfigError naming the process that has it
 */
export function claimSlot(runsDir: string, name: string): Slot {
  const dir = join(runsDir, "..", "loops");
  const path = join(dir, `${name}.pid`);
  mkdirSync(dir, { recursive: true });
  if (!take(path)) {
    const holder = Number(readFileSync(path, "utf8"));
    if (isAlive(holder))
      throw new ConfigError(
        `The loop "${name}" is being worked by process ${holder}. \`tdd-loop status\` shows it, \`tdd-loop stop\` ends it.`,
      );
    rmSync(path, { force: true });
    if (!take(path)) throw new ConfigError(`Another process began "${name}" at this moment.`);
  }
  return { release: () => rmSync(path, { force: true }) };
}

function take(path: string): boolean {
  try {
    writeFileSync(path, `${process.pid}`, { flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** The latest run of this spec that can go on, and that nobody stopped on purpose (S1-41). */
export async function unfinishedRun(
  runsDir: string,
  name: string,
  terminal: Terminal,
): Promise<KeptRun | null> {
  const runs = (await listRuns(runsDir, terminal)).filter((run) => loopNameOf(run) === name);
  const latest = runs.at(-1);
  if (latest === undefined || !isResumable(latest) || wasStopped(latest)) return null;
  return latest;
}

function loopNameOf({ folded }: KeptRun): string | null {
  const read = folded.events.findLast(({ event }) => event.type === "loop.read")?.event;
  return read?.type === "loop.read" ? read.name : null;
}

const mark = "stopped";

function wasStopped({ dir }: KeptRun): boolean {
  return existsSync(join(dir, mark));
}

/** A run that is taken up again is no longer stopped. */
export function forgetStop({ dir }: Pick<KeptRun, "dir">): void {
  rmSync(join(dir, mark), { force: true });
}

/** Remembers that a person wanted the end, and asks the process that is at it to end. */
export async function stopRun(run: KeptRun): Promise<number | null> {
  const holder = await holderOf(run.dir);
  if (holder === null) return null;
  await writeFile(join(run.dir, mark), new Date().toISOString());
  process.kill(holder, "SIGINT");
  return holder;
}
