import { withoutLogCommands } from "../domain/log-commands.ts";

/**
 * What is printed may end up in a job's log, where names out of the repository must be no commands to
 * the runner (GitHub limit 39). JSON stays what it was: there the sign is escaped, which reads the same.
 */
export function forLog(text: string): string {
  return /^[{[]/.test(text) ? text.replaceAll("##[", "##\\u005b") : withoutLogCommands(text);
}

/** One line of a list of paths: quoted when it would be a command. */
export function pathForLog(path: string): string {
  return withoutLogCommands(path) === path
    ? path
    : JSON.stringify(path).replaceAll("##[", "##\\u005b");
}
