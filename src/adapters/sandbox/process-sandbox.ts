import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { mkdir, mkdtemp, readFile, realpath, rm, symlink } from "node:fs/promises";
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
      sweep: async () => killSurvivors(trace),
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
function killSurvivors(trace: Trace): void {
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = survivors(trace);
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
    const found = survivors(trace);
    if (found.length === 0) break;
    if (look === LOOKS - 1) return { count: found.length, isStarved: false };
    await sleep(LOOK_MS);
  }
  return { count: 0, isStarved: false };
}

const LOOKS = 7;
const LOOK_MS = 50;

/** Two looks: who forks and ends between the list and the reading of it is missed by one. */
function survivors(trace: Trace): number[] {
  const first = survivorsNow(trace);
  return first.length > 0 ? first : survivorsNow(trace);
}

/** All at one go: a look that takes turns with other work lets a process slip by. */
function survivorsNow(trace: Trace): number[] {
  const names = orNothing(() => readdirSync("/proc"), []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  return pids.filter((pid) => pid !== process.pid && isSurvivor(pid, trace));
}

function isSurvivor(pid: number, trace: Trace): boolean {
  const stat = orNothing(() => readFileSync(`/proc/${pid}/stat`, "latin1"), "");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // Nothing that the run left is older than the run.
  if (stat === "" || Number(fields[19]) < trace.since) return false;
  const environment = orNothing(() => readFileSync(`/proc/${pid}/environ`, "latin1"), "");
  if (environment.split("\0").includes(trace.mark)) return true;
  const cwd = orNothing(() => readlinkSync(`/proc/${pid}/cwd`), "");
  // It shed its environment. A person's shell that stands there too has a terminal.
  return trace.dirs.some((dir) => cwd === dir || cwd.startsWith(`${dir}/`)) && fields[4] === "0";
}

/** A process may be gone, or somebody else's. */
function orNothing<T>(read: () => T, nothing: T): T {
  try {
    return read();
  } catch {
    return nothing;
  }
}
