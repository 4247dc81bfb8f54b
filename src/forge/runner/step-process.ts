import { spawn } from "node:child_process";

export interface StepProcess {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export interface ProcessHandle {
  readonly exit: Promise<number>;
  /** SIGKILL to the whole group, as when the machine dies. */
  readonly kill: () => void;
  /** What a cancelled run gets: SIGINT, after 7.5 s SIGTERM, after 2.5 s more SIGKILL (GitHub docs). */
  readonly cancel: () => void;
}

/** Starts one process in a group of its own; its output goes to `write` as it comes. */
export function startProcess(asked: StepProcess, write: (text: string) => void): ProcessHandle {
  const child = spawn(asked.command, asked.args, {
    cwd: asked.cwd,
    env: { ...asked.env },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const timers: NodeJS.Timeout[] = [];
  const signal = (name: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name);
    } catch {
      // The group is gone already.
    }
  };
  const kill = () => signal("SIGKILL");
  const cancel = () => {
    signal("SIGINT");
    timers.push(
      setTimeout(() => signal("SIGTERM"), 7500),
      setTimeout(kill, 10_000),
    );
  };
  timers.push(setTimeout(cancel, asked.timeoutMs));
  child.stdout.setEncoding("utf8").on("data", write);
  child.stderr.setEncoding("utf8").on("data", write);
  const exit = new Promise<number>((resolve) => {
    child.on("error", (error) => {
      write(`${error.message}\n`);
      resolve(127);
    });
    // A background process may hold the pipes open: the step ends with its main process.
    child.on("exit", (code) => setImmediate(() => resolve(code ?? 137)));
  });
  const done = exit.finally(() => {
    for (const timer of timers) clearTimeout(timer);
    kill();
  });
  return { exit: done, kill, cancel };
}
