import { join } from "node:path";
import type { Config } from "../domain/config.ts";
import { configPath } from "../domain/config-path.ts";
import { parseConfigText } from "./config-text.ts";
import { readIfThere } from "./named-file.ts";

/**
 * The configuration as it lies in a work tree: on their own machine a person's word counts. On GitHub
 * the default branch's counts.
 * @throws ConfigError when it cannot be read or is not valid
 */
export async function configIn(root: string): Promise<Config> {
  const text = await readIfThere(join(root, configPath), "a configuration in YAML");
  return parseConfigText(configPath, text);
}
