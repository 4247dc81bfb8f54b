import { randomBytes } from "node:crypto";
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  symlink,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessEnd, Sandbox, SandboxedProcess } from "../../ports.ts";
import { limited } from "./process-limits.ts";
import type { Survivors } from "./run-confined.ts";
import { runConfined } from "./run-confined.ts";
import type { SandboxOptions } from "./sandbox-view.ts";
import { homeCaches } from "./toolchains.ts";

/**
 * No isolation but what every machine has: own session, clean environment, thrown-away home, limits
 * and a search for survivors. Not done, because it cannot be without namespaces: files outside stay
 * readable and writable to the process's user, and the network stays open. The name says so.
 */
export function createProcessSandbox(options: SandboxOptions): Sandbox {
  return {
    name: "process (network open)",
    async run(asked, signal) {
      const scratch = await realpath(await mkdtemp(join(tmpdir(), "tdd-loop-run-")));
      try {
        return await runIn(options, asked, scratch, signal);
      } finally {
        await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
      }
    },
  };
}

async function runIn(
  options: SandboxOptions,
  asked: SandboxedProcess,
  scratch: string,
  signal: AbortSignal,
): Promise<ProcessEnd> {
  const [home, temporary] = [join(scratch, "home"), join(scratch, "tmp")];
  await mkdir(temporary);
  await mkdir(home);
  for (const [name, to] of homeCaches(options.home)) {
    await mkdir(dirname(join(home, name)), { recursive: true });
    await symlink(to, join(home, name));
  }
  const since = await ticksNow();
  const mark = `TDD_LOOP_RUN=${randomBytes(12).toString("hex")}`;
  const trace = { mark, since, dirs: [asked.cwd, scratch] };
  const [file = "sh", ...args] = limited(options, ["sh", "-c", asked.command]);
  return await runConfined(
    {
      file,
      args,
      cwd: asked.cwd,
      env: {
        PATH: options.path,
        HOME: home,
        TMPDIR: temporary,
        LANG: "C.UTF-8",
        NO_COLOR: "1",
        PYTHONDONTWRITEBYTECODE: "1",
        ...asked.env,
        TDD_LOOP_RUN: mark.slice("TDD_LOOP_RUN=".length),
      },
      timeoutMs: asked.timeoutMs,
      maxOutputBytes: asked.maxOutputBytes,
      told: asked,
      isWatched: false,
      survivors: async () => await countSurvivors(trace),
      sweep: async () => await killSurvivors(trace),
    },
    signal,
  );
}

/** Rounds of the search: each finds the children that the last one's victims had just made. */
const ROUNDS = 20;
/** USER_HZ, the unit of start times in /proc; 100 on every architecture that Node runs on. */
const TICKS = 100;

/** What tells a survivor from the rest of the machine. */
interface Trace {
  readonly mark: string;
  readonly dirs: readonly string[];
  /** Ticks since the machine started. */
  readonly since: number;
}

async function ticksNow(): Promise<number> {
  const uptime = await readFile("/proc/uptime", "utf8").catch(() => "0");
  return Math.floor(Number.parseFloat(uptime) * TICKS) - 1;
}

/** Ends processes that left the session: by the mark in their environment, or where they stand. */
async function killSurvivors(trace: Trace): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = await survivors(trace);
    if (found.length === 0) return;
    for (const pid of found) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It ended by itself meanwhile.
      }
    }
  }
}

/** What is still there after a moment: many a process ends by itself just after its parent. */
async function countSurvivors(trace: Trace): Promise<Survivors> {
  for (let look = 0; look < LOOKS; look += 1) {
    const found = await survivors(trace);
    if (found.length === 0) break;
    if (look === LOOKS - 1) return { count: found.length, isStarved: false };
    await sleep(LOOK_MS);
  }
  return { count: 0, isStarved: false };
}

const LOOKS = 7;
const LOOK_MS = 50;

/** Two looks: who forks and ends between the list and the reading of it is missed by one. */
async function survivors(trace: Trace): Promise<number[]> {
  const first = await survivorsNow(trace);
  return first.length > 0 ? first : await survivorsNow(trace);
}

async function survivorsNow(trace: Trace): Promise<number[]> {
  const names = await readdir("/proc").catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const ours = await Promise.all(pids.map((pid) => isSurvivor(pid, trace)));
  return pids.filter((pid, index) => pid !== process.pid && ours[index]);
}

async function isSurvivor(pid: number, trace: Trace): Promise<boolean> {
  const environment = await readFile(`/proc/${pid}/environ`, "latin1").catch(() => "");
  if (environment.split("\0").includes(trace.mark)) return true;
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => "");
  if (!trace.dirs.some((dir) => cwd === dir || cwd.startsWith(`${dir}/`))) return false;
  // It shed its environment. A person's shell that stands there too has a terminal, or is older.
  const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => "");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields[4] === "0" && Number(fields[19]) >= trace.since;
}
