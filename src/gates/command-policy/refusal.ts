import type { Config } from "../../domain/config.ts";
import type { CommandVerdict } from "./judge-command.ts";
import { judgeCommand, judgeWords } from "./judge-command.ts";

/** A command line with the name by which a person knows it. */
export interface NamedCommand {
  /** Where it stands, such as "`setup` in .github/tdd-loop.yml". */
  readonly name: string;
  readonly line: string;
}

/** Why a command is not run, and what to write instead; null when it may run. */
export function refusalOf(command: NamedCommand, allowed: readonly string[]): string | null {
  return textOf(command, judgeCommand(command.line, allowed));
}

/** The same for the words of a program that is started without a shell. */
export function refusalOfWords(
  name: string,
  words: readonly string[],
  allowed: readonly string[],
): string | null {
  return textOf({ name, line: words.join(" ") }, judgeWords(words, allowed));
}

/** Every command that the configuration names and that is not run, each as a sentence of its own. */
export function refusedCommands(config: Config): string[] {
  const { testCommand, lintCommand, setup, rules, allowCommands, agent, agents, projects } = config;
  const lines = {
    testCommand,
    lintCommand,
    setup,
    "rules.validationCommand": rules.validationCommand,
    ...Object.fromEntries(
      Object.entries(projects).map(([path, project]) => [
        `projects.${path}.command`,
        project?.command,
      ]),
    ),
  };
  const ofLines = Object.entries(lines).map(([key, line]) =>
    line ? refusalOf({ name: `\`${key}\``, line }, allowCommands) : null,
  );
  const settings = [
    ["agent", agent] as const,
    ...Object.entries(agents).map(([role, setting]) => [`agents.${role}`, setting] as const),
  ];
  const ofAgents = settings.map(([key, { command }]) =>
    command === undefined ? null : refusalOfWords(`\`${key}.command\``, command, allowCommands),
  );
  return [...ofLines, ...ofAgents].filter((text) => text !== null);
}

function textOf({ name, line }: NamedCommand, verdict: CommandVerdict): string | null {
  if (verdict.kind === "pass") return null;
  const [first, ...more] = verdict.findings;
  if (first === undefined) return null;
  const others = more.length === 0 ? "" : ` (and ${more.length} more in the same line)`;
  const exact = JSON.stringify(line.length <= 200 ? line : `${line.slice(0, 200)}…`);
  return `${name} is refused: \`${first.shown.replaceAll("`", "'")}\` ${first.why}${others}. Instead: ${first.instead}. If it is meant as it is, add its exact text to \`allowCommands\` in .github/tdd-loop.yml: ${exact}.`;
}
