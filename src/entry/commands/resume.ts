import type { Command } from "commander";
import type { Services } from "../services.ts";
import type { Terminal } from "../terminal.ts";
import type { AgentChoice } from "./shared-options.ts";
import {
  addAgentOptions,
  addLocalOptions,
  checkedOptions,
  impliedAgent,
} from "./shared-options.ts";

/** `tdd-loop resume [RUN]`: goes on from the journal of a run that was interrupted. */
export function registerResume(
  program: Command,
  terminal: Terminal,
  services: Pick<Services, "resume">,
): void {
  const command = program
    .command("resume")
    .summary("go on with a run that was interrupted or waits for an answer")
    .argument("[run]", "id of the run, as `status` prints it (default: the latest)");
  addAgentOptions(addLocalOptions(command));
  command.action(async (runId: string | undefined, given: AgentChoice) => {
    const { ResumeOptions } = await import("../run-options.ts");
    const asked = { ...given, runId: runId ?? null, agent: impliedAgent(given, command) };
    const options = checkedOptions(ResumeOptions, asked, command);
    terminal.end((await services.resume(options, terminal.signal)).exitCode);
  });
}
