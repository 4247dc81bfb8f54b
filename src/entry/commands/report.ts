import type { Command } from "commander";
import type { Services } from "../services.ts";
import type { Terminal } from "../terminal.ts";
import { addLocalOptions, checkedOptions } from "./shared-options.ts";

/** `tdd-loop report [RUN]`: writes the HTML report from the journal again. */
export function registerReport(
  program: Command,
  terminal: Terminal,
  services: Pick<Services, "report">,
): void {
  const command = program
    .command("report")
    .summary("write the HTML report of a run and print a summary")
    .argument("[run]", "id of the run (default: the latest)")
    .option("--open-path", "print only the path of the report");
  addLocalOptions(command).action(async (runId: string | undefined, given: object) => {
    const { ReportOptions } = await import("../run-options.ts");
    const options = checkedOptions(ReportOptions, { ...given, runId: runId ?? null }, command);
    terminal.end((await services.report(options, terminal.signal)).exitCode);
  });
}
