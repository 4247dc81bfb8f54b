import type { RunRequest } from "../../domain/run-request.ts";
import { noSpend } from "../../domain/spend.ts";
import type { Agent } from "../../ports.ts";
import type { RunOptions } from "../run-options.ts";
import type { Terminal } from "../terminal.ts";
import type { AgentChoice } from "../wire-agent.ts";
import { usesCommandAgent, wireAgent } from "../wire-agent.ts";
import type { LocalRepository } from "../wire-local.ts";
import type { RunWiring } from "../wiring.ts";
import { playersOf } from "./local-choice.ts";

interface DryRunCast extends Pick<RunWiring, "agent" | "usesCommandAgent"> {
  /** Whether somebody is there to cut the issue into slices; nobody is ever asked for more. */
  readonly cuts: boolean;
}

/** Nobody, unless the issue is to be cut and an agent was named for it. */
export async function dryRunCast(
  options: RunOptions,
  { config, local, rules }: RunRequest,
  repository: LocalRepository,
  { cwd, env }: Terminal,
): Promise<DryRunCast> {
  const { agent: kind, ...players } = playersOf(options, local);
  if (rules.redUnit !== "slice" || kind === null)
    return { agent: () => nobody, usesCommandAgent: false, cuts: false };
  const cli = { bases: [cwd, repository.root], env };
  const choice: AgentChoice = { config, kind, ...players, record: null, taken: 0, env, cli };
  const agent = await wireAgent(choice);
  return { agent, usesCommandAgent: usesCommandAgent(choice), cuts: true };
}

const nobody: Agent = {
  takeTurn: async () => ({
    kind: "failed",
    why: "gave_up",
    detail: "A dry run asks nobody.",
    spend: noSpend,
  }),
};
