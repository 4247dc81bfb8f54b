import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { TurnLimits } from "../adapters/agent/claude-options.ts";
import { defaultModel } from "../adapters/agent/claude-options.ts";
import { createReaderAgent } from "../adapters/agent/reader-agent.ts";
import type { Recording } from "../adapters/agent/recording.ts";
import { readRecording } from "../adapters/agent/recording.ts";
import { createRecordingAgent } from "../adapters/agent/recording-agent.ts";
import { createReplayAgent } from "../adapters/agent/replay-agent.ts";
import type { AgentConfig, Config } from "../domain/config.ts";
import { ConfigError, Role } from "../domain/config.ts";
import { unreachable } from "../domain/unreachable.ts";
import { refusalOfWords } from "../gates/command-policy/refusal.ts";
import type { Agent } from "../ports.ts";
import { secretsOf } from "./failure.ts";
import { readNamed } from "./named-file.ts";
import { readerPath } from "./reader-path.ts";
import { networkEnvironment } from "./tool-environment.ts";
import { unpack } from "./unpack.ts";
import type { CliPlaces } from "./wire-coding-cli.ts";
import { cliSecrets, wireCodingCli } from "./wire-coding-cli.ts";
import type { AgentWalls, Env } from "./wiring.ts";

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
  readonly env: Env;
  readonly cli: CliPlaces;
}

/** Whoever plays the roles, once it is known which walls stand around their processes. */
type Cast = (walls: AgentWalls) => Agent;

const allRoles = Role.options;

/** What a role may use at most, when the config says nothing. Minutes and dollars are for one turn. */
const defaultLimits: Readonly<Record<Role, TurnLimits>> = {
  planner: { maxTurns: 20, dollars: 1, minutes: 10 },
  decomposer: { maxTurns: 25, dollars: 1.5, minutes: 10 },
  writer: { maxTurns: 40, dollars: 2, minutes: 20 },
  scaffolder: { maxTurns: 15, dollars: 1, minutes: 10 },
  implementer: { maxTurns: 40, dollars: 2, minutes: 20 },
  debugger: { maxTurns: 40, dollars: 2, minutes: 20 },
  critic: { maxTurns: 15, dollars: 1, minutes: 10 },
  refactorer: { maxTurns: 25, dollars: 1, minutes: 15 },
  developer: { maxTurns: 60, dollars: 3, minutes: 30 },
  refiner: { maxTurns: 15, dollars: 1, minutes: 10 },
  reviewer: { maxTurns: 20, dollars: 1.5, minutes: 10 },
};

/** Whether any role is played by a coding CLI. */
export function usesCommandAgent(choice: AgentChoice): boolean {
  return allRoles.some((role) => settingOf(choice, role).kind === "command");
}

/** What agents are given and must not tell: it is taken out of every text. */
export function agentSecrets(choice: AgentChoice): string[] {
  const names = allRoles.flatMap((role) => settingOf(choice, role).env ?? []);
  return usesCommandAgent(choice) ? cliSecrets(choice.cli.env, names) : [];
}

/** The model of every role whose configuration names none. */
export const defaultModelName = defaultModel;

/**
 * One agent for all roles; each role goes to whoever its configuration names.
 * @throws ConfigError when a role's agent lacks its key, command or recording
 */
export async function wireAgent(choice: AgentChoice): Promise<Cast> {
  const built = new Map<string, Cast>();
  const casts = new Map<Role, string>();
  for (const role of allRoles) {
    const setting = settingOf(choice, role);
    const { kind, command, env, home, minutes } = setting;
    const ofCommand = kind === "command" ? [command, env, home, minutes] : [];
    const key = JSON.stringify([kind, ...ofCommand]);
    built.set(key, built.get(key) ?? (await buildAgent(choice, setting)));
    casts.set(role, key);
  }
  const begun = await recordedBefore(choice);
  return (walls) => {
    const agents = new Map([...built].map(([key, cast]) => [key, cast(walls)]));
    const all: Agent = {
      takeTurn(turn, signal) {
        const agent = agents.get(casts.get(turn.role) ?? "");
        if (agent === undefined) throw new Error(`Bug: no agent for ${turn.role}.`);
        return agent.takeTurn(turn, signal);
      },
    };
    return choice.record === null ? all : recorded(all, choice.record, { ...choice, begun });
  };
}

