/** The exit codes of every command, for scripts. `gate` and `red` print their own meaning of 0, 1, 2 too. */
export const exitCodes = {
  success: 0,
  notDone: 1,
  usage: 2,
  needsAnswer: 3,
  infrastructure: 4,
  cancelled: 130,
} as const;

export const exitCodeHelp = `
Exit codes:
  0    success
  1    not done: blocked, or a check said no
  2    wrong usage or configuration
  3    waits for a person's answer
  4    infrastructure: git, disk, network or GitHub failed
  130  cancelled`;
