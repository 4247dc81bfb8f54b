import type { Register } from "../command-line.ts";
import type { Machine } from "../doctor/machine.ts";
import { localServices } from "../local/services.ts";
import type { Terminal } from "../terminal.ts";

type Load = (terminal: Terminal) => Promise<Register>;

/** Every command of `tdd-loop`, in the order of its help; each file is loaded only when it is asked for. */
const commands: Readonly<Record<string, Load>> = {
  run: async (terminal) => {
    const { registerRun } = await import("./run.ts");
    return (program) => registerRun(program, terminal, localServices(terminal));
  },
  resume: async (terminal) => {
    const { registerResume } = await import("./resume.ts");
    return (program) => registerResume(program, terminal, localServices(terminal));
  },
  answer: async (terminal) => {
    const { registerAnswer } = await import("./answer.ts");
    return (program) => registerAnswer(program, terminal, localServices(terminal));
  },
  status: async (terminal) => {
    const { registerStatus } = await import("./status.ts");
    return (program) => registerStatus(program, terminal, localServices(terminal));
  },
  stop: async (terminal) => {
    const { registerStop } = await import("./stop.ts");
    return (program) => registerStop(program, terminal, localServices(terminal));
  },
  report: async (terminal) => {
    const { registerReport } = await import("./report.ts");
    return (program) => registerReport(program, terminal, localServices(terminal));
  },
  clean: async (terminal) => {
    const { registerClean } = await import("./clean.ts");
    return (program) => registerClean(program, terminal, localServices(terminal));
  },
  gate: async () => (await import("./gate.ts")).registerGate,
  lock: async () => (await import("./lock.ts")).registerLock,
  "judge-red": async () => (await import("./judge-red.ts")).registerJudgeRed,
  red: async (terminal) => {
    const { registerRed } = await import("./red.ts");
    return (program) => registerRed(program, terminal);
  },
  spec: async (terminal) => {
    const [{ registerSpec }, { askHere }] = await Promise.all([
      import("./spec.ts"),
      import("../spec/ask-here.ts"),
    ]);
    return (program) => registerSpec(program, terminal, askHere(terminal));
  },
  surface: async (terminal) => {
    const { registerSurface } = await import("./surface.ts");
    return (program) => registerSurface(program, terminal);
  },
  doctor: async (terminal) => {
    const { registerDoctor } = await import("./doctor.ts");
    return (program) => registerDoctor(program, terminal, openThisMachine);
  },
  init: async (terminal) => {
    const { registerInit } = await import("./init.ts");
    return (program) => registerInit(program, terminal);
  },
  app: async (terminal) => {
    const { registerApp } = await import("./app.ts");
    return (program) => registerApp(program, terminal);
  },
  demo: async (terminal) => {
    const { registerDemo } = await import("./demo.ts");
    return (program) => registerDemo(program, terminal, localServices(terminal));
  },
};

async function openThisMachine(repo: string, env: Terminal["env"]): Promise<Machine> {
  return (await import("../wire-doctor.ts")).openMachine(repo, env);
}

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
