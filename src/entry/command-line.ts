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
  const program = createProgram(terminal, register);
  try {
    await program.parseAsync([...words], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) {
      if (isWrongUse(error)) terminal.complain(`See: ${helpFor(program, words)}`);
      terminal.end(error.exitCode === 0 ? exitCodes.success : exitCodes.usage);
      return;
    }
    const { describeFailure } = await import("./failure.ts");
    const failure = describeFailure(error, terminal.env, terminal.signal.aborted);
    terminal.complain(`tdd-loop: ${failure.message}`);
    terminal.end(failure.exitCode);
  }
}

/** Not where the help itself was shown, nor where the message says already what was meant. */
function isWrongUse({ exitCode, code, message }: CommanderError): boolean {
  return exitCode !== 0 && !/^commander\.help/.test(code) && !message.includes("(Did you mean");
}

/** The line that shows the options of the command that was given, or all commands. */
function helpFor(program: Command, words: readonly string[]): string {
  let at = program;
  const names: string[] = [];
  for (const word of words) {
    const next = at.commands.find((command) => command.name() === word);
    if (next === undefined) break;
    at = next;
    names.push(word);
  }
  return ["tdd-loop", ...names, "--help"].join(" ");
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
