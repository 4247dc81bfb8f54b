import { runCommandLine } from "./command-line.ts";
import { registerCommands } from "./commands/register-commands.ts";
import { exitCodes } from "./exit-codes.ts";
import type { Terminal } from "./terminal.ts";

/** Runs a command line on the real terminal and sets the exit code of the process. */
export async function main(words: readonly string[]): Promise<void> {
  const terminal = processTerminal();
  await runCommandLine(words, terminal, await registerCommands(words, terminal));
}

function processTerminal(): Terminal {
  endQuietlyOnClosedPipe();
  return {
    cwd: process.cwd(),
    env: process.env,
    signal: interruptSignal(),
    print: (text) => void process.stdout.write(`${text}\n`),
    complain: (text) => void process.stderr.write(`${text}\n`),
    end: (exitCode) => {
      process.exitCode = exitCode;
    },
  };
}

/** The first Ctrl-C lets the run write down where it is; the second does not wait. */
function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.cancelled);
    controller.abort();
  };
  process.on("SIGINT", () => {
    if (!controller.signal.aborted && process.stderr.isTTY)
      process.stderr.write("\nStopping; what was done is kept. Ctrl-C once more ends at once.\n");
    interrupt();
  });
  process.on("SIGTERM", interrupt);
  return controller.signal;
}

/** `tdd-loop status | head` is no error. */
function endQuietlyOnClosedPipe(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
}
