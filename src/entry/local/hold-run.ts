import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError } from "../../domain/config.ts";
import { makeDirectory } from "../make-directory.ts";

/** One process at a time drives a run; this one, until it lets go or dies. */
export interface Held {
  release(): Promise<void>;
}

/**
 * Takes the run for this process. A holder that is dead has let go.
 * @throws ConfigError naming the process that is at it
 */
export async function holdRun(dir: string): Promise<Held> {
  await makeDirectory(dir);
  const path = join(dir, "pid");
  const holder = await holderOf(dir);
  if (holder !== null && holder !== process.pid) {
    throw new ConfigError(
      `The run in ${dir} is being worked by process ${holder}. Wait for it, or end it, then go on with tdd-loop resume.`,
    );
  }
  await rm(path, { force: true });
  await writeFile(path, `${process.pid}`, { flag: "wx" }).catch((error: unknown) => {
    if (!isThere(error)) throw error;
    throw new ConfigError(`Another process took the run in ${dir} at this moment.`, {
      cause: error,
    });
  });
  return { release: () => rm(path, { force: true }) };
}

/** The process that is at the run now; null when nobody is, or whoever was is dead. */
export async function holderOf(dir: string): Promise<number | null> {
  const holder = Number(await readFile(join(dir, "pid"), "utf8").catch(() => "0"));
  return isAlive(holder) ? holder : null;
}

function isThere(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
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
