import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import type { ExecOptions } from "./exec.ts";

/** What a reader makes of the bytes printed so far: an answer and its length, or how many it needs. */
export type Reading<T> =
  | { readonly kind: "answer"; readonly value: T; readonly used: number }
  | { readonly kind: "more"; readonly bytes: number };

/** A program that answers requests one after the other and stays for the next one. */
export interface Coprocess {
  /**
   * Writes one request and reads its answer. Rejects when the program ends before the answer is
   * whole; the next request starts it anew.
   */
  ask<T>(request: string | Buffer, read: (printed: Buffer) => Reading<T>): Promise<T>;
}

/**
 * A trusted program (git) without a shell, with exactly the environment given, started by the first
 * request. It never keeps our process alive, and ends with it: its standard input closes then.
 */
export function createCoprocess(
  file: string,
  args: readonly string[],
  options: Pick<ExecOptions, "cwd" | "env">,
): Coprocess {
  let running: Running | null = null;
  let last: Promise<unknown> = Promise.resolve();
  return {
    ask(request, read) {
      const turn = async () => {
        if (running === null || running.hasEnded()) running = start(file, args, options);
        return await running.ask(request, read);
      };
      const mine = last.then(turn, turn);
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}

interface Running extends Coprocess {
  hasEnded(): boolean;
}

interface Waiting {
  take(): void;
  fail(error: Error): void;
}

function start(file: string, args: readonly string[], options: Pick<ExecOptions, "cwd" | "env">) {
  const { cwd, env } = options;
  const child = spawn(file, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: env as NodeJS.ProcessEnv,
    stdio: ["pipe", "pipe", "pipe"],
  });
  return listen(child, `${file} ${args.slice(-3).join(" ")}`);
}

function listen(child: ChildProcess, name: string): Running {
  const printed = new Printed();
  let complaint = "";
  let ended = false;
  let waiting: Waiting | null = null;
  const end = (why: string): void => {
    ended = true;
    waiting?.fail(new Error(`${name} ${why} ${complaint}`.trim()));
  };
  child.stdout?.on("data", (chunk: Buffer) => {
    printed.add(chunk);
    waiting?.take();
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    complaint = `${complaint}${chunk.toString("utf8")}`.slice(-2_000);
  });
  child.stdin?.on("error", () => undefined);
  child.on("error", (error) => end(`could not be started: ${error.message}`));
  child.on("close", (code) => end(`ended with ${code} in the middle of an answer.`));
  keepAlive(child, false);
  return {
    hasEnded: () => ended,
    ask: (request, read) =>
      new Promise((resolve, reject) => {
        keepAlive(child, true);
        const finish = (settle: () => void): void => {
          waiting = null;
          keepAlive(child, false);
          settle();
        };
        waiting = {
          take() {
            try {
              const reading = printed.read(read);
              if (reading !== null) finish(() => resolve(reading.value));
            } catch (error) {
              // What follows in the pipe cannot be told apart from the rest of this answer.
              ended = true;
              child.kill("SIGKILL");
              finish(() => reject(error));
            }
          },
          fail: (error) => finish(() => reject(error)),
        };
        child.stdin?.write(request);
      }),
  };
}

/** Pipes and process count for the event loop only while an answer is waited for. */
function keepAlive(child: ChildProcess, isNeeded: boolean): void {
  for (const part of [child, child.stdin, child.stdout, child.stderr]) {
    const handle = part as { ref?: () => void; unref?: () => void } | null;
    if (isNeeded) handle?.ref?.();
    else handle?.unref?.();
  }
}

/** Output that has come and is not read yet, joined only when there is enough of it. */
class Printed {
  #chunks: Buffer[] = [];
  #length = 0;
  #needed = 1;

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
  }

  read<T>(read: (printed: Buffer) => Reading<T>): { value: T } | null {
    if (this.#length < this.#needed) return null;
    const all = Buffer.concat(this.#chunks);
    const reading = read(all);
    this.#needed = reading.kind === "more" ? reading.bytes : 1;
    const rest = reading.kind === "answer" ? all.subarray(reading.used) : all;
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.#length = rest.length;
    return reading.kind === "answer" ? { value: reading.value } : null;
  }
}
