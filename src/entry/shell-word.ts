/** One word as a POSIX shell reads it back: plain when it is, else in single quotes. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./*?-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
