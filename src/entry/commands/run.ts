import type { Command } from "commander";
import type { Services } from "../services.ts";
import type { Terminal } from "../terminal.ts";
import type { AgentChoice } from "./shared-options.ts";
import {
  addAgentOptions,
  addLocalOptions,
  checkedOptions,
  dollars,
  impliedAgent,
} from "./shared-options.ts";

/** `tdd-loop run SPEC`: works a Markdown file as if it were an issue, without GitHub. */
export function registerRun(
  program: Command,
  terminal: Terminal,
  services: Pick<Services, "run" | "dryRun">,
): void {
  const command = program
    .command("run")
    .summary("work a spec test-first in a local repository")
    .description(
      "Works SPEC test-first: RED is committed when its tests fail for the right reason, GREEN " +
        "when they pass and nothing else broke. Ends with a branch, its commits and a report. " +
        "A loop spec (JSON or YAML) is worked step by step, one commit for each step whose check " +
        "passed; an unfinished run of it goes on by itself.",
    )
    .argument(
      "<spec>",
      "Markdown file: first heading is the title, the rest is the issue's body; or a loop spec, by path or name",
    )
    .option("--profile <name>", "the discipline of the run (default: as configured)")
    .option(
      "--base <ref>",
      "the branch to start from, as origin has it where it does (default: the one checked out)",
    )
    .option("--test-command <line>", "how the tests are run (default: found from the repository)")
    .option("--max-dollars <n>", "stop before the run costs more", dollars)
    .option("--fresh", "begin anew, although an unfinished run of this loop spec could go on")
    .option("--interactive", "ask you after RED and after GREEN, too")
    .option("--dry-run", "show plan, lock, prompts and an estimate; change nothing");
  addAgentOptions(addLocalOptions(command));
  command.action(async (spec: string, given: AgentChoice & { dryRun?: boolean }) => {
    const { RunOptions } = await import("../run-options.ts");
    const asked = { ...given, spec, agent: impliedAgent(given, command) };
    const options = checkedOptions(RunOptions, asked, command);
    const work = options.dryRun ? services.dryRun : services.run;
    terminal.end((await work(options, terminal.signal)).exitCode);
  });
}