/** What the command line and the configuration say of one role. */
export function settingOf(
  choice: Pick<AgentChoice, "config" | "kind" | "command" | "model">,
  role: Role,
): AgentConfig {
  const { config, kind, command } = choice;
  const given: AgentConfig = {
    ...(kind === null ? {} : { kind }),
    ...(command === null ? {} : { command: [...command] }),
    ...(choice.model === null ? {} : { model: choice.model }),
  };
  return { ...config.agent, ...ownSetting(config.agents, role), ...given };
}

/** Who reviews is whoever writes the tests, unless another one is named (S4-25). */
function ownSetting(agents: Config["agents"], role: Role): AgentConfig | undefined {
  return agents[role] ?? (role === "reviewer" ? agents.writer : undefined);
}

async function buildAgent(choice: AgentChoice, setting: AgentConfig): Promise<Cast> {
  const kind = setting.kind ?? (choice.replay === null ? "claude" : "replay");
  switch (kind) {
    case "claude":
      return claude(choice);
    case "command":
      return codingCli(choice, setting);
    case "replay":
      return replayed(choice);
    default:
      return unreachable(kind);
  }
}

/** A coding CLI, when the command policy has nothing against its words. */
function codingCli({ cli, config }: AgentChoice, setting: AgentConfig): Cast {
  const { command = [] } = setting;
  const refusal = refusalOfWords("The agent's command", command, config.allowCommands);
  if (refusal !== null) throw new ConfigError(refusal);
  return wireCodingCli(setting, cli);
}

/** The model's tool loop, in a process of its own for each turn. */
function claude(choice: AgentChoice): Cast {
  const { env } = choice;
  const apiKey = env["ANTHROPIC_API_KEY"] ?? "";
  if (apiKey === "") {
    throw new ConfigError(
      "There is no model to ask: ANTHROPIC_API_KEY is not set. Set it, or choose another agent with --agent command or --agent replay.",
    );
  }
  const network = networkEnvironment(env);
  const bundle = dirname(readerPath());
  const certificates = Object.entries(network).flatMap(([name, value]) =>
    name.endsWith("_CERTS") || name.endsWith("_FILE") ? [value] : [],
  );
  return (walls) =>
    createReaderAgent({
      argv: [process.execPath, readerPath()],
      env: network,
      sandbox: walls.sandbox([bundle, ...certificates]),
      apiKey,
      baseUrl: env["ANTHROPIC_BASE_URL"] || null,
      modelFor: (role) => settingOf(choice, role).model ?? defaultModel,
      limitsFor: (role) => limitsOf(choice, role),
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

async function replayed({ replay, taken }: AgentChoice): Promise<Cast> {
  if (replay === null) {
    throw new ConfigError('Agent "replay" needs a recording: give --replay FILE.');
  }
  const json = await readNamed(replay, "a recording that `run --record` wrote");
  const recording = readRecording(replay, json);
  return () => createReplayAgent(recording, { taken });
}

/** What an interrupted run recorded in the same file, without a turn whose end it did not see: one that goes on adds to it. */
async function recordedBefore({ record, taken }: AgentChoice): Promise<Recording> {
  const none: Recording = { version: 1, turns: [] };
  if (record === null || taken === 0 || !existsSync(record)) return none;
  const before = readRecording(record, await readNamed(record, "a recording of this run"));
  return { ...before, turns: before.turns.slice(0, taken) };
}

function recorded(
  agent: Agent,
  path: string,
  { begun, ...choice }: AgentChoice & { readonly begun: Recording },
): Agent {
  return createRecordingAgent(agent, {
    begun,
    save: (recording) => writeFile(path, `${JSON.stringify(recording, null, 1)}\n`),
    secrets: [...secretsOf(choice.env), ...agentSecrets(choice)],
    unpack,
  });
}
