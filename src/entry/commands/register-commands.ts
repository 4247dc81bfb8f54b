import type { Command } from "commander";
import type { Terminal } from "../terminal.ts";
import { registerInit } from "./init.ts";

/** Every command of `tdd-loop`, in the order of its help. */
export function registerCommands(program: Command, terminal: Terminal): void {
  registerInit(program, terminal);
}
