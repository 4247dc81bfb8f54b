import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { createCommandAgent } from "../adapters/agent/command-agent.ts";
import type { AgentConfig } from "../domain/config.ts";
import { ConfigError, isOursAlone } from "../domain/config.ts";
import type { Agent } from "../ports.ts";
import { isInstalled, placeCommand } from "./place-command.ts";
import { networkEnvironment, toolEnvironment } from "./tool-environment.ts";
import type { AgentWalls, Env } from "./wiring.ts";

/** Where a coding CLI is found, and what of the environment it may be given. */
export interface CliPlaces {
  readonly bases: readonly string[];
  readonly env: Env;
}

const usualMinutes = 20;

/**
 * Any coding CLI as an agent.
 * @throws ConfigError when no command line is configured, or its program is not on this machine
 */
export function wireCodingCli(
  setting: AgentConfig,
  places: CliPlaces,
): (walls: AgentWalls) => Agent {
  const { command, minutes, home = [], env: names = [] } = setting;
  if (command === undefined) {
    throw new ConfigError(
      'Agent "command" needs the command line of a coding CLI: set `agent.command` in the config, or give --command.',
    );
  }
  const env = cliEnvironment(places.env, names);
  refuseAbsent(command, { bases: places.bases, path: env["PATH"] ?? "" });
  const homeDir = places.env["HOME"] ?? homedir();
  const copied = home
    .map((name) => ({ name, from: join(homeDir, name) }))
    .filter(({ from }) => existsSync(from))
    .map(({ name, from }) => ({ name, from: realpathSync(from) }));
  return (walls) => {
    const closed = [...walls.closed, homeDir, "/tmp", "/var/tmp", "/home", "/root", "/run"];
    const { argv, readable } = placeCommand(command, {
      bases: places.bases,
      path: env["PATH"] ?? "",
      closed,
    });
    const sandbox = walls.sandbox([...readable, ...copied.map(({ from }) => from)]);
    const timeoutMs = (minutes ?? usualMinutes) * 60_000;
    return createCommandAgent({ argv, env, home: copied, timeoutMs, sandbox });
  };
}

/** Said before anything runs: a run that has tested the base already is late for it. */
function refuseAbsent(
  [program = ""]: readonly string[],
  places: { bases: readonly string[]; path: string },
) {
  if (isInstalled(program, places)) return;
  const where = program.includes("/") ? "there is no such file" : "no directory of PATH holds it";
  throw new ConfigError(
    `The agent's command cannot be started: ${JSON.stringify(program)} is not installed (${where}). Install it, or give its full path in \`agent.command\` or --command.`,
  );
}

/** Variables by which coding CLIs find their model and its key. */
const PROVIDERS =
  /^(ANTHROPIC|OPENAI|GEMINI|GOOGLE|CLAUDE|CODEX|AIDER|OPENROUTER|MISTRAL|DEEPSEEK|GROQ|XAI)_/;

/** A coding CLI needs its own model's key; it gets no token of GitHub's, and nothing of the runner's. */
export function cliEnvironment(env: Env, names: readonly string[]): Record<string, string> {
  const wanted = Object.entries(env).flatMap(([name, value]) => {
    const isWanted = names.includes(name) || PROVIDERS.test(name);
    return value !== undefined && isWanted && !isOursAlone(name) ? [[name, value] as const] : [];
  });
  return { ...toolEnvironment(env), ...networkEnvironment(env), ...Object.fromEntries(wanted) };
}

/** Values that a coding CLI is given and that must show up nowhere. */
export function cliSecrets(env: Env, names: readonly string[]): string[] {
  const given = Object.entries(cliEnvironment(env, names));
  return given
    .filter(([name, value]) => /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL/i.test(name) && value !== "")
    .map(([, value]) => value);
}
