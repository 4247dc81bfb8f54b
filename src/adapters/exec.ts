import type { ChildProcess, SpawnOptions } from "node:child_process";
import { spawn } from "node:child_process";

/** A process of ours (git and such) that ended, however it ended. A non-zero exit is a value. */
export interface ExecResult {
  readonly exitCode: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export interface ExecOptions {
  readonly cwd?: string;
  /** The whole environment of the child, never merged with ours. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input?: string | Buffer;
  readonly signal?: AbortSignal;
  /**
   * Starts it in a session of its own; when the signal fires everything in that session is killed and the
   * result (exit code null) is resolved. Without it the signal ends the program alone, and rejects.
   */
  readonly ownSession?: boolean;
}

/**
 * Runs a trusted program without a shell, with exactly the environment given. Repository code never
 * runs through here: that is the sandbox's work. `spawn` rather than execa, because in the hot path
 * (several git calls a turn) execa costs 85 % more a process.
 */
export function exec(
  file: string,
  args: readonly string[],
  options: ExecOptions,
): Promise<ExecResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, spawnOptions(options));
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout?.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => stderr.push(chunk));
    child.on("error", reject);
    if (options.ownSession) endSessionOn(options.signal, child);
    child.on("close", (exitCode) =>
      resolve({
        exitCode,
        stdout: Buffer.concat(stdout),
        stderr: Buffer.concat(stderr).toString("utf8"),
      }),
    );
    if (options.input !== undefined) {
      child.stdin?.on("error", () => undefined);
      child.stdin?.end(options.input);
    }
  });
}

function spawnOptions(options: ExecOptions): SpawnOptions {
  return {
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...(options.signal === undefined || options.ownSession ? {} : { signal: options.signal }),
    detached: options.ownSession ?? false,
    env: options.env as NodeJS.ProcessEnv,
    stdio: [options.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  };
}

function endSessionOn(signal: AbortSignal | undefined, child: ChildProcess): void {
  const kill = () => {
    // A negative pid means the whole group. It may be gone already: then there is nothing to kill.
    if (child.pid !== undefined) killGroup(child.pid);
    // What left the group may still hold the pipes open; nobody waits for it.
    child.stdout?.destroy();
    child.stderr?.destroy();
  };
  if (signal?.aborted) kill();
  signal?.addEventListener("abort", kill, { once: true });
  child.on("close", () => signal?.removeEventListener("abort", kill));
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
