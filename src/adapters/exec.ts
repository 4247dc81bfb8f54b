import type { SpawnOptions } from "node:child_process";
import { spawn } from "node:child_process";
import { Socket } from "node:net";

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
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    env: options.env as NodeJS.ProcessEnv,
    stdio: [options.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  };
}

/**
 * Starts a trusted program that outlives this process and whose input ends with it, also by `kill -9`.
 * One that cannot be started is as good as none.
 * @returns ends its input now
 */
export function startGuard(
  file: string,
  args: readonly string[],
  env: ExecOptions["env"],
): () => void {
  const child = spawn(file, args, {
    // A session of its own: what kills this process and its children does not reach it.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    env: env as NodeJS.ProcessEnv,
    cwd: "/",
  });
  child.on("error", () => undefined);
  child.stdin.on("error", () => undefined);
  child.unref();
  // It must not keep this process alive.
  if (child.stdin instanceof Socket) child.stdin.unref();
  return () => child.stdin.end();
}

/** Runs a program that a person sits in front of; gives its exit code. */
export function execAtTerminal(
  file: string,
  args: readonly string[],
  { env }: Pick<ExecOptions, "env">,
): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { env: env as NodeJS.ProcessEnv, stdio: "inherit" });
    child.on("error", reject);
    child.on("close", resolve);
  });
}
