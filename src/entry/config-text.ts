import { parseDocument } from "yaml";
import type { Config } from "../domain/config.ts";
import { ConfigError, readConfig } from "../domain/config.ts";

/** Longer texts are no configuration. */
const longest = 200_000;
/** The parser takes seconds for many that are never closed. */
const mostBrackets = 5_000;

/**
 * Reads the text of a configuration file; null or an empty file gives the defaults.
 * @param source path or name to show in the message
 * @throws ConfigError for YAML that does not parse, and as `readConfig` does
 */
export function parseConfigText(source: string, text: string | null): Config {
  return readConfig(source, dataIn(source, text ?? ""));
}

function dataIn(source: string, text: string): unknown {
  const refuse = (what: string) => new ConfigError(`${source} ${what}\nFix it and try again.`);
  if (text.length > longest) throw refuse(`is longer than ${longest} characters.`);
  if ((text.match(/[[{]/g)?.length ?? 0) > mostBrackets) throw refuse("is nested too deeply.");
  try {
    const document = parseDocument(text, { prettyErrors: true });
    const problem = document.errors[0];
    if (problem !== undefined) throw refuse(`is not YAML: ${problem.message.trim()}`);
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    // The parser throws at more aliases than anybody writes, and runs out of stack on deep nesting.
    if (error instanceof ReferenceError || error instanceof RangeError)
      throw refuse("has too many aliases, or is nested too deeply.");
    throw error;
  }
}
