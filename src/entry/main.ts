import { runCommandLine } from "./command-line.ts";
import { registerCommands } from "./commands/register-commands.ts";
import { exitCodes } from "./exit-codes.ts";
import { forLog } from "./for-log.ts";
import type { Terminal } from "./terminal.ts";

/** Runs a command line on the real terminal and sets the exit code of the process. */
export async function main(words: readonly string[]): Promise<void> {
  const cwd = currentDirectory();
  if (cwd === null) return;
  const terminal = processTerminal(cwd, failing(words));
  await runCommandLine(words, terminal, await registerCommands(words, terminal));
}

/** `gate` and `red` end with 2 when they cannot judge: 1 would be a verdict. */
function failing(words: readonly string[]): number {
  const judges = ["gate", "lock", "red", "judge-red"].includes(words[0] ?? "");
  return judges ? exitCodes.usage : exitCodes.infrastructure;
}

/** Null, said and with its exit code, when the directory was deleted under the shell that stands in it. */
function currentDirectory(): string | null {
  try {
    return process.cwd();
  } catch {
    process.stderr.write(
      "tdd-loop: the current directory does not exist any more. Change to one that does, and ask again.\n",
    );
    process.exitCode = exitCodes.usage;
    return null;
  }
}

function processTerminal(cwd: string, unwritable: number): Terminal {
  endOnUnwritable(unwritable);
  return {
    cwd,
    env: process.env,
    signal: interruptSignal(),
    print: (text) => void process.stdout.write(`${forLog(text)}\n`),
    complain: (text) => void process.stderr.write(`${forLog(text)}\n`),
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

/** `tdd-loop status | head` is no error; an answer that could not be written is none. */
function endOnUnwritable(exitCode: number): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit();
    process.stderr.write(
      `tdd-loop: the answer could not be written to standard output (${error.code ?? error.message}). Send it somewhere that takes it.\n`,
    );
    process.exit(exitCode);
  });
  // What goes to people has nowhere else to go.
  process.stderr.on("error", () => process.exit(exitCode));
}
