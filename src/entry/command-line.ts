import { Command, CommanderError } from "commander";
import { exitCodeHelp, exitCodes } from "./exit-codes.ts";
import type { Terminal } from "./terminal.ts";
import { version } from "./version.ts";

/** Adds one command to the program. */
export type Register = (program: Command) => void;

/**
 * Runs one command line to its end. Never throws: whatever goes wrong is one message on standard
 * error that begins with "tdd-loop:" and an exit code of `exitCodes`.
 */
export async function runCommandLine(
  words: readonly string[],
  terminal: Terminal,
  register: Register,
): Promise<void> {
  try {
    await createProgram(terminal, register).parseAsync([...words], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) {
      terminal.end(error.exitCode === 0 ? exitCodes.success : exitCodes.usage);
      return;
    }
    const { describeFailure } = await import("./failure.ts");
    const failure = describeFailure(error, terminal.env, terminal.signal.aborted);
    terminal.complain(`tdd-loop: ${failure.message}`);
    terminal.end(failure.exitCode);
  }
}

function createProgram(terminal: Terminal, register: Register): Command {
  const program = new Command("tdd-loop")
    .description("Works an issue test-first and opens the pull request with proof.")
    .version(version(), "-V, --version", "print the version")
    .showSuggestionAfterError()
    .helpCommand("help [command]", "help for a command")
    .addHelpText("after", exitCodeHelp)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.print(text.replace(/\n$/, "")),
      writeErr: (text) => terminal.complain(text.replace(/\n$/, "")),
      outputError: (text, write) => write(text.replace(/^error: /, "tdd-loop: ")),
    });
  register(program);
  return program;
}
