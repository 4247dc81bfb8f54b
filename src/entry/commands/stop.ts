import type { Command } from "commander";
import type { Services } from "../services.ts";
import type { Terminal } from "../terminal.ts";
import { addLocalOptions, checkedOptions } from "./shared-options.ts";

/** `tdd-loop stop [RUN]`: ends what goes on in this repository. */
export function registerStop(
  program: Command,
  terminal: Terminal,
  services: Pick<Services, "stop">,
): void {
  const command = program
    .command("stop")
    .summary("stop the run that is going on; what it did is kept")
    .argument("[run]", "id of one run (default: all that are going on here)");
  addLocalOptions(command).action(async (runId: string | undefined, given: object) => {
    const { StatusOptions } = await import("../run-options.ts");
    const options = checkedOptions(StatusOptions, { ...given, runId: runId ?? null }, command);
    terminal.end((await services.stop(options, terminal.signal)).exitCode);
  });
}
