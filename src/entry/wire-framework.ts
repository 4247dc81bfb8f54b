import { frameworkNamed, frameworks } from "../adapters/tests/frameworks.ts";
import { ConfigError } from "../domain/config.ts";
import { nearestWord } from "../domain/nearest-word.ts";

/**
 * Holds the name of a test framework against those that can be read.
 * @param where the option or key that names it
 * @throws ConfigError with the list, for any other name
 */
export function checkFramework(named: string | null | undefined, where: string): void {
  if (named === null || named === undefined || frameworkNamed(named) !== null) return;
  const names = frameworks.map(({ name }) => name);
  const near = nearestWord(named, names);
  const hint = near === null ? "" : ` Did you mean "${near}"?`;
  throw new ConfigError(
    `${where}: "${named}" is not known; it must be one of ${[...names].sort().join(", ")}.${hint}`,
  );
}
