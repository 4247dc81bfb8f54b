import { lstat, readdir, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline/promises";
import { ConfigError } from "../../domain/config.ts";
import { counted, formatBytes } from "../../report/figures.ts";
import { exitCodes } from "../exit-codes.ts";
import type { CleanOptions, Ended } from "../run-options.ts";
import type { Terminal } from "../terminal.ts";
import type { LocalRepository } from "../wire-local.ts";
import { openLocalRepository, takeDownLanes, workDirOf } from "../wire-local.ts";
import { holderOf } from "./hold-run.ts";
import type { KeptRun } from "./runs.ts";
import { isResumable, listRuns } from "./runs.ts";

/** What goes: directories, and the run they belong to. */
interface Leftover {
  readonly runId: string;
  readonly dirs: readonly string[];
  readonly bytes: number;
}

interface Cleaning {
  readonly repository: LocalRepository;
  readonly leftovers: readonly Leftover[];
  /** Runs that stay, each with the reason. */
  readonly kept: readonly string[];
}

/** `tdd-loop clean`: frees what runs left; never a branch, a commit or a file of the work tree. */
export async function cleanLocal(options: CleanOptions, terminal: Terminal): Promise<Ended> {
  const repository = await openLocalRepository(options, terminal);
  const runs = await listRuns(repository.runsDir, terminal);
  const kept: string[] = [];
  const dirsOf = new Map<string, readonly string[]>();
  for (const run of runs) {
    const why = await reasonToKeep(run, options);
    const work = workDirOf(repository, run.id, terminal.env);
    if (why === null) dirsOf.set(run.id, [run.dir, work]);
    else kept.push(`${run.id}: ${why}`);
  }
  const known = new Set(runs.map((run) => run.id));
  for (const id of await orphans(repository, terminal, options)) {
    if (!known.has(id)) dirsOf.set(id, [workDirOf(repository, id, terminal.env)]);
  }
  const leftovers = await Promise.all([...dirsOf].map(([id, dirs]) => measured(id, dirs)));
  return await remove({ repository, leftovers, kept }, options, terminal);
}

async function reasonToKeep(run: KeptRun, options: CleanOptions): Promise<string | null> {
  if ((await holderOf(run.dir)) !== null) return "it is being worked on";
  const begun = run.entries[0]?.at ?? 0;
  if (options.olderThan !== null && Date.now() - begun < options.olderThan) return "not that old";
  if (!options.all && isResumable(run)) return "it can be resumed (--all takes it too)";
  return null;
}

/** Clones without a run: somebody removed the run's folder by hand. They have no age but the disk's. */
async function orphans(
  repository: LocalRepository,
  { env }: Terminal,
  { olderThan }: CleanOptions,
): Promise<readonly string[]> {
  const home = dirname(workDirOf(repository, "run", env));
  if (repository.runsDir.startsWith(home)) return [];
  const found: string[] = [];
  for (const name of await readdir(home).catch(() => [])) {
    const { mtimeMs } = await lstat(join(home, name));
    if (Date.now() - mtimeMs >= (olderThan ?? 0)) found.push(name);
  }
  return found;
}

async function measured(runId: string, dirs: readonly string[]): Promise<Leftover> {
  const sizes = await Promise.all(dirs.map(sizeOf));
  return { runId, dirs, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** What a directory takes on the disk, in bytes; links are not followed. */
async function sizeOf(path: string): Promise<number> {
  const info = await lstat(path).catch(() => null);
  if (info === null) return 0;
  if (!info.isDirectory()) return info.blocks * 512;
  const names = await readdir(path).catch(() => []);
  let sum = info.blocks * 512;
  for (const name of names) sum += await sizeOf(join(path, name));
  return sum;
}

/** What a last run leaves empty: the directories that were made for runs, innermost first. */
function above(
  repository: LocalRepository,
  { env }: Terminal,
  { stateDir }: CleanOptions,
): readonly string[] {
  const { runsDir } = repository;
  if (stateDir !== null) return [runsDir];
  const home = dirname(workDirOf(repository, "run", env));
  return [runsDir, dirname(runsDir), home, dirname(home)];
}

/** A directory that holds something stays. */
async function removeEmpty(dirs: readonly string[]): Promise<void> {
  for (const dir of dirs) await rmdir(dir).catch(() => undefined);
}

async function remove(
  { repository, leftovers, kept }: Cleaning,
  options: CleanOptions,
  terminal: Terminal,
): Promise<Ended> {
  const say = options.json ? () => undefined : terminal.print;
  for (const { runId, bytes } of leftovers) say(`${runId}  ${formatBytes(bytes)}`);
  for (const line of kept) say(`kept  ${line}`);
  const removed = (await isConfirmed(leftovers, options)) ? leftovers : [];
  for (const dir of removed.flatMap((leftover) => leftover.dirs)) {
    await takeDownLanes(dir, terminal.env);
    await rm(dir, { recursive: true, force: true });
  }
  const { runsDir } = repository;
  const places = (await readdir(runsDir).catch(() => [])).map((name) => join(runsDir, name));
  await removeEmpty([...places, ...above(repository, terminal, options)]);
  const bytes = sumOf(removed);
  const runs = removed.map((leftover) => leftover.runId);
  const freed = `${counted(runs.length, "run")} removed, ${formatBytes(bytes)} freed.`;
  say(`${freed} Branches and commits are as they were.`);
  if (options.json) terminal.print(JSON.stringify({ version: 1, removed: runs, bytes, kept }));
  return { exitCode: exitCodes.success };
}

function sumOf(leftovers: readonly Leftover[]): number {
  return leftovers.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** @throws ConfigError when there is nobody to ask */
async function isConfirmed(
  leftovers: readonly Leftover[],
  { yes }: CleanOptions,
): Promise<boolean> {
  if (yes || leftovers.length === 0) return yes;
  const what = `Remove ${counted(leftovers.length, "run")} (${formatBytes(sumOf(leftovers))}) with journals and reports?`;
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) {
    throw new ConfigError(`${what} There is no terminal to ask at: say --yes.`);
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await lines.question(`${what} [y/N] `)).trim());
  } finally {
    lines.close();
  }
}
