import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { Readable } from "node:stream";
import type { ProcessEnd, SandboxedProcess, Talk } from "../../ports.ts";
import { linesOf } from "../lines-of.ts";
import { hitLimit } from "./hit-limit.ts";

/** A process with its bounds; what confines it is already in `file` and `args`. */
export interface Confined {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment: nothing of ours is added. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  /** What it is told; nothing when neither is there. */
  readonly told: Pick<SandboxedProcess, "input" | "talk">;
  /** Whether a watcher of ours runs inside and reports on descriptor 3, which the command does not get. */
  readonly isWatched: boolean;
  /** Counts what outlived the process, before it is ended. Not asked of a run that was ended. */
  readonly survivors: (report: string) => Promise<Survivors>;
  /** Ends what outlived the process; called after every end. */
  readonly sweep: () => Promise<void>;
}

export interface Survivors {
  readonly count: number;
  /** No further process could be had. */
  readonly isStarved: boolean;
}

/** How long a stream may stay open after its process ended: somebody else holds it. */
const LINGER_MS = 500;

const REPORT_LIMIT = 10_000;

/** Exit codes by which a shell or a namespace's first process reports a signal. */
const SIGNALS: Readonly<Record<number, string>> = {
  132: "SIGILL",
  133: "SIGTRAP",
  134: "SIGABRT",
  135: "SIGBUS",
  136: "SIGFPE",
  137: "SIGKILL",
  139: "SIGSEGV",
  143: "SIGTERM",
  152: "SIGXCPU",
  153: "SIGXFSZ",
};

/**
 * Runs a process in a session of its own, and ends it with all its children when it
 * is out of time, says too much, or the signal fires. Never rejects for what the process does.
 */
export async function runConfined(asked: Confined, signal: AbortSignal): Promise<ProcessEnd> {
  const began = performance.now();
  const { input, talk } = asked.told;
  const stdin = input === undefined && talk === undefined ? "ignore" : "pipe";
  const child = spawn(asked.file, asked.args, {
    cwd: asked.cwd,
    env: asked.env,
    detached: true,
    stdio: [stdin, "pipe", "pipe", asked.isWatched ? "pipe" : "ignore"],
  });
  const kill = () => killSession(child);
  const output = collect(child, asked.maxOutputBytes, kill);
  const report = collectReport(child);
  tell(child, input ?? "", talk);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    kill();
  }, asked.timeoutMs);
  signal.addEventListener("abort", kill, { once: true });
  if (signal.aborted) kill();
  try {
    const ended = await exitOf(child);
    const isOver = timedOut || signal.aborted || output().outputCut;
    const survivors = isOver ? nobody : await asked.survivors(await report);
    kill();
    await asked.sweep();
    await closed(child);
    const { stdout, stderr, outputCut } = output();
    const durationMs = Math.round(performance.now() - began);
    const end = { ...ended, stdout, stderr, timedOut, outputCut, durationMs };
    return { ...end, ...besides(end, survivors) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", kill);
  }
}

const nobody: Survivors = { count: 0, isStarved: false };

function besides(
  end: ProcessEnd,
  { count, isStarved }: Survivors,
): Pick<ProcessEnd, "leftovers" | "limit"> {
  const limit = isStarved ? "processes" : hitLimit(end);
  return { ...(count === 0 ? {} : { leftovers: count }), ...(limit === null ? {} : { limit }) };
}

/** What the watcher says, as soon as it has ended or nobody can be waited for any longer. */
function collectReport(child: ChildProcess): Promise<string> {
  const stream = child.stdio[3];
  if (!(stream instanceof Readable)) return Promise.resolve("");
  let said = "";
  stream.on("data", (chunk: Buffer) => {
    if (said.length < REPORT_LIMIT) said += chunk.toString("latin1");
  });
  return new Promise((resolve) => {
    stream.once("close", () => resolve(said));
    child.once("exit", () => setTimeout(() => stream.destroy(), LINGER_MS).unref());
  });
}

/** A process that is gone, or never read, is no error of ours. */
function tell(child: ChildProcess, input: string, talk: Talk | undefined): void {
  const { stdin, stdout } = child;
  if (stdin === null) return;
  stdin.on("error", () => undefined);
  if (talk === undefined) {
    stdin.end(input);
    return;
  }
  stdin.write(input);
  const say = (line: string): void => void stdin.write(`${line}\n`);
  stdout?.on(
    "data",
    linesOf((line) => talk(line, say)),
  );
}

function killSession(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // Everyone in the session is gone already.
  }
}

interface Output {
  readonly stdout: string;
  readonly stderr: string;
  readonly outputCut: boolean;
}

/** Keeps what both streams say up to the limit together; at the limit the process is ended. */
function collect(child: ChildProcess, limit: number, kill: () => void): () => Output {
  const kept: { stdout: Buffer[]; stderr: Buffer[] } = { stdout: [], stderr: [] };
  let room = limit;
  let outputCut = false;
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.on("data", (chunk: Buffer) => {
      if (outputCut) return;
      kept[name].push(chunk.subarray(0, room));
      room -= chunk.length;
      if (room >= 0) return;
      outputCut = true;
      kill();
    });
  }
  const text = (chunks: Buffer[]) => Buffer.concat(chunks).toString("utf8");
  return () => ({ stdout: text(kept.stdout), stderr: text(kept.stderr), outputCut });
}

function exitOf(child: ChildProcess): Promise<{ exitCode: number | null; signal: string | null }> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      const told = code === null ? undefined : SIGNALS[code];
      resolve(told === undefined ? { exitCode: code, signal } : { exitCode: null, signal: told });
    });
  });
}

/** All output has arrived, or whoever still holds the streams is no longer waited for. */
async function closed(child: ChildProcess): Promise<void> {
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  await Promise.all(
    streams.map(
      (stream) =>
        new Promise<void>((resolve) => {
          if (stream.closed) return resolve();
          const timer = setTimeout(() => stream.destroy(), LINGER_MS);
          stream.once("close", () => {
            clearTimeout(timer);
            resolve();
          });
        }),
    ),
  );
}
