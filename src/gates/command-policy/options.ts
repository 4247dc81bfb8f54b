/** The arguments of a program, sorted the way getopt does: options may stand behind operands. */
export interface Sorted {
  /** Letters of short options. */
  readonly letters: ReadonlySet<string>;
  /** Long options, without dashes and without their values. */
  readonly long: readonly string[];
  readonly operands: readonly string[];
}

export function sortArguments(args: readonly string[]): Sorted {
  const end = args.indexOf("--");
  const before = end === -1 ? args : args.slice(0, end);
  const after = end === -1 ? [] : args.slice(end + 1);
  const short = before.filter((arg) => /^-[^-]/.test(arg));
  return {
    letters: new Set(short.flatMap((arg) => [...arg.slice(1)])),
    long: before.flatMap((arg) => /^--([^=]+)/.exec(arg)?.[1] ?? []),
    operands: [...before.filter((arg) => arg === "-" || !arg.startsWith("-")), ...after],
  };
}

/** Whether an option was given, by its letter or by its long name or a beginning of that. */
export function hasOption({ letters, long }: Sorted, short: string, name: string): boolean {
  return [...short].some((letter) => letters.has(letter)) || long.some((l) => name.startsWith(l));
}
