import type { Register } from "../command-line.ts";
import type { Terminal } from "../terminal.ts";

type Load = (terminal: Terminal) => Promise<Register>;

/** Every command of `tdd-loop`, in the order of its help; each file is loaded only when it is asked for. */
const commands: Readonly<Record<string, Load>> = {
  app: async (terminal) => {
    const { registerApp } = await import("./app.ts");
    return (program) => registerApp(program, terminal);
  },
  gate: async () => (await import("./gate.ts")).registerGate,
  "judge-red": async () => (await import("./judge-red.ts")).registerJudgeRed,
  init: async (terminal) => {
    const { registerInit } = await import("./init.ts");
    return (program) => registerInit(program, terminal);
  },
};

/**
 * What the given words need: the one command they begin with, or all of them for help and for a
 * suggestion when the word is unknown.
 */
export async function registerCommands(
  words: readonly string[],
  terminal: Terminal,
): Promise<Register> {
  const asked = words[0] ?? "";
  if (asked === "--version" || asked === "-V") return () => undefined;
  const names = Object.hasOwn(commands, asked) ? [asked] : Object.keys(commands);
  const loads = names.flatMap((name) => commands[name] ?? []);
  const registers = await Promise.all(loads.map((load) => load(terminal)));
  return (program) => {
    for (const register of registers) register(program);
  };
}
