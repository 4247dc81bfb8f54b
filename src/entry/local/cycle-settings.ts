import { join } from "node:path";
import type { Config } from "../../domain/config.ts";
import type { CycleSettings } from "../../domain/cycle-settings.ts";
import { cycleSettingsFile, readCycleSettings } from "../../domain/cycle-settings.ts";
import type { RunRequest } from "../../domain/run-request.ts";
import { readIfThere } from "../named-file.ts";
import type { Terminal } from "../terminal.ts";

/**
 * The request of a run in cycles with what the person's and the repository's settings files say. What
 * the configuration says itself counts before them.
 * @throws ConfigError as `readCycleSettings` does
 */
export async function withCycleSettings(
  request: RunRequest,
  root: string,
  terminal: Pick<Terminal, "env" | "complain">,
): Promise<RunRequest> {
  if (request.rules.redUnit !== "cycle") return request;
  const home = terminal.env["HOME"] ?? "";
  const own = home === "" ? null : await textOf(join(home, cycleSettingsFile));
  const settings = readCycleSettings(own, await textOf(join(root, cycleSettingsFile)));
  for (const complaint of settings.complaints) terminal.complain(`tdd-loop: note: ${complaint}`);
  const { rules, config } = request;
  const { maxCycles, reviewWhen, notes } = settings;
  return {
    ...request,
    rules: {
      ...rules,
      maxCycles: config.rules.maxCycles ?? maxCycles ?? rules.maxCycles,
      reviewWhen: config.rules.reviewWhen ?? reviewWhen ?? rules.reviewWhen,
    },
    config: { ...config, agents: withModels(config.agents, settings.models) },
    ...(notes.length === 0 ? {} : { notes: [...notes] }),
  };
}

function textOf(path: string): Promise<string | null> {
  return readIfThere(path, "a settings file of runs in cycles");
}

/** An implementer makes the stubs, too. */
function withModels(agents: Config["agents"], models: CycleSettings["models"]): Config["agents"] {
  const { implementer } = models;
  const all = { ...models, ...(implementer === undefined ? {} : { scaffolder: implementer }) };
  const named = Object.entries(all).map(([role, model]) => {
    const set = agents[role as keyof typeof all];
    return [role, { model, ...set }];
  });
  return { ...agents, ...Object.fromEntries(named) };
}
