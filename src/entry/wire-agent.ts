import { readFile, writeFile } from "node:fs/promises";
import { createClaudeAgent, defaultModel } from "../adapters/agent/claude-agent.ts";
import type { TurnLimits } from "../adapters/agent/claude-options.ts";
import { createCommandAgent } from "../adapters/agent/command-agent.ts";
import { readRecording } from "../adapters/agent/recording.ts";
import { createRecordingAgent } from "../adapters/agent/recording-agent.ts";
import { createReplayAgent } from "../adapters/agent/replay-agent.ts";
import type { AgentConfig, Config, Role } from "../domain/config.ts";
import { ConfigError } from "../domain/config.ts";
import { unreachable } from "../domain/unreachable.ts";
import type { Agent, Clock } from "../ports.ts";

/** Who plays the roles: the command line's word, then the config's, then what the environment allows. */
export interface AgentChoice {
  readonly config: Config;
  readonly kind: "claude" | "command" | "replay" | null;
  readonly command: readonly string[] | null;
  readonly replay: string | null;
  readonly record: string | null;
  readonly model: string | null;
  /** Turns that an interrupted run has taken already. */
  readonly taken: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
}

/** What a role may use at most, when the config says nothing. Minutes and dollars are for one turn. */
const defaultLimits: Readonly<Record<Role, TurnLimits>> = {
  planner: { maxTurns: 20, dollars: 1, minutes: 10 },
  writer: { maxTurns: 40, dollars: 2, minutes: 20 },
  scaffolder: { maxTurns: 15, dollars: 1, minutes: 10 },
  implementer: { maxTurns: 40, dollars: 2, minutes: 20 },
  debugger: { maxTurns: 40, dollars: 2, minutes: 20 },
  critic: { maxTurns: 15, dollars: 1, minutes: 10 },
  refactorer: { maxTurns: 25, dollars: 1, minutes: 15 },
};

/** Whether any role is played by a coding CLI. */
export function usesCommandAgent(choice: AgentChoice): boolean {
  return (Object.keys(defaultLimits) as Role[]).some(
    (role) => settingOf(choice, role).kind === "command",
  );
}

/**
 * One agent for all roles; each role goes to whoever its configuration names.
 * @throws ConfigError when a role's agent lacks its key, command or recording
 */
/** The model of every role whose configuration names none. */
export const defaultModelName = defaultModel;

export async function wireAgent(choice: AgentChoice): Promise<Agent> {
  const built = new Map<string, Agent>();
  const roles: Role[] = Object.keys(defaultLimits) as Role[];
  const agents = new Map<Role, Agent>();
  for (const role of roles) {
    const setting = settingOf(choice, role);
    const key = JSON.stringify([setting.kind, setting.command]);
    const agent = built.get(key) ?? (await buildAgent(choice, setting));
    built.set(key, agent);
    agents.set(role, agent);
  }
  const all: Agent = {
    takeTurn(turn, signal) {
      const agent = agents.get(turn.role);
      if (agent === undefined) throw new Error(`Bug: no agent for ${turn.role}.`);
      return agent.takeTurn(turn, signal);
    },
  };
  return choice.record === null ? all : recorded(all, choice.record, choice);
}

function settingOf(choice: AgentChoice, role: Role): AgentConfig {
  const { config, kind, command } = choice;
  const given: AgentConfig = {
    ...(kind === null ? {} : { kind }),
    ...(command === null ? {} : { command: [...command] }),
    ...(choice.model === null ? {} : { model: choice.model }),
  };
  return { ...config.agent, ...config.agents[role], ...given };
}

async function buildAgent(choice: AgentChoice, setting: AgentConfig): Promise<Agent> {
  const kind = setting.kind ?? (choice.replay === null ? "claude" : "replay");
  switch (kind) {
    case "claude":
      return claude(choice);
    case "command":
      return commandAgent(choice, setting);
    case "replay":
      return replayed(choice);
    default:
      return unreachable(kind);
  }
}

function claude(choice: AgentChoice): Agent {
  const { env, clock } = choice;
  const apiKey = env["ANTHROPIC_API_KEY"] ?? "";
  if (apiKey === "") {
    throw new ConfigError(
      "There is no model to ask: ANTHROPIC_API_KEY is not set. Set it, or choose another agent with --agent command or --agent replay.",
    );
  }
  const baseUrl = env["ANTHROPIC_BASE_URL"];
  return createClaudeAgent({
    apiKey,
    ...(baseUrl === undefined || baseUrl === "" ? {} : { baseUrl }),
    modelFor: (role) => settingOf(choice, role).model ?? defaultModel,
    limitsFor: (role) => limitsOf(choice, role),
    clock,
  });
}

function limitsOf(choice: AgentChoice, role: Role): TurnLimits {
  const { maxTurns, dollars, minutes } = settingOf(choice, role);
  const usual = defaultLimits[role];
  return {
    maxTurns: maxTurns ?? usual.maxTurns,
    dollars: dollars ?? usual.dollars,
    minutes: minutes ?? usual.minutes,
  };
}

function commandAgent({ env }: AgentChoice, setting: AgentConfig): Agent {
  const { command, minutes } = setting;
  if (command === undefined) {
    throw new ConfigError(
      'Agent "command" needs the command line of a coding CLI: set `agent.command` in the config, or give --command.',
    );
  }
  const argv = command;
  return createCommandAgent({
    argv,
    env: cliEnvironment(env),
    timeoutMs: (minutes ?? 20) * 60_000,
  });
}

/** A coding CLI needs its own model key; it gets no token of GitHub and no key of ours. */
function cliEnvironment(env: AgentChoice["env"]): Record<string, string> {
  const kept = Object.entries(env).filter(
    ([name, value]) =>
      value !== undefined &&
      (/^(PATH|HOME|LANG|LC_ALL|TMPDIR|USER|SHELL|TERM)$/.test(name) ||
        /^(ANTHROPIC|OPENAI|GEMINI|GOOGLE|CLAUDE|CODEX|AIDER|OPENROUTER|MISTRAL)_/.test(name)),
  );
  return Object.fromEntries(kept) as Record<string, string>;
}

async function replayed({ replay, taken }: AgentChoice): Promise<Agent> {
  if (replay === null) {
    throw new ConfigError('Agent "replay" needs a recording: give --replay FILE.');
  }
  let json: string;
  try {
    json = await readFile(replay, "utf8");
  } catch (error) {
    throw new ConfigError(`Cannot read the recording ${replay}.`, { cause: error });
  }
  return createReplayAgent(readRecording(replay, json), { taken });
}

function recorded(agent: Agent, path: string, { env }: AgentChoice): Agent {
  const secrets = [env["ANTHROPIC_API_KEY"], env["GITHUB_TOKEN"]].filter(
    (value): value is string => value !== undefined && value !== "",
  );
  return createRecordingAgent(agent, {
    save: (recording) => writeFile(path, `${JSON.stringify(recording, null, 1)}\n`),
    secrets,
  });
}
