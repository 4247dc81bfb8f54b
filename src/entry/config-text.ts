import { parseDocument } from "yaml";
import type { Config } from "../domain/config.ts";
import { ConfigError, readConfig } from "../domain/config.ts";

/**
 * Reads the text of a configuration file; null or an empty file gives the defaults.
 * @param source path or name to show in the message
 * @throws ConfigError for YAML that does not parse, and as `readConfig` does
 */
export function parseConfigText(source: string, text: string | null): Config {
  const document = parseDocument(text ?? "", { prettyErrors: true });
  const problem = document.errors[0];
  if (problem !== undefined) {
    throw new ConfigError(
      `${source} is not YAML: ${problem.message.trim()}\nFix it and try again.`,
    );
  }
  return readConfig(source, document.toJS({ maxAliasCount: 100 }));
}
