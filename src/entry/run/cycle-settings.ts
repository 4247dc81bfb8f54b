import type { Config } from "../../domain/config.ts";
import type { CycleSettings } from "../../domain/cycle-settings.ts";
import { readCycleSettings } from "../../domain/cycle-settings.ts";
import type { RunRequest } from "../../domain/run-request.ts";

/** Settings files as they are; null where there is none. */
export interface SettingsTexts {
  /** The person's own. */
  readonly own: string | null;
  readonly repository: string | null;
}

/** Whether a run asks for settings files: they are for cycles. */
export function asksForSettings({ rules }: Pick<RunRequest, "rules">): boolean {
  return rules.redUnit === "cycle";
}

/**
 * The request of a run in cycles with what settings files say (S4-33). What the configuration says itself
 * counts before them.
 * @returns with what is not as it should be in them, for a person
 * @throws ConfigError as `readCycleSettings` does
 */
export function withCycleSettings(
  request: RunRequest,
  { own, repository }: SettingsTexts,
): { readonly request: RunRequest; readonly complaints: readonly string[] } {
  const { maxCycles, reviewWhen, notes, models, complaints } = readCycleSettings(own, repository);
  const { rules, config } = request;
  const set = {
    ...request,
    rules: {
      ...rules,
      maxCycles: config.rules.maxCycles ?? maxCycles ?? rules.maxCycles,
      reviewWhen: config.rules.reviewWhen ?? reviewWhen ?? rules.reviewWhen,
    },
    config: { ...config, agents: withModels(config.agents, models) },
    ...(notes.length === 0 ? {} : { notes: [...notes] }),
  };
  return { request: set, complaints };
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
