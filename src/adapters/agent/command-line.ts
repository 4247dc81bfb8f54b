/** A command line that a shell reads as exactly these words; the shell gives way to the program. */
export function commandLine(argv: readonly string[]): string {
  return `exec ${argv.map(quoted).join(" ")}`;
}

export function quoted(word: string): string {
  return /^[\w./:=@%+-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
