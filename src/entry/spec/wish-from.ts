import { ConfigError } from "../../domain/config.ts";
import { listed } from "./ask-spec.ts";
import type { SpecWish, StepWish } from "./compose-spec.ts";

/** The options of `spec new` that say what a spec holds. */
export interface WishOptions {
  readonly name?: string;
  readonly goal?: string;
  readonly prompt?: string;
  readonly check?: string;
  readonly attempts?: number;
  readonly step?: readonly string[];
  readonly after?: readonly string[];
  readonly stepCheck?: readonly string[];
  readonly finalCheck?: string;
  readonly parallelism?: number;
  readonly fuzzy?: true;
}

/**
 * Puts lines such as `--after "kyc: draft"` to their steps.
 * @throws ConfigError for a line on a step that is not there
 */
export function wishFrom(options: WishOptions): Partial<SpecWish> {
  const { step = [], after = [], stepCheck = [] } = options;
  const ids = step.map((line) => idOf(line));
  const depends = linesBy(after, "--after", ids);
  const checks = linesBy(stepCheck, "--step-check", ids);
  const steps = step.map((line): StepWish => {
    const id = idOf(line);
    const name = restOf(line);
    return {
      id,
      name: name === "" ? undefined : name,
      check: checks.get(id),
      dependsOn: depends.size === 0 ? null : listed(depends.get(id) ?? ""),
    };
  });
  const { name, goal, prompt, check, attempts, finalCheck, parallelism, fuzzy } = options;
  return {
    ...(name === undefined ? {} : { name }),
    ...{ goal, prompt, check, attempts, finalCheck, parallelism, fuzzy, steps },
  };
}

function idOf(line: string): string {
  return (line.split(":")[0] ?? "").trim();
}

function restOf(line: string): string {
  const at = line.indexOf(":");
  return at === -1 ? "" : line.slice(at + 1).trim();
}

function linesBy(
  lines: readonly string[],
  option: string,
  ids: readonly string[],
): Map<string, string> {
  const unknown = lines.find((line) => !ids.includes(idOf(line)));
  if (unknown !== undefined) {
    const known =
      ids.length === 0 ? "there are no steps; give --step" : `the steps are ${ids.join(", ")}`;
    const form = unknown.includes(":") ? "" : ' It begins with the step and a colon: "id: …".';
    throw new ConfigError(`${option} "${unknown}" is for no step: ${known}.${form}`);
  }
  return new Map(lines.map((line) => [idOf(line), restOf(line)]));
}
