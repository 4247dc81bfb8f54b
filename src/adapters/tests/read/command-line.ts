/** What stands between the commands of a shell line. */
const SEPARATORS = /&&|\|\||[;|&\n]/;

/** Arguments after these npm words belong to npm itself, unless `--` comes first. */
const NPM = /^\s*(?:npm|pnpm)\s+/;

/** The same command with more arguments for the runner: behind `--` where npm stands in between. */
export function addArguments(command: string, flags: readonly string[]): string {
  const more = flags.map(quote).join(" ");
  const needsDashes = NPM.test(command) && !/\s--\s/.test(`${command} `);
  return needsDashes && !/^\s*(?:npm|pnpm)\s+exec\b/.test(command)
    ? `${command} -- ${more}`
    : `${command} ${more}`;
}

/**
 * Whether arguments at the end of a line reach its last command and nothing else: no redirection,
 * substitution, group or background job.
 */
export function takesArguments(command: string): boolean {
  return !/[<>`#]|\$\(|\)\s*$|[;&]\s*$/.test(unquoted(command)) && !/\|\|?/.test(unquoted(command));
}

/** The commands of a shell line, as far as its separators tell. */
export function commandsOf(command: string): string[] {
  return unquoted(command)
    .split(SEPARATORS)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function unquoted(command: string): string {
  return command.replace(/'[^']*'|"(?:\\.|[^"\\])*"/g, (text) => "_".repeat(text.length));
}

/** A word as the shell would read it back. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** An npm-like command's script name; null when the command is something else, as `bun test` is Bun's own. */
export function scriptName(command: string): string | null {
  const match =
    /^\s*(?:(?:npm|pnpm|yarn)\s+(?:(?:run|run-script)\s+)?|bun\s+run\s+)(?:-{1,2}[\w-]+\s+)*([\w:.-]+)/.exec(
      command,
    );
  const name = match?.[1];
  if (name === undefined || name === "exec") return null;
  return name === "t" || name === "tst" ? "test" : name;
}
