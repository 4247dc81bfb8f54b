import type { Command } from "commander";
import { InvalidArgumentError, Option } from "commander";
import type { z } from "zod";
import { describeProblem } from "../../domain/describe-problem.ts";
import { commandWords } from "../command-words.ts";

/** Where a command works and how it answers: --repo, --state-dir, --json. */
export function addLocalOptions(command: Command): Command {
  return command
    .option("--repo <dir>", "the repository to work in", ".")
    .option("--state-dir <dir>", "where runs are kept (default: .tdd-loop in the repository)")
    .option("--json", "print one JSON object for machines");
}

/** Who plays the roles and what it may cost: --agent and its company. */
export function addAgentOptions(command: Command): Command {
  const agent = new Option("--agent <kind>", "who writes: a model, a coding CLI, or a recording");
  return command
    .addOption(agent.choices(["claude", "command", "replay"]))
    .option("--command <line>", "the coding CLI to run; implies --agent command", commandWords)
    .option("--replay <file>", "the recording to play; implies --agent replay")
    .option("--record <file>", "record the turns of this run")
    .option("--model <id>", "the model for every role")
    .option("--yes", "answer yes: to every question, or to the one that the run waits with")
    .addHelpText("after", commandHelp);
}

const commandHelp = `
A coding CLI (--command) gets the prompt on its standard input, works in a copy
of the repository as its working directory, and prints a JSON object as the last
thing; the prompt shows its form. It runs isolated, with network, an empty HOME
and only the variables that it needs: agent.env and agent.home in
.github/tdd-loop.yml name more. A relative program or script is looked for where
you are, then in the repository, never in the copy.`;

/** The options as commander gives them; absent keys take the schema's defaults. */
export interface AgentChoice {
  readonly agent?: string;
  readonly command?: string[];
  readonly replay?: string;
}

/** A recording or a command line names its agent; a contradiction is the user's to settle. */
export function impliedAgent(given: AgentChoice, command: Command): string | null {
  const implied = [
    ...(given.command === undefined ? [] : ["command"]),
    ...(given.replay === undefined ? [] : ["replay"]),
  ];
  const kinds = [...new Set([...(given.agent === undefined ? [] : [given.agent]), ...implied])];
  if (kinds.length > 1) {
    command.error(`error: one run has one agent, but the options name ${kinds.join(" and ")}`);
  }
  const kind = kinds[0] ?? null;
  if ((kind === "command" || kind === "replay") && implied.length === 0) {
    command.error(`error: --agent ${kind} needs --${kind}, as in ${needs[kind]}`);
  }
  return kind;
}

const needs = {
  command: '--command "my-cli --print"',
  replay: "--replay recording.json",
} as const;

/** Parses what the command line gave; what the schema refuses is a usage error naming the option. */
export function checkedOptions<T>(
  schema: z.ZodType<T>,
  given: Readonly<Record<string, unknown>>,
  command: Command,
): T {
  const parsed = schema.safeParse(given, { reportInput: true });
  if (parsed.success) return parsed.data;
  const problem = parsed.error.issues[0];
  const name = String(problem?.path[0] ?? "options");
  const option = command.options.find((known) => known.attributeName() === name);
  return command.error(
    `error: ${option?.long ?? name}: ${problem === undefined ? "not valid" : describeProblem(problem)}`,
  );
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

export function portNumber(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError("It must be a port: a whole number up to 65535.");
  return Number(text);
}

export function dollars(text: string): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value <= 0) {
    throw new InvalidArgumentError("It must be a number of dollars above 0, such as 2.50.");
  }
  return value;
}
