import type { Command } from "commander";
import type { Services } from "../services.ts";
import type { Terminal } from "../terminal.ts";
import { addLocalOptions, checkedOptions } from "./shared-options.ts";

/** `tdd-loop status [RUN]`: what the journals say. */
export function registerStatus(
  program: Command,
  terminal: Terminal,
  services: Pick<Services, "status">,
): void {
  const command = program
    .command("status")
    .summary("show the runs of this repository, or one of them")
    .argument("[run]", "id of one run");
  addLocalOptions(command).action(async (runId: string | undefined, given: object) => {
    const { StatusOptions } = await import("../run-options.ts");
    const options = checkedOptions(StatusOptions, { ...given, runId: runId ?? null }, command);
    terminal.end((await services.status(options, terminal.signal)).exitCode);
  });
}
